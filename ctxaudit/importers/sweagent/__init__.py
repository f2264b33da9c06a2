"""SWE-agent trajectories: one JSON document, `*.traj`.

**What the log records.** Each step with the model's response, the command and its output; in newer files also the
whole prompt of the step (`query`, before that `messages`), as it was after the harness's history processors. The
`history` of the run without them.

**What it does not.** Sizes of prompts. In files without prompts: which old outputs the processors left out of them.
Such a file is read as a history from which nothing ever left, and the notes say so.

**The window.** The prompt of the step, where there is one. Prompts have no ids, so messages are told apart by what they
say (`derived`). An output that became `Old environment output: (N lines omitted)` is truncated, with that line as a
stub in its place: no copy of it can be read by the agent. Where the run's own tags call the output one to remove, it is
evicted as dispensable; one that they call one to keep is pinned.

**Traps.** The issue and every output are messages in the user's role; the first is the human's, the demonstration is
the host's. In the older dialect the command is a block of the answer's text: it is a span of its own here, a call of
the shell, with the output bound to it. In `messages` the step's own answer may stand at the end: it is left off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ctxaudit.importers._document import document, whole
from ctxaudit.importers._values import listed, part, said
from ctxaudit.importers.sweagent.messages import answer_of, has_prompt, is_answer, prompt_of
from ctxaudit.importers.sweagent.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Trace

NAME = "sweagent"
TITLE = "SWE-agent trajectory"
CLASS: Literal["snapshots"] = "snapshots"
TOLERANCE = "No sizes are recorded."
RECORDS = ("each step's response, command and output", "in newer files the whole prompt of each step")
UNKNOWN = (
    "sizes of prompts",
    "in files without prompts: which old outputs were left out of them",
)
WHERE: tuple[str, ...] = ()


_GUESSED = "the steps hold no prompts: what the history processors left out of them is not in the log"


def read(source: Source) -> list[Trace]:
    """The one trace of the document."""
    found = document(source.text(), "trajectory")
    history = listed(found.fields.get("history"))
    steps = [step if isinstance(step, dict) else {} for step in found.records]
    prompts = [prompt_of(step, history, number) for number, step in enumerate(steps, 1)]
    replay, tally = Replay(Window(source.name, numbered="record")), Tally()
    for number, (step, prompt) in enumerate(zip(steps, prompts, strict=True), 1):
        if prompt is None:
            tally.not_context(number, "step (without a prompt)" if step else "no step")
            continue
        replay.step(number, prompt)
        following = prompts[number] if number < len(prompts) else None
        answers = sum(is_answer(message) for message in prompt)
        later = (following or [])[len(prompt) :] if has_prompt(step) else history[len(prompt) :]
        replay.answer(number, answer_of(step, later, history, answers), answers)
        tally.event(number)
    if found.problem is not None:
        tally.problem(found.problem)
    guessed = any(prompt is not None and not has_prompt(step) for step, prompt in zip(steps, prompts, strict=True))
    return [
        Trace(
            path=source.path,
            format=NAME,
            header=_header(source, found.fields, steps),
            events=replay.window.events,
            problems=tally.problems,
            lines=tally.lines(),
            notes=(_GUESSED,) if guessed else (),
        )
    ]


def _header(source: Source, fields: Mapping[str, Any], steps: Sequence[Any]) -> Header:
    info = part(fields, "info")
    config = fields.get("replay_config")
    config = whole(config) if isinstance(config, str) else config
    agent = part(config, "agent") if isinstance(config, dict) else {}
    state = steps[0].get("state") if steps and isinstance(steps[0], dict) else None
    state = whole(state) if isinstance(state, str) else state
    version = said(info, "swe_agent_version")
    outcome = said(info, "exit_status")
    return Header(
        id=source.name.removesuffix(".traj"),
        agent=f"swe-agent {version}" if version else "swe-agent",
        model=said(part(agent, "model"), "name"),
        citations="implicit",
        cwd=said(state, "working_dir") if isinstance(state, dict) else None,
        labels={"outcome": outcome} if outcome else {},
    )
