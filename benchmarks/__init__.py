"""Measurements of ctxaudit: detection (what it finds and misses) and, later, speed."""
