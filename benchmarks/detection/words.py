"""What the runs talk about: debugging, in many wordings, one identifier of each class to a sentence."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, ...]] = {
    "hex-id": (
        "bisect ends at commit {token}, the first bad one",
        "the image was built from {token} on a laptop",
        "rolled forward to {token} shortly after lunch",
    ),
    "uuid": ("the session {token} never got its lock back", "request {token} was answered twice"),
    "url": ("the probe of {token} comes back empty", "retries pile up against {token} from then on"),
    "address": ("the peer at {token} hangs up first", "all writes end at {token} and stay there"),
    "port": ("the listener is bound to {token} and refuses the peer", "nothing answers on {token} after the restart"),
    "code": ("the fault register shows {token} at each stop", "the first line of every dump is {token}"),
    "file-line": ("the traceback ends in {token} inside the loop", "the assertion at {token} trips on each start"),
    "path": ("the lock is left behind in {token} by the old worker", "the wrong table is read from {token} at boot"),
    "version": ("it began when {name} {token} was rolled out", "the node still runs {name} {token} today"),
    "api-name": ("the flame graph is all {token} from top to bottom", "the stuck thread sits in {token} for hours"),
    "number": ("the supervisor kills it after a {token} on every node", "the config has a {token} for the pool"),
    "quoted": ("the log repeats `{token}` at each stop", "the last words are `{token}` and then it is quiet"),
}  # fmt: skip
PLACES = (
    "billing importer", "tide gauge feed", "night scheduler", "label printer", "seat map", "mail relay", "map tiler",
    "grain silo monitor", "ticket gate", "photo archive", "tram timetable", "lab freezer log", "quarry scale",
    "harbour crane", "bakery oven", "parcel router", "kiosk build", "weather mast",
)  # fmt: skip
SYMPTOMS = ("stalls", "drops rows", "restarts", "answers late", "loses its lock", "writes twice", "goes blind at noon")
QUESTIONS = (
    "The {place} {symptom}. Find out why.",
    "Since Tuesday the {place} {symptom}; what is behind it?",
    "Can you see why the {place} {symptom} and put it right?",
)
FILLERS = (
    "The usual lines repeat for every shift and nothing in them looks new.",
    "Half of the entries are heartbeats, the rest are retries with the same shape.",
    "The layout is the old one, with one paragraph for each device.",
    "Most of it is start-up chatter, then a long quiet stretch.",
    "Someone left remarks between the entries, none of them about the failure.",
    "The clock of this host is off, so the order of entries is a guess.",
)
ASSERTIONS = (
    "The cause is settled: {claim}.",
    "What I remember from the log is that {claim}, and that explains the failure.",
    "It comes down to this: {claim}.",
    "I am confident about one thing: {claim}.",
    "From what I read earlier, {claim}.",
)
SHORT_ASSERTIONS = ("It is {token} that we want.", "I start from {token} here.", "Everything points at {token} now.")
SUMMARIES = (
    "The logs of the {place} were read; one of them names the cause of the failure, the rest is routine.",
    "Read the reports on the {place}. The failure has one clear cause, named in the log; other entries are noise.",
    "Of the material on the {place}, a single entry matters and it points at the cause.",
)
TOOLS = {"write config": "set_config", "file patch": "apply_patch", "restart service": "restart"}
