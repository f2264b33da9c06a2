"""Frozen values without the price: a type checker holds all code to it, and making one writes its fields directly."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from dataclasses import dataclass as _made

    def dataclass(*, frozen, **settings):
        """As `dataclasses.dataclass`, equal and hashed by value; that nobody writes to it later is not looked after."""
        return _made(unsafe_hash=frozen, **settings)
