"""Tests of what masks credentials."""
