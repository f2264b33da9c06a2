"""Tests of ctxaudit.corpus."""
