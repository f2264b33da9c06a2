"""Generates debugging runs under two context policies, with the truth about each run in a side file.

`rewrite-then-rank`: the oldest reads are rewritten into prose, the prose is ranked against what is left, and the
low-ranked raw reads go. `rank-the-source`: the reads are ranked as they are, what the seed's five patterns match is
pinned, and only then are the survivors rewritten and the others evicted.

A run makes one to three claims, each with one identifier of some class, and cites it. In a known number of runs one
of them is wrong, a near miss of what the log said or an identifier that no log of the run held, and in some of these
the run acts on it. All else is drawn alike for right and wrong runs: what is read, how it is worded, where the fact
stands, what leaves and how, how a right identifier is spelled, and what is acted on.

usage: python -m benchmarks.detection.runs FOLDER [SEED]     writes FOLDER/rewrite-then-rank and FOLDER/rank-the-source
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal

from benchmarks.detection.naive import extract_pinned
from benchmarks.detection.words import (
    ASSERTIONS,
    FILLERS,
    PLACES,
    QUESTIONS,
    SENTENCES,
    SHORT_ASSERTIONS,
    SUMMARIES,
    SYMPTOMS,
    TOOLS,
)
from tests.facts import Fact, Facts

Policy = Literal["rewrite-then-rank", "rank-the-source"]
Json = dict[str, Any]
RUNS = 400
WRONG: dict[Policy, tuple[int, int]] = {"rewrite-then-rank": (31, 9), "rank-the-source": (2, 0)}


@dataclass(frozen=True, slots=True)
class Claim:
    """What a run says: a fact, with the token that it says instead of the fact's own. `how`: "", near, invented."""

    fact: Fact
    token: str
    how: str = ""
    acted: bool = False


