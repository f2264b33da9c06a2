"""What is needed is what the package names: the libraries for arrays and tables that others bring are not used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.speed.native import native_trace

CODE = """
import sys
sys.modules.update(dict.fromkeys({absent!r}))  # as if they were not installed
sys.argv = ["ctxaudit", "audit", {path!r}, "--format", "json", "--exit-zero", "--statistics"]
from ctxaudit.cli import main
main()
"""
BROUGHT_BY_OTHERS = ["numpy", "pandas", "pyarrow"]


def audited(path: Path, absent: list[str]) -> str:
    code = CODE.format(absent=absent, path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_trace_that_needs_the_columns_is_audited_without_them(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    native_trace(path, 1 << 19)
    assert audited(path, BROUGHT_BY_OTHERS) == audited(path, [])
