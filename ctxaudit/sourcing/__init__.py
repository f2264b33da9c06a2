"""Where does a verbatim token stand at a moment? Claims with one verdict each, and what rewrites lost."""

from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.claims import Claim, read_claims
from ctxaudit.sourcing.losses import retention
from ctxaudit.sourcing.reasons import Reasons

__all__ = ["Book", "Claim", "Reasons", "read_claims", "retention"]
