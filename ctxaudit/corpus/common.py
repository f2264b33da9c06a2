"""What all processes of a pool have in common, loaded once, by importing this, before they part.

All but polars: it has threads, and they do not survive a fork. A process imports it when it needs it.
"""

from __future__ import annotations

import gc
from importlib import import_module

from ctxaudit.ingest.schema import checks, shapes
from ctxaudit.rules import load_rules

for _name in ("ctxaudit.corpus.one", "rapidfuzz.process"):
    import_module(_name)
load_rules()
checks()
shapes()
gc.collect()
gc.freeze()  # a collection writes to all that it looks at, and what is written to is in common no more
