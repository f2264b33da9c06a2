"""Masks credentials in text, and in every text of a report. Knows the shapes of secrets and nothing of traces.

A mask is as long as what it hides, so that offsets into a text stay right, and masking twice changes nothing. Keys of a
known make keep their prefix and get a short hash: one secret has one mask, two secrets have two. A bare hex id is never
masked, since commits, digests and ids look the same; one that is named a key or a bearer token is.
"""

from ctxaudit.secrets.reports import masked_report
from ctxaudit.secrets.text import masked

__all__ = ["masked", "masked_report"]
