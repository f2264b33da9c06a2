"""The cues: the ways in which a sentence states why something did not happen or must not be done again."""

from typing import Final

from ctxaudit.falsifiers.patterns import Cue, loosely

# A sentence with a cue has one of these; most prose has none and is let go here.
TRIGGER: Final = (
    r"(?:n't|n’t|\bnot|\bnever|\bcannot|\bavoid|reject|\brul(?:ed|es)\b|abandon|scrapped|shelved|vetoed"
    r"|decided against|opted|gave up|walked back|revert|rolled back|\bund(?:id|one)\b|backed out|dropped"
    r"|discarded|dismissed|deferred|skipped|left|kept|held off|postponed|deliberately|intentionally"
    r"|consciously|\btried\b|attempt|instead of|rather than|over using|fail|br(?:eak|oke)|crash|h"
    r"(?:ang|ung)|deadlock|tim(?:es|ed) out|leak|corrupt|segfault|collapse|falls|infeasible|unviable"
    r"|unworkable|impractical|non-starter|poor |unsuitable|overkill|\btoo |dead[ -]end|red herring"
    r"|false lead|nothing to do with|wrong|false|incorrect|first|considered)"
)

# The order matters: the first cue that hits gives its name.
CUES: Final[tuple[Cue, ...]] = (
    Cue(
        "rejected-because",
        r"(?:^\W*(?:ruled out|abandoned|scrapped|shelved|decided against|decided not to|opted not to"
        r"|opted against|gave up on|rejected (?:for|per|on|as|in favou?r))"
        r"|(?:\b(?:was|were|is|are|been|got|we|I|they|already|explicitly|deliberately|and|but|then|also|later"
        r"|finally|it|that|this|user|human|reviewer|maintainer|team|customer|owner|he|she)|[:—–;|-]|\)) "
        r"(?:\w+ly |then |also |first )?"
        r"(?:rejected|ruled(?: it| that| this| them)? out|abandoned|scrapped|shelved|vetoed|decided against"
        r"|decided not to|chose not to|opted not to|opted against|backed out of|gave up on|walked back))\b"
        r"(?:{GAP}{0,140}?(?:{WHY}|{TURN})|{GAP}{0,80}?(?:: |\s[—–]\s)\S.{12})|(?:^|[,;:—–(] ?)"
        r"(?:rejected|dropped|abandoned|reverted|scrapped|skipped|discarded|deferred),? (?:\w+ )?"
        r"(?:because|since {ITS}|due to|as it)\b",
        words="reject|ruled|abandoned|scrapped|shelved|vetoed|decided |chose not|opted |backed out|gave up"
        "|walked back|dropped|reverted|skipped|discarded|deferred",
    ),
    Cue(
        "undone-because",
        r"\b(?:reverted|rolled back|undid|undone|backed out)\b{GAP}{0,120}?{WHY}",
        words="reverted|rolled back|undid|undone|backed out",
    ),
    Cue(
        "left-out",
        r"\b(?:was|were|is|are) (?:\w+ly )?left out\b{GAP}{0,80}?{WHY}",
        words="left out",
    ),
    Cue(
        "dropped-because",
        r"\b(?:(?:we|I|they) (?:\w+ly |also |then |had )?"
        r"|(?:approach|option|idea|plan|variant|version|design|patch|proposal|alternative|experiment|spike"
        r"|library|feature|change)\b(?: \S+){0,3} (?:was|were|got) (?:\w+ly |then |later )?)"
        r"(?:dropped|discarded|dismissed|deferred|skipped|left out|held off|postponed)\b{GAP}{0,120}?{WHY}",
        words="dropped|discarded|dismissed|deferred|skipped|left out|held off|postponed",
    ),
    Cue(
        "not-done-because",
        r"(?:^\W*(?:did not|didn't|could not|couldn't) {DO}\b{GAP}{0,140}?{WHY})|\b"
        r"(?:(?:was|were|is|are)(?:n't| not| never) {USED}|(?:we|I|they) (?:deliberately |intentionally )?"
        r"(?:did not|didn't|do not|don't|could not|couldn't|can't|cannot|never) {DO}"
        r"|(?:deliberately|intentionally|consciously) "
        r"(?:excluded|omitted|left out|not|skipped|kept out|avoid\w*)|(?:left|kept|leave|leaving) "
        r"(?:\S+ ){1,5}?(?:as[- ]is|alone|unchanged|untouched|verbatim|out))\b{GAP}{0,140}?{WHY}",
        words="n't| not|cannot|never|deliberately|intentionally|consciously|left |kept |leave |leaving ",
    ),
    Cue(
        "since-not",
        r"^\W*(?:but |and |so )?(?:since|because)\b{GAP}{8,140}?, (?:so )?(?:we|I|they) "
        r"(?:can't|cannot|could not|couldn't|won't|shouldn't|should not|must not|did not|didn't|rejected|ruled"
        r"|reverted|dropped|abandoned|avoided)\b|^\W*(?:since|because)\b{GAP}{0,100}?{NOT}\b{GAP}{3,60}?, "
        r"(?:so )?(?:I|we) {GAP}{0,70}?\b(?:instead of|rather than)\b",
        words="n't| not|cannot|rejected|ruled|reverted|dropped|abandoned|avoided|instead of|rather than",
    ),
    Cue(
        "so-not-done",
        r"\b(?:so|hence|therefore|which is why) (?:we|I|they|it was|they were) (?:\w+ly )?"
        r"(?:rejected|abandoned|reverted|ruled (?:it|that|this)? ?out|dropped|gave up|backed out|decided "
        r"(?:against|not to)|did not use|didn't use|could not use|couldn't use|can't use|cannot use|can't "
        r"(?:just|simply)|can't fix)\b",
        words="n't| not|cannot|rejected|abandoned|reverted|ruled|dropped|gave up|backed out|decided ",
    ),
    Cue(
        "label",
        r"^\W*(?:rejected(?: alternatives?| approach(?:es)?| hypothes[ie]s| options?| ideas?)?"
        r"|alternatives? rejected|ruled out|not (?:chosen|used|viable|an option|pursued)|dead[ -]ends?"
        r"|abandoned|do not (?:retry|reintroduce|revisit)|don't (?:retry|reintroduce|revisit)|considered "
        r"(?:and|but) rejected|tried and failed|failed (?:attempts?|approach(?:es)?)|what "
        r"(?:didn't|did not) work|why not [^:?.]{2,60})\W*(?:\([^)]*\))?\s*(?:[:—–]|\s-\s)\W*\S.{12,}",
        words="n't| not|not |reject|ruled out|dead end|dead-end|abandoned|tried and failed|failed ",
    ),
    Cue(
        "tried-but",
        r"\b(?:(?:we|I|they|already|first|also|been|was|were|having) (?:tried|attempted)|^\W*"
        r"(?:tried|attempted)|(?:first|initial|earlier|previous|original|second|my|our) "
        r"(?:attempt|approach|fix|try|idea|theory|hypothesis|implementation)s?)\b{GAP}{3,160}?"
        r"(?:\b(?:but|however|yet)\b,? (?:"
        r"(?:it|that|this|they|the|there|its|no|none|only|then|still|every|each|all|a|an|my|our|even)\b"
        r"|{GAP}{0,40}?\b(?:failed|fails|broke|breaks|crashed|hung|{NOT}|deadlocked|reverted|rejected"
        r"|unable)\b)|\b(?:failed|broke|crashed|deadlocked|{NOT} (?:work|help|fix|compile))\b|\bwas wrong\b"
        r"|\bturned out\b)",
        words="tried|attempt| approach| fix| try| idea| theory| hypothesis| implementation",
    ),
    Cue(
        "no-work",
        r"\b{NOT} (?:actually |really |quite |even |also |reliably )?"
        r"(?:work|help|fix (?:it|this|that|the)|solve|suffice|scale|cut it|hold up)\b"
        r"(?:{GAP}{0,100}?{WHY}| (?:\S+ ){0,5}?(?:when|under|without|unless)\b|{GAP}{0,40}?{TURN})",
        words="n't| not|cannot|never",
    ),
    Cue(
        "no-work-paren",
        r"\b{NOT} (?:actually |really )?(?:work|help) \(",
        words="n't| not|cannot|never",
    ),
    Cue(
        "unsupported-so",
        r"\b{NOT} (?:support|allow|expose|provide|have|handle|offer|accept)\b{GAP}{2,120}?"
        r"(?:,? so (?:we|I|it|this|that|they) (?:can(?:'t|not)|could(?:n't| not)|won't|had to)\b"
        r"|\bruling out\b)",
        words="n't| not|cannot|never",
    ),
    Cue(
        "not-the-cause",
        r"\b(?:(?:is|was|are|were)(?:n't| not)|(?:it|that|this)'s not) (?:actually |really |in fact )?"
        r"(?:the (?:\w+ )?(?:cause|culprit|bug|bottleneck|reason|source)|the "
        r"(?:root |real |actual |underlying )?(?:problem|issue)|the one (?:causing|responsible)|(?:root|to) "
        r"(?:cause|blame)|caused by|due to|because of"
        r"|(?:failing|happening|broken|slow|crashing|wrong|flaky|timing out) (?:because|due to))\b|^"
        r"(?:\S+ ){0,12}(?:it|this|that|issue|problem|failure|error|bug|crash|regression|slowdown|flake) "
        r"(?:has|had|have) nothing to do with\b|\brules (?:it |that |this |them )?out\b|\bruled "
        r"(?:it |that |this |them )?out \w+ \w+|\b(?:is|was|were|are|been) (?:\w+ )?ruled out\b|\b"
        r"(?:is|was|were|be|proved|hit|reached|a|another) (?:a |an )?(?:\w+ )?"
        r"(?:false lead|red herring|dead end)\b",
        words="n't| not|cannot|nothing to do with|rules |ruled |false lead|red herring|dead end",
    ),
    Cue(
        "it-was-not",
        r"^\W*(?:so |but |no, )?(?:it|this|that) (?:was|is)(?:n't| not) the \S+(?: \S+){0,2}?"
        r"(?:; | [—–-]{1,2} |: )\S.{8}|\b(?:theory|hypothesis|idea|assumption|guess|approach|diagnosis|fix)\b"
        r"(?: \S+){0,5}? (?:(?:turned out|proved) (?:to be )?(?:wrong|false|incorrect)\b|(?:was|is) "
        r"(?:wrong|false|incorrect)(?::| because| since| [—–-]))",
        words="n't| not|cannot|wrong|false|incorrect",
    ),
    Cue(
        "must-not-because",
        r"(?:(?:(?:^|[:;,—–(] ?|\band |\bbut |\bso |\bplease )\W*(?:do not|don't|avoid)|\b"
        r"(?:must not|mustn't|should not|shouldn't|(?:we|you|I) (?:do not|don't) "
        r"(?:want (?:it|this|that|to use|to add|to have|any|a)|need (?:a|an|the|to)|use|rely|trust|allow))"
        r"|(?:^|[:;(—–] ?|\bplease )\W*never|\bmust (?:not|never)|\bshould never)\b \S+{GAP}{3,150}?"
        r"(?:\bbecause\b|\bsince {ITS}\b|, as (?:it|they|there|this) \w+|(?:\s[—–-]{1,2}\s|: |; )"
        r"(?:it|they|this|that|doing so) (?:\w+ )?"
        r"(?:breaks?|causes?|will|would|is|was|are|can|fails?|loses?|leaks?|deadlocks?|crash(?:es)?|corrupts?"
        r"|does|has|hides?|trips?|blocks?|gets?|makes?)|\b(?:or|or else) (?:it|you|we|they)"
        r"(?:'ll| will| would| may| can)\b|[,;] otherwise \w+|: (?:both|each|every|all|two|there)\b|, "
        r"(?:it|they|this) \w+s\b)|^\W*(?:do not|don't|never|avoid) [^:]{3,100}?: (?:the|a|an|our|its|their) "
        r"(?:\S+ ){1,4}?\w+(?:s|ed)\b|(?:^|[:;] ?|\bplease )\W*"
        r"(?:do not|don't|never|avoid) \S+{GAP}{3,100}?\. (?:It|They|This|That) (?:\w+ )?"
        r"(?:breaks?|causes?|fails?|loses?|leaks?|deadlocks?|crash(?:es)?|corrupts?|hides?)\b)",
        words="n't| not|cannot|never|avoid",
    ),
    Cue(
        "cannot-because",
        r"\b(?:can(?:'t|not)|could(?:n't| not)|can not) "
        r"(?:be (?:{USED}|reached|relied on|shared|trusted|built|replaced|avoided|represented)"
        r"|{DO})\b{GAP}{0,140}?(?:\bbecause\b|\bsince {ITS}\b|\bdue to (?:[^b]|b[^e])|\s[—–-]{1,2}\s"
        r"(?:that|it|they|this) (?:would|will|\w+s)\b)",
        words="n't| not|cannot",
    ),
    Cue(
        "instead-because",
        r"\b(?:instead of|rather than|over using|not using)\b(?:[^.;:—–!?]|[.!?]\S){2,110}?"
        r"(?:\bbecause\b|[^dtos,] ?,? since {ITS}\b|, since {ITS}\b|\bdue to (?:[^b]|b[^e]))",
        words="not | not|cannot|instead of|rather than|over using",
    ),
    Cue(
        "other-failed",
        r"\b(?:because|since|as) (?:the )?"
        r"(?:alternatives?|others?|other \w+|first \w+|previous \w+|earlier \w+"
        r"|(?:option|approach|plan|variant) \w+) (?:\w+ )?"
        r"(?:failed|fails|broke|breaks|crashed|lost|leaked|deadlocked|timed out|did not|didn't|does not"
        r"|doesn't|could not|couldn't|was too|were too)\b",
        words="n't| not|cannot|fail|broke|breaks|crashed|lost|leaked|deadlocked|timed out|was too|were too",
    ),
    Cue(
        "fails-when",
        r"\b(?:approach|attempt|fix|patch|option|solution|workaround|upgrade|migration|variant|strategy|idea"
        r"|hypothesis|theory|trick|rewrite|refactor)\b(?: \S+){0,4}? "
        r"(?:fails|failed|breaks|broke|crashes|crashed|hangs|hung|deadlocks|deadlocked|times out|timed out"
        r"|leaks|leaked|corrupts|corrupted|segfaults|segfaulted|collapses|falls (?:over|apart))\b "
        r"(?:\S+ ){0,4}?(?:when|because|with|under|if|due to|since|as soon as|once)\b",
        words="fails|failed|breaks|broke|crashes|crashed|hangs|hung|deadlock|times out|timed out|leaks|leaked"
        "|corrupts|corrupted|segfault|collapses|falls over|falls apart",
    ),
    Cue(
        "not-viable",
        r"\b(?:not|isn't|wasn't|aren't|weren't|never) (?:a |an )?(?:\w+ )?"
        r"(?:viable|feasible|option|practical|worth (?:it|\w+ing|the \w+)|suitable|workable|good enough"
        r"|fit)\b{GAP}{0,100}?(?:{WHY}|{TURN})|(?:\b|\s)"
        r"(?:infeasible|unviable|unworkable|impractical|non-starter|poor (?:fit|match|choice)|unsuitable"
        r"|overkill)\b{GAP}{0,120}?(?:{WHY}|{TURN}|\bfor\b|, so\b)|\b"
        r"(?:was|were|is|are|proved|turned out|ended up) (?:\w+ )?too "
        r"(?:slow|expensive|risky|fragile|complex|costly|coarse|brittle|invasive|noisy|heavy"
        r"|large)\b{GAP}{0,80}?(?:\bso (?:we|I)\b|\bto be (?:used|useful|viable|worth))",
        words="not |n't| not|cannot|never|feasible|viable|workable|practical|non-starter|poor |suitable|overkill|too ",
    ),
)

# Stands in every text with a sentence that a cue hits.
LIKELY: Final = loosely({word for cue in CUES for word in cue.words.split("|")})
