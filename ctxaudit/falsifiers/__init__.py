"""Falsifiers: sentences that say why something did not happen, where they stand, and whether they are still there.

Works on plain texts; knows no trace, span or rule, so whose text may hold a falsifier is for the caller to say.
"""

from ctxaudit.falsifiers.folding import fold, held_verbatim
from ctxaudit.falsifiers.language import is_english
from ctxaudit.falsifiers.search import Falsifier, find
from ctxaudit.falsifiers.sentences import sentences
from ctxaudit.falsifiers.survival import Survival, Texts, Window, survival
from ctxaudit.falsifiers.words import content_stems

__all__ = [
    "Falsifier",
    "Survival",
    "Texts",
    "Window",
    "content_stems",
    "find",
    "fold",
    "held_verbatim",
    "is_english",
    "sentences",
    "survival",
]
