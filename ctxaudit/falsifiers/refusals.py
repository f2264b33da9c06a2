"""What a sentence with a cue may be instead of a falsifier: a question, a plan, a guess, the behaviour of a program."""

from typing import Final

from ctxaudit.falsifiers.patterns import Refusal

REFUSALS: Final[tuple[Refusal, ...]] = (
    Refusal(
        "question",
        r"\?\W*$",
    ),
    Refusal(
        "condition",
        r"^\W*(?:if|when|whenever|unless|in case|assuming|suppose|once|until|should we|what if|whether)\b",
        unless=r"\b(?:we|I) (?:rejected|reverted|abandoned|ruled out)\b",
    ),
    Refusal(
        "expectation",
        r"\bexpect(?:ed|s|ing)?\b.{0,20}\b(?:fail|error|reject|throw|to (?:be )?|:)|(?-i:\bFAIL(?:ED|S)?\b)"
        r"|\(RED\)|\bassert(?:s|ion)?\b",
    ),
    Refusal(
        "behaviour",
        r"\b(?:should|must|will|would|can|could|may|might|to) (?:then |also |always |simply |just )?"
        r"(?:be |get )(?:rejected|discarded|dropped|dismissed|abandoned|reverted|rolled back|deferred"
        r"|skipped)\b",
    ),
    Refusal(
        "refused-input",
        r"\b(?:requests?|quotes?|payments?|tokens?|logins?|connections?|packets?|messages?|inputs?|rows?"
        r"|records?|promises?|users?|transactions?|events?|calls?|values?|entries|files?|sessions?|lines?"
        r"|turns?|blobs?)\W{1,3}(?:\w+ )?(?:was|were|is|are|gets?|got|being|been) (?:\w+ )?"
        r"(?:rejected|dropped|discarded|skipped|deferred|abandoned)\b",
    ),
    Refusal(
        "intention",
        r"^\W*(?:I'll|I will|I'm going to)\b",
        unless=r"\b(?:don't|do not|never|avoid|not|instead of|rather than)\b",
    ),
    Refusal(
        "request",
        r"^\W*(?:please |can you|could you|let's|let us|let me|I want|I'd like|I need to|I should|next,? I"
        r"|now I|(?:make|be) sure|ensure|verify|check|consider|see (?:if|why|whether))\b",
        unless=r"\b(?:don't|do not|never|avoid)\b",
    ),
    Refusal(
        "guess",
        r"\b(?:might|may|could|maybe|perhaps|possibly|probably|not sure|unclear|wondering|whether|in theory"
        r"|would it)\b.{0,40}\b(?:fail|break|reject|not work|overkill|not be|rule)",
    ),
    Refusal(
        "test-result",
        r"^\W*(?:\S+ ){0,2}(?:tests?|specs?|suite|assertions?|CI|lint(?:er)?)\b(?: \S+){0,3} "
        r"(?:fails?|failed|breaks?|broke|crash\w*)\b",
    ),
    Refusal(
        "reported-user",
        r"\bthe user (?:is|was|wants|asked|asks|reports?|can't|cannot|might|may|just)\b",
    ),
    Refusal(
        "possibility",
        r"\b(?:would|will|may|might|could|should|to) (?:have )?"
        r"(?:reject(?:ed)?|abandon(?:ed)?|revert(?:ed)?|rule(?:d)? out)\b|\b"
        r"(?:worth|before|without|can't|cannot|couldn't|haven't|hasn't|not) "
        r"(?:ruling|rule|ruled|be ruled|been ruled) (?:\w+ )?out\b",
    ),
    Refusal(
        "no-matter",
        r"\b(?:shouldn't|should not|doesn't|does not|won't) "
        r"(?:matter|happen|be (?:a|the|an) (?:problem|issue))\b",
    ),
    Refusal(
        "reassurance",
        r"\b(?:don't|do not|never) (?:forget|worry|hesitate|panic|bother me)\b",
    ),
    Refusal(
        "aside",
        r"\b(?:and|but|so|now) since\b|\b(?:just|merely|solely|simply|only|purely) because\b|\beven if\b|\b"
        r"(?:no longer|not|isn't) (?:a|the) (?:dead end|red herring)\b|\bthat (?:was|were) ruled out\b|\b"
        r"(?:what|something|anything|everything) (?:that )?(?:has been |have been |was |is |were |I |we )?"
        r"(?:already )?(?:tried|attempted)\b",
    ),
    Refusal(
        "envelope",
        r"</?[a-z][\w-]*>|^\W*(?:note|caveat)s?: the messages below|\bDO NOT respond\b",
    ),
)
