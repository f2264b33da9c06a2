"""Verbatim tokens: what no rewrite may paraphrase, how it is found in texts, compared, and mistaken for another.

Imports nothing of the rest of the package: texts in, tokens and verdicts about tokens out.
"""

from ctxaudit.verbatim.alike import Alike
from ctxaudit.verbatim.arguments import reading
from ctxaudit.verbatim.canonical import fold_space, name_of, value_of
from ctxaudit.verbatim.columns import extract, extract_one, occurrences, token_from
from ctxaudit.verbatim.compare import holds, same, stands_in
from ctxaudit.verbatim.encodable import encodable, utf8
from ctxaudit.verbatim.literal import literal_in
from ctxaudit.verbatim.misses import Sighting, near, nearest
from ctxaudit.verbatim.near_index import NearIndex
from ctxaudit.verbatim.occurrences import Occurrences
from ctxaudit.verbatim.threads import side_by_side
from ctxaudit.verbatim.tokens import Reading, Token
from ctxaudit.verbatim.word_hits import WordFinder

__all__ = [
    "Alike",
    "NearIndex",
    "Occurrences",
    "Reading",
    "Sighting",
    "Token",
    "WordFinder",
    "encodable",
    "extract",
    "extract_one",
    "fold_space",
    "holds",
    "literal_in",
    "name_of",
    "near",
    "nearest",
    "occurrences",
    "reading",
    "same",
    "side_by_side",
    "stands_in",
    "token_from",
    "utf8",
    "value_of",
]
