"""An agent loop of thirty lines that records its own window; the model is a script, so that the example runs anywhere.

usage: python examples/plain_loop.py run.jsonl && ctxaudit audit run.jsonl
"""

import sys

from ctxaudit.recording import Recorder, RefusedEditError

LOGS = ["pump P-3 stops with fault FLT-2207 after 4500 ms", "pump P-4 runs, nothing to report", "valve V-9 sticks"]
BUDGET = 50


def model(window: dict[str, str]) -> str:
    """Answers from what it sees, as a model would."""
    fault = next((word for text in window.values() for word in text.split() if word.startswith("FLT-")), "unknown")
    return f"The fault is {fault}."


def main(path: str) -> None:
    window: dict[str, str] = {}
    with Recorder(path, id="pump-round", budget=BUDGET, strict=True) as record:
        window["u1"] = "Why does pump P-3 stop?"
        record.add("u1", window["u1"], "user")
        for number, log in enumerate(LOGS):
            record.turn()
            window[f"r{number}"] = log
            record.add(f"r{number}", log, "tool", kind="read", external_copy=f"file:///plant/{number}.log")
            if sum(map(len, window.values())) // 4 > BUDGET // 2:
                oldest = f"r{number - 1}"
                record.evict([oldest], "external-copy", copies={oldest: f"file:///plant/{number - 1}.log"})
                del window[oldest]
            record.call(sum(map(len, window.values())) // 4)
        answer = model(window)
        record.add("a1", answer, "assistant")
        try:
            record.cite(answer.split()[-1].rstrip("."), claim="a1", action="write report")
        except RefusedEditError as refused:
            print(f"not used as a fact: {refused}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "run.jsonl")
