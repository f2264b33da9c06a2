"""Writes a page with the templates of this package. Every text passes `safe` and is escaped; no template undoes that.

The file's own policy lets no script and no style run but the two that stand in it, by their hashes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from ctxaudit.reports import safe
from ctxaudit.reports.html.views import Page
from ctxaudit.reports.words import counted

if TYPE_CHECKING:
    from jinja2 import Environment


def written(page: Page) -> Iterator[str]:
    """The file, in pieces."""
    from markupsafe import Markup

    environment = _environment()
    style = environment.get_template("style.css").render()
    script = environment.get_template("script.js").render()
    yield from environment.get_template("page.html.j2").generate(
        page=page,
        style=Markup(style),  # noqa: S704 - no text of a trace stands in it
        script=Markup(script),  # noqa: S704
        policy=policy(style, script),
    )


def policy(style: str, script: str) -> str:
    """What the page may load: nothing. An icon that holds nothing keeps browsers from asking a server for one."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("ctxaudit.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_dead,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["counted"] = counted  # in imported templates too
    return environment


def _dead(value: object) -> object:
    """Text of a trace, and of ours: what is marked as markup is made by the templates alone."""
    return safe.visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
