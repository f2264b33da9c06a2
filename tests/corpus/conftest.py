"""Servers of S3, of Google Cloud Storage and of the web on this machine, for the tests of what lies behind a URL."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from fsspec.config import conf  # type: ignore[import-untyped]

BUCKET = "depot"
Put = Callable[[Path, str], str]


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The address of a server with an empty bucket."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    pytest.importorskip("s3fs")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def s3(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Puts a folder's files below a prefix and gives its URL. The environment names the server and a key."""
    import boto3  # type: ignore[import-untyped]
    from s3fs import S3FileSystem  # type: ignore[import-untyped]

    for name, value in _settings(s3_server).items():
        monkeypatch.setenv(name, value)
    client = boto3.client("s3")
    client.create_bucket(Bucket=BUCKET)
    S3FileSystem.clear_instance_cache()

    def put(folder: Path, prefix: str) -> str:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            client.put_object(Bucket=BUCKET, Key=f"{prefix}/{path.relative_to(folder)}", Body=path.read_bytes())
        return f"s3://{BUCKET}/{prefix}"

    yield put
    S3FileSystem.clear_instance_cache()
    client.close()


def _settings(address: str) -> dict[str, str]:
    return {
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_SHARED_CREDENTIALS_FILE": "/no/such/file",
        "AWS_CONFIG_FILE": "/no/such/file",
        "AWS_EC2_METADATA_DISABLED": "true",
    }


@pytest.fixture(scope="session")
def gs_server() -> Iterator[str]:
    """The address of a server with an empty bucket, which lives in memory."""
    server = pytest.importorskip("gcp_storage_emulator.server").create_server(
        "127.0.0.1", 0, in_memory=True, default_bucket=BUCKET
    )
    server.start()
    yield f"http://127.0.0.1:{server._api._httpd.server_port}"
    server.stop()


@pytest.fixture
def gs(gs_server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Puts a folder's files below a prefix and gives its URL. The environment names the server and asks for no key."""
    monkeypatch.setenv("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")  # what asks for kinds of buckets needs TLS
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", gs_server)
    monkeypatch.setenv("FSSPEC_GS_TOKEN", "anon")
    gcsfs = pytest.importorskip("gcsfs")
    monkeypatch.setitem(conf, "gs", {"token": "anon"})
    gcsfs.GCSFileSystem.clear_instance_cache()
    system = gcsfs.GCSFileSystem(token="anon", endpoint_url=gs_server)

    def put(folder: Path, prefix: str) -> str:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            system.pipe_file(f"{BUCKET}/{prefix}/{path.relative_to(folder)}", path.read_bytes())
        return f"gs://{BUCKET}/{prefix}"

    yield put
    gcsfs.GCSFileSystem.clear_instance_cache()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address at which a server shows it, with a list of its files."""
    pytest.importorskip("aiohttp")
    folder = tmp_path / "web"
    folder.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