def write_runs(folder: Path, policy: Policy, seed: int, runs: int = RUNS) -> Path:
    """The traces in a folder, and beside it the truth: run id -> wrong, acted, kind, how, respelled. Returns its path.

    Fewer runs have proportionally fewer wrong ones, at least one.
    """
    rng = Random(f"{policy}:{seed}")
    folder.mkdir(parents=True, exist_ok=True)
    wrong, acted = (-(-count * runs // RUNS) for count in WRONG[policy])
    chosen = rng.sample(range(runs), wrong)
    truth: dict[str, Json] = {}
    for number in range(runs):
        run = Run(rng, policy, f"{policy}-{seed}-{number:03d}")
        told = run.tell(wrong=number in chosen, acted=number in chosen[:acted])
        text = "".join(json.dumps(event) + "\n" for event in run.events)
        (folder / f"{run.id}.jsonl").write_text(text, encoding="utf-8")
        truth[run.id] = {
            "wrong": told.token if told.how else "",
            "acted": told.how != "" and told.acted,
            "kind": told.fact.kind,
            "how": told.how,
            "respelled": run.respelled,
        }
    path = folder.with_name(f"{folder.name}.truth.json")
    path.write_text(json.dumps(truth, indent=1), encoding="utf-8")
    return path


class Run:
    """One run, written event by event. Its id and header say nothing of what is wrong with it."""

    def __init__(self, rng: Random, policy: Policy, run_id: str) -> None:
        self.rng = rng
        self.policy = policy
        self.id = run_id
        self.facts = Facts(rng, SENTENCES)
        self.events: list[Json] = []
        self.turn = 0
        self.place = rng.choice(PLACES)
        self.reads: dict[str, str] = {}  # id: text
        self.told: dict[str, str] = {}  # token: id of the read that holds it
        self.respelled = False  # a right claim spells its token otherwise than the log

    def tell(self, *, wrong: bool, acted: bool) -> Claim:
        """Writes the run and says its one claim that matters: the wrong one, or any."""
        known = self.opening()
        claims = self.claims(known, wrong=wrong, acted=acted)
        self.turn += 1
        if self.policy == "rewrite-then-rank":
            self.rewrite_then_rank(claims)
        else:
            self.rank_the_source()
        for number, claim in enumerate(claims, 1):
            self.turn += 1
            self.claim(claim, number)
        return next((claim for claim in claims if claim.how), claims[0])

    def put(self, kind: str, **keys: Any) -> None:
        self.events.append({"type": kind, "turn": self.turn, **keys})

    def add(self, name: str, role: str, text: str, /, **keys: Any) -> None:
        self.put("add", span={"id": name, "text": text, "role": role, **keys})

    # --- what is read ---

    def opening(self) -> list[Fact]:
        rng = self.rng
        citations = rng.choice(["explicit", "both"])
        labels = {"policy": self.policy}
        header = {"type": "trace", "version": 1, "id": self.id, "citations": citations, "labels": labels}
        self.events.append(header)
        self.add("sys", "system", "You debug services. Say what you found and where.")
        question = rng.choice(QUESTIONS).format(place=self.place, symptom=rng.choice(SYMPTOMS))
        self.add("u1", "user", question)
        known: list[Fact] = []
        for number in range(1, rng.randint(4, 8)):
            self.turn = number
            facts = [self.facts.fact() for _ in range(rng.choice([0, 1, 1, 2]))]
            facts += [self.facts.fact("number")] if number == 1 else []
            known += facts
            self.read(f"r{number}", facts)
        return known

    def read(self, name: str, facts: Sequence[Fact]) -> None:
        rng = self.rng
        lines = [f"{self.place}, part {rng.randint(2, 9)} of the log.", *rng.sample(FILLERS, rng.randint(1, 4))]
        for fact in facts:
            lines.insert(rng.randint(1, len(lines)), f"{fact.sentence[0].upper()}{fact.sentence[1:]}.")
            self.told[fact.token] = name
        self.reads[name] = rng.choice([" ", "\n"]).join(lines)
        self.add(name, "tool", self.reads[name], kind="read")

    # --- what is said ---

    def claims(self, known: Sequence[Fact], *, wrong: bool, acted: bool) -> list[Claim]:
        """One to three; one of them is wrong in a wrong run, and a wrong one is acted on only when told."""
        rng = self.rng
        several = rng.sample(known, min(len(known), rng.randint(1, 3)))
        claims = [self.right(fact) for fact in several]
        if wrong:
            claims[rng.randrange(len(claims))] = self.wrong(known, acted=acted)
        return claims

    def right(self, fact: Fact) -> Claim:
        spelled = fact.respelled if fact.respelled and self.rng.random() < 0.3 else fact.token
        self.respelled |= spelled != fact.token
        return Claim(fact, spelled, acted=self.rng.random() < 0.5)

    def wrong(self, known: Sequence[Fact], *, acted: bool) -> Claim:
        """With a pinned block only what the partitioner misses can go wrong: the unquoted prose number."""
        rng = self.rng
        if self.policy == "rank-the-source":
            about = rng.choice([fact for fact in known if fact.kind == "number"])
        else:
            kinds = sorted({fact.kind for fact in known})
            kind = rng.choice(kinds)
            about = rng.choice([fact for fact in known if fact.kind == kind])
        if rng.random() < 0.5:
            return Claim(about, about.near, "near", acted)
        return Claim(about, self.facts.fact(about.kind).token, "invented", acted)

    def claim(self, claim: Claim, number: int) -> None:
        """In an answer, in a tool call, or in an answer that a tool call of the same turn acts on."""
        rng = self.rng
        said = self.sentence(claim)
        source = self.told[claim.fact.token]
        cite = {"token": claim.token, **({"span": source} if rng.random() < 0.5 else {})}
        action = rng.choice(sorted(TOOLS))
        way = rng.choice(["call", "call alone", "answer and call", "action"]) if claim.acted else "answer"
        if way.startswith("call"):
            self.call(f"c{number}", {"because": said, "target": claim.token}, action)
            self.put("cite", **cite, **{"in": f"c{number}"}, **({"action": action} if way == "call" else {}))
            self.result(f"c{number}", action)
            return
        self.add(f"a{number}", "assistant", said)
        self.put("cite", **cite, **{"in": f"a{number}"}, **({"action": action} if way == "action" else {}))
        if way == "answer and call":
            self.call(f"c{number}", {"target": claim.token}, action)
            self.result(f"c{number}", action)

    def sentence(self, claim: Claim) -> str:
        """The fact's own words with the claim's token, or a few words around the token."""
        if self.rng.random() < 0.7:
            return self.rng.choice(ASSERTIONS).format(claim=claim.fact.said_with(claim.token))
        token = f"`{claim.token}`" if claim.fact.kind == "quoted" else claim.token
        return self.rng.choice(SHORT_ASSERTIONS).format(token=token)

    def call(self, name: str, arguments: Json, action: str) -> None:
        self.add(name, "assistant", json.dumps(arguments), kind="tool-call", call_id=f"{name}-id", name=TOOLS[action])

    def result(self, name: str, action: str) -> None:
        self.add(f"{name}r", "tool", "done", kind="tool-result", call_id=f"{name}-id", name=TOOLS[action])

    # --- what the policies do ---

    def rewrite_then_rank(self, claims: Sequence[Claim]) -> None:
        """The oldest 60 % become prose; of what is left the lowest-ranked go, the terse ones first."""
        rng = self.rng
        names = list(self.reads)
        old = names[: max(1, len(names) * 6 // 10)]
        rest = [name for name in names if name not in old]
        self.rewrite(old, self.prose(claims, old))
        rng.shuffle(rest)
        order = ["m1", *rest]
        self.put("rank", order=[{"span": name, "score": round(0.9 - i / 10, 2)} for i, name in enumerate(order)])
        self.evict(rest[len(rest) - rng.randint(0, len(rest)) :])

    def prose(self, claims: Sequence[Claim], old: Sequence[str]) -> str:
        """Fluent and without identifiers, but for now and then one that is claimed later, right or wrong."""
        text = self.rng.choice(SUMMARIES).format(place=self.place)
        for claim in claims:
            if self.told[claim.fact.token] in old and self.rng.random() < 0.3:
                said = claim.fact.said_with(claim.token)
                text += f" {said[0].upper()}{said[1:]}."
        return text

    def rank_the_source(self) -> None:
        """The reads are ranked, the partitioner's tokens pinned in a block, the survivors rewritten."""
        rng = self.rng
        names = list(self.reads)
        order = rng.sample(names, len(names))
        kept = order[: rng.randint(1, len(order))]
        pinned = extract_pinned(" ".join(self.reads.values()))
        self.put("rank", order=[{"span": name} for name in order])
        self.add("pins", "memory", "Verbatim from the sources: " + "; ".join(pinned or ["none"]), pinned=True)
        if pinned:
            self.put("pin", tokens=pinned)
        self.rewrite(sorted(kept), rng.choice(SUMMARIES).format(place=self.place))
        self.evict([name for name in order if name not in kept])

    def rewrite(self, sources: Sequence[str], text: str) -> None:
        surrogate = {"id": "m1", "text": text, "role": "memory", "kind": "summary", "lossy": True}
        self.put("rewrite", sources=list(sources), surrogate={**surrogate, "provenance": list(sources)})

    def evict(self, names: Sequence[str]) -> None:
        if not names:
            return
        if self.rng.random() < 0.7:
            copies = {name: f"store://{name}" for name in names}
            self.put("evict", spans=list(names), reason="external-copy", copies=copies)
        else:
            self.put("evict", spans=list(names), reason="dispensable")


def main(folder: str, seed: str = "1") -> None:
    for policy in WRONG:
        write_runs(Path(folder) / policy, policy, int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
