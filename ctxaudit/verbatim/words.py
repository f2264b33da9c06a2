"""The closed lists of words that decide what counts as a verbatim token; no logic stands here."""


def _words(block: str) -> frozenset[str]:
    return frozenset(block.split())


# Known file extensions.
EXTENSIONS = _words(
    """
    py pyi ipynb js jsx mjs cjs ts tsx mts cts vue svelte go rs c h cc cpp hpp java kt scala swift rb php lua jl cs
    sh bash zsh ps1 bat sql html css scss less json jsonl json5 yaml yml toml ini cfg conf lock xml csv tsv md mdx
    rst txt log pdf png jpg jpeg gif svg webp zip gz tgz tar zst whl proto graphql tf gradle plist db sqlite parquet
    pem dart zig sol ex exs hs tex env key so
    """
)

# A bare `name.ext` with one of these is a member access far more often than a file.
BARE_NAMES_ARE_MEMBERS = _words(
    """
    key env db so cs ex tex
    """
)

# First folders of a repository or a machine: they make a short relative path worth judging.
ROOTS = _words(
    """
    api app apps assets backend bin build client cmd components config configs core crates data dev dist doc docs
    etc examples fixtures frontend home hooks include internal lib migrations mnt models modules node_modules opt
    packages pages pkg proc public root routes scripts server services spec specs src static sys test tests tmp
    tools users usr utils var vendor workspace
    """
)

# Products whose name ends in `.js`.
PRODUCTS = _words(
    """
    alpine angular backbone chart d3 discord ember express moment nest next node nuxt react socket three vue
    """
)

# Top-level media types.
MIME_TYPES = _words(
    """
    application audio font image message model multipart text video
    """
)

# File stems that stand in every repository: a name alone does not identify the file.
GENERIC_STEMS = _words(
    """
    __init__ agents app base changelog claude client common config constants dockerfile helpers index init layout
    lib license main makefile mod package page readme route server setup skill style styles test tests types util
    utils
    """
)

# Heads of things that look like an error code or ticket and are general knowledge.
COMMON_CODE_HEADS = _words(
    """
    UTF SHA ISO AES RSA MD CP GPT IEEE IPV BASE WIN LATIN ES HS RS PS TLS SSL HTTP RFC COVID ARM WCAG UTC GMT PHASE
    STEP TASK LEVEL TIER TOP PART Q P H V X
    """
)

# Labels that make any number after them worth judging.
STRONG_LABELS = _words(
    """
    alpha attempt batch beta budget build capacity chunk code col column commit count delay depth duration epoch
    errno error exit gamma gid height id interval issue iteration job latency length limit line lr max maximum min
    minimum offset page pid port pr quota rate ratio replica retry revision row run score seed shard signal size
    status temperature thread threshold ticket timeout total ttl uid weight width window worker
    """
)

# Labels that name one thing by its number; a plain noun after the number is then not part of it.
NAMING_LABELS = _words(
    """
    attempt build chunk code col column commit epoch errno error exit gid id issue iteration job line page pid port
    pr replica revision row run seed shard signal status thread ticket uid worker
    """
)

# Labels of counted order: their numbers are never tokens.
ORDER_LABELS = _words(
    """
    chapter day fig figure go h item java level node note option p part phase php point python q round ruby section
    stage step table task v version week
    """
)

# Labels whose numbers run in series: two values near each other mean nothing.
SERIES_LABELS = _words(
    """
    char character chunk col column count deletion entry id index insertion item job length line offset page pid row
    run size total word
    """
)

# Units that are neither time nor bytes nor a share.
PLAIN_UNITS = _words(
    """
    bit bps dpi em eur fps gbps ghz hz kbps khz kv kw kwh ma mbps mhz mv mw pt px qps rem rps usd
    """
)

# Words that are neither label nor noun nor subject of a number.
STOP_WORDS = _words(
    """
    a about after all also am an and any approximately apr april are around as at aug august be been before between
    bumped but by can changed could dec december different each every feb february first for from get got had has
    have here i if in into is it its jan january jul july jun june just last least lowered mar march may might more
    most must nd nearly new next no not nov november now oct october of on one only or other over per plus pm raised
    rd roughly sep september set should so st still th than that the then there these they this those to top under
    up use used using via was we were when which while will with within would x you
    """
)

# Argument keys that steer the tool itself; a number under one of them says nothing about the work.
TOOL_KNOBS = _words(
    """
    timeout limit offset head_limit max_results num_results count page page_size depth context lines start end
    start_line end_line line_start line_end view_range yield_time_ms max_output_tokens max_tokens -A -B -C -n
    """
)
