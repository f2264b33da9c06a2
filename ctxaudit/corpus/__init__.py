"""Many traces: finds the logs that a user's paths name, and audits them one after the other."""

from ctxaudit.corpus.find import Wanted, find
from ctxaudit.corpus.local import audit_paths, read_paths

__all__ = ["Wanted", "audit_paths", "find", "read_paths"]
