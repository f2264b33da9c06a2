"""The words of our own sentences, which may stand when a report is redacted. Whatever is not here is hidden.

A word that a rule says and that is missing here costs a redacted report some clarity, never a secret.
"""

from __future__ import annotations

_PLAIN = """
a above add added after again against all allow allowed allows alone already although among an and another answer
answered answers any anything are aren't around as asked asking at available away back be became because been before
began begin begins behind being below beside besides between both break breaks bring brings broke broken brought but by
came can candidate candidates cannot cause change changed choice chooses clean clear cleared close closed closest come
comes complete copies copy could count counted counts cut day days did differ difference differs do does doesn't done
down drop dropped drops each earlier either else empty end ended ending ends enough enter entered enters every exact
exist exists expired expires explicit fact fail failed fails far few filled find finds first fits follow followed
following follows for force form found freed from full further gave give given gives go goes gone good grew grow grown
had half has have held here high higher hold holds how human if implicit in inside into invented is isn't it its itself
just keep keeps kept knew know known knows lack lacks large larger last late later leads least leave leaves leaving left
less like likely likewise line lines list listed lists literal little live lives log long longer look looked looks lose
loses loss lossy lost low lower made make makes many marked match matched matches may mean medium met middle might more
most much must names named near nearest nearly need needed needs neither never new next no nobody none nor not note
noted notes nothing now nowhere number numbers of off old on once one ones only onto open opens or order other others
otherwise out over own part parts place places plain pointed points promise prompt put puts quoted ran rather re read
readable reading reads reason reasons recorded records refer refused rest rests right room rows run runs said same say
says seems seen shorter show shown shows shrank since size sizes slightly so some something somewhere stale stand stands
start started starts stay stays still stood such sum sums take taken takes than that the their them then there these
they thing things third this those though three through till to together told too took true two unanswered under until
up upon use used uses value values version want wanted was went were what when where whether which while who whole whose
why with within without word words would wrong yes yet zero
"""
_DOMAIN = """
array belongs byte bytes called compressed escape expected expecting hard header json key keys lone mark missing name
nested nul object record required rose spans' string stream utf
absence absent acted action actions agent agents altered alternative alternatives archive argument arguments assistant
attribution attributed attributions backstop basis blame blank block blocks body booked budget budgets call calls chain
character characters check checked checkpoint checkpoints churn citation citations cite cited cites claim claimed claims
code coined comparable compacted compaction compactions compare compared compress condition conditions confabulated
confidence conflicting context continued conversation copied ctxaudit damaged decide decided decides decision decisions
declaration declare declared declares deep demote demoted depth derivative derivatives derived deterministic dispensable
drift dropped edit edits encrypted estimate estimated event event's events evict evicted eviction evictions evicts
evidence external fade faded falsifier falsifiers fault fence file files format glob goldens hex high history hollow
host id ids importer inferred inflated inverted judge judged judges label lane lanes ledger life lineage malformed
marker memory message messages misattributed mismatch missing model model's monotonic newest orphaned original originals
outcome over-budget pair paired pairs paraphrased phrase pin pinned pins problem problems progress protocol provenance
rank ranked ranking rankings ranks rejected rejection rejections rejects rederived reference references refutes regime
relevance remove removed removes repeat repeated replace replaced replaces replay replayed report reports request
requests reranked respelled restore restored restores result results retained retains retention reversible revoked
rewrite rewrites rewriting rewritten rule rule's rules score scored scorer scores scratchpad seed sentence sentences
session source sourced sources span span's spans speaks spelled spelling spend split subagent summaries summary
superseded suppress suppressed suppresses surrogate surrogates system tag tagged tail template text texts timeline token
tokens tool tool's tools torn trace traces transcript truncate truncated truncates truncation truncations turn turns
unattributed ungrounded unjudged unknown unnamed unpin unpinned unpins unreadable unsourced untagged url user uuid
verbatim verdict verdicts verifier wanted window windows withdrawn world written writes wrote
"""

_COUNTED = """
of more verbatim exact live token tokens span spans source sources character characters line lines turn turns rewrite
rewrites reason reasons event events call calls sentence sentences edit edits step steps
"""

OURS = frozenset(_PLAIN.split()) | frozenset(_DOMAIN.split())
# A number after one of the first is a place, one before one of the second a count: no values of the trace.
PLACES = frozenset({"line", "lines", "turn", "turns", "depth", "seed"})
COUNTED = frozenset(_COUNTED.split())
