"""Where bytes lie: a file of this machine, a URL, a pipe or standard input; and what lies beside them."""

from __future__ import annotations

import io
import os
import posixpath
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from errno import ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from functools import cached_property
from glob import has_magic
from typing import Any, BinaryIO, Protocol

from ctxaudit.ingest.spool import Spool

NOT_THERE = (ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP)  # errors that say no more than that there is nothing of that name
_EXTRAS = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs", "http": "http", "https": "http"}
_HINTS = {
    "NoCredentialsError": "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
    "or FSSPEC_S3_ANON=true for what is public",
}
_OF_STORES = ("AWS_", "AZURE_", "FSSPEC_", "GCSFS_", "GOOGLE_", "S3FS_", "STORAGE_EMULATOR_HOST")


class Place(Protocol):
    @property
    def path(self) -> str: ...

    def open(self) -> BinaryIO: ...
    def size(self) -> int | None: ...
    def beside(self, name: str) -> Place | None: ...
    def members(self, folder: str) -> list[Place]: ...


def plain(path: str) -> str:
    """The path that a `file://` URL means; any other as it is. `%20` is a blank where no file has it in its name."""
    if not path.startswith("file://"):
        return path
    path = path.removeprefix("file://")
    path = path.removeprefix("localhost") if path.startswith("localhost/") else path
    if "%" not in path or os.path.lexists(path):
        return path
    from urllib.parse import unquote

    return unquote(path)


def place(path: str) -> Place:
    path = plain(path)
    if "://" in path:
        return Remote(path)
    if path == "-" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)):
        return Pipe(path)
    return Local(path)


@dataclass(frozen=True, slots=True)
class Settings:
    """What tells file systems behind URLs how to reach them: variables, and the configuration of fsspec by scheme."""

    variables: Mapping[str, str]
    schemes: Mapping[str, Any]


def settings() -> Settings:
    """Those of this process, for one on another machine."""
    known = sys.modules.get("fsspec.config")
    return Settings(
        {name: value for name, value in os.environ.items() if name.startswith(_OF_STORES)},
        {} if known is None else dict(known.conf),
    )


def use(given: Settings) -> None:
    """To be called before the first URL is opened: a connection that is there keeps its own."""
    os.environ.update(given.variables)
    if given.schemes:
        from fsspec.config import conf  # type: ignore[import-untyped]

        conf.update(given.schemes)


def inside(name: str) -> bool:
    """A relative path that cannot climb out of its folder."""
    parts = name.replace("\\", "/").split("/")
    return (
        bool(name)
        and "\0" not in name
        and not name.startswith(("/", "\\"))
        and ".." not in parts
        and ":" not in parts[0]
    )


@dataclass(frozen=True)
class Local:
    path: str

    def open(self) -> BinaryIO:
        return io.FileIO(self.path)

    def size(self) -> int | None:
        return os.path.getsize(self.path)

    def beside(self, name: str) -> Place | None:
        path = os.path.join(os.path.dirname(self.path), name)
        return Local(path) if inside(name) and os.path.isfile(path) and self._holds(path) else None

    def members(self, folder: str) -> list[Place]:
        if not inside(folder):
            return []
        top = os.path.normpath(os.path.join(os.path.dirname(self.path), folder))

        def shut(error: OSError) -> None:
            """A folder of the log's own must be seen whole; what else lies beside the log may be another's."""
            if error.errno not in NOT_THERE and (error.filename == top or folder != "."):
                raise error

        found = [os.path.join(where, name) for where, _, names in os.walk(top, onerror=shut) for name in names]
        return [Local(path) for path in sorted(found) if os.path.isfile(path) and self._holds(path)]

    def _holds(self, path: str) -> bool:
        """A link that leads out of the folder is not followed: a log is not to be trusted with other files."""
        return os.path.realpath(path).startswith(os.path.join(self._folder, ""))

    @cached_property
    def _folder(self) -> str:
        return os.path.realpath(os.path.dirname(self.path) or ".")


@dataclass(frozen=True)
class Remote:
    path: str

    @property
    def _web(self) -> bool:
        return self.path.startswith(("http://", "https://"))

    @cached_property
    def _reached(self) -> tuple[Any, str]:
        import fsspec  # type: ignore[import-untyped]

        try:
            system, path = fsspec.core.url_to_fs(self.path)
        except ImportError as error:
            extra = _EXTRAS.get(self.path.partition("://")[0])
            raise OSError(f"pip install 'ctxaudit-replay[{extra}]' to read it" if extra else str(error)) from error
        return system, path

    def open(self) -> BinaryIO:
        with _as_os_error():
            system, path = self._reached
            stream: BinaryIO = system.open(path, "rb")
            return stream

    def size(self) -> int | None:
        with _as_os_error():
            system, path = self._reached
            size = system.size(path)
            return None if size is None else int(size)

    def beside(self, name: str) -> Place | None:
        if not inside(name):
            return None
        with _as_os_error():
            system, path = self._reached
            wanted = posixpath.join(posixpath.dirname(path.partition("?")[0] if self._web else path), name)
            return Remote(str(system.unstrip_protocol(wanted))) if system.isfile(wanted) else None

    def members(self, folder: str) -> list[Place]:
        if self._web or not inside(folder):
            return []
        with _as_os_error():
            system, path = self._reached
            found = system.find(posixpath.normpath(posixpath.join(posixpath.dirname(path), folder)))
            return [Remote(str(system.unstrip_protocol(path))) for path in sorted(found)]

    def below(self) -> dict[str, int] | None:
        """The URLs of all files below this folder, or that this pattern matches, with their bytes as stored.

        None where it is neither. A web server has no folders, and in its addresses `?` is no pattern.
        """
        if self._web:
            return None
        with _as_os_error():
            system, path = self._reached
            if not has_magic(path):
                return self._urls(system.find(path, detail=True)) if system.isdir(path) else None
            found: dict[str, int] = {}
            for one, told in system.glob(path, detail=True).items():
                folder = told.get("type") == "directory"
                found |= self._urls(system.find(one, detail=True) if folder else {one: told})
            return found

    def _urls(self, found: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
        system, _ = self._reached
        return {str(system.unstrip_protocol(path)): int(told.get("size") or 0) for path, told in found.items()}


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Each file system brings its own classes of error, and that of the web calls every one a missing file."""
    try:
        yield
    except FileNotFoundError as error:
        cause = error.__cause__
        if type(cause).__module__.startswith("aiohttp"):
            raise OSError(str(cause)) from error
        raise
    except OSError:
        raise
    except Exception as error:
        raise OSError(_said(error)) from error


def _said(error: BaseException) -> str:
    hint = _HINTS.get(type(error).__name__)
    return f"{error}; {hint}" if hint else str(error) or type(error).__name__


@dataclass(frozen=True)
class Pipe:
    """Standard input (`-`) or a named pipe. It can be read only once, so what it gave is kept."""

    path: str

    @cached_property
    def _content(self) -> Spool:
        if self.path == "-":
            return Spool(sys.stdin.buffer)
        with open(self.path, "rb") as pipe:
            return Spool(pipe)

    def open(self) -> BinaryIO:
        return self._content.open()

    def size(self) -> int | None:
        return self._content.size

    def beside(self, name: str) -> Place | None:  # noqa: ARG002
        return None

    def members(self, folder: str) -> list[Place]:  # noqa: ARG002
        return []
