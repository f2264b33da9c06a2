"""Audits recorded agent sessions: what left the context window, what stands in its place, what was done with it."""
