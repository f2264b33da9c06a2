"""Credentials are hidden wherever a report or a converted trace could show them; ids, digests and words are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxaudit.model import Evidence, Unaudited
from ctxaudit.secrets import masked, masked_report
from tests.reports.made import altered, kept, problem, report, trace, written
from tests.reports.whole import WHOLE

# Put together here so that no scanner takes this file for a leak.
BODY = "Q7z" + "pX2mK9vT4wB8nR5jL1" + "cH6sD3fG0aYeUiOqWx"
LINES = ("MIIEpAIBAAKCAQEA7bq2" + "x9Lk" * 10, "Zx81" * 16, "q2w3e4r5t6==")
SECRETS = {
    "aws key id": ("AKIA" + "IOSFODNN7" + "EXAMPLE", "IOSFODNN7"),
    "aws session key id": ("ASIA" + "Y34FZKBOKMUTVV7A", "Y34FZKBO"),
    "github token": ("ghp_" + BODY, BODY),
    "github server token": ("ghs_" + BODY, BODY),
    "github fine-grained token": (f"github_pat_{BODY[:22]}_{BODY}", BODY),
    "openai key": ("sk-" + BODY, BODY),
    "openai project key": (f"sk-proj-{BODY}-{BODY}_x", BODY),
    "anthropic key": (f"sk-ant-api03-{BODY}-{BODY}AA", BODY),
    "slack bot token": ("xoxb-" + "123456789012-1234567890123-" + BODY[:24], BODY[:24]),
    "slack app token": ("xapp-" + "1-A012-34567-" + BODY, BODY),
    "slack hook": ("https://hooks.slack.com/" + "services/T0AB12/B0CD34/" + BODY[:24], BODY[:24]),
    "google key": ("AIza" + "Sy" + BODY[:33], BODY[:33]),
    "gitlab token": ("glpat-" + BODY[:20], BODY[:20]),
    "npm token": ("npm_" + BODY[:36], BODY[:36]),
    "hugging face token": ("hf_" + BODY[:34], BODY[:34]),
    "stripe key": ("sk_live_" + BODY[:24], BODY[:24]),
    "web token": (f"eyJ{BODY}.eyJ{BODY}.{BODY}", BODY),
    "bearer": (f"Authorization: Bearer {BODY}", BODY),
    "bearer of hex": ("authorization: bearer " + "0a1b2c3d" * 5, "0a1b2c3d"),
    "basic": ("Authorization: Basic " + "dXNlcjpwYXNzd29yZA==", "dXNlcjpw"),
    "password in a url": ("postgres://app:s3cr3t@db:5432/x", "s3cr3t"),
    "password with an at sign": ("https://u:p@ss@host/x", "p@ss"),
    "named key": (f'API_KEY = "{BODY}"', BODY),
    "named key in json": ('{"apiKey": "' + "0a1b2c3d" * 4 + '"}', "0a1b2c3d"),
    "named key in json in json": (r"{\"client_secret\": \"" + BODY + r"\"}", BODY),
    "aws secret": (f"aws_secret_access_key={BODY}", BODY),
    "password": ("password: hunter2hunter2", "hunter2"),
    "key in a query": ("https://x/y?a=1&access_token=abc123def456&b=2", "abc123def456"),
    "signature in a query": ("https://x/y?sig=abc123def456", "abc123def456"),
    "private key": ("-----BEGIN RSA PRIVATE KEY-----\n" + "\n".join(LINES) + "\n-----END RSA PRIVATE KEY-----", "x9Lk"),
    "private key in json": (
        r"-----BEGIN PRIVATE KEY-----\n" + r"\n".join(LINES) + r"\n-----END PRIVATE KEY-----",
        LINES[2],
    ),
    "private key without its end": ("-----BEGIN OPENSSH PRIVATE KEY----- " + LINES[0] + " " + LINES[1], "x9Lk"),
}
ORDINARY = [
    "commit 5c9e1af7d20b4e6f8a1c3d5e7f9b0a2c4d6e8f01",
    "sha256:" + "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "550e8400-e29b-41d4-a716-446655440000",
    "toolu_01A09q90qw90lq917835lq9 and msg_01XFDUDYJgAACzvnptvVoYEL",
    "call_abcDEF123456abcDEF123456 chatcmpl-9xYz8AbCdEfGhIjKlMnOpQrStUvWx",
    "d41d8cd98f00b204e9800998ecf8427e",
    "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
    "tokens: 4500, max_tokens = 128000, token_limit=200000000",
    "the bearer of this letter, authorization: required",
    "api_key: str | None = None",
    "password = getpass.getpass()",
    "API_KEY=os.environ['API_KEY_2']",
    "postgres://app:${DB_PASSWORD}@db/x and https://x:8080/@scope/pkg",
    "task-management-with-very-long-kebab-case-name-2024",
    "sk-learn and sk-something",
    "git@github.com:acme/pool.git",
    "https://example.org/a?page=12&sort=asc",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
    "-----BEGIN PRIVATE KEY----- is how it begins",
    "ASIAPACIFIC and AKIAsomething",
    "eyJ is how base64 spells it",
    "…src/reports/terminal_of_one_trace.py and 3 more",
    "",
]


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_hidden(name: str) -> None:
    text, inside = SECRETS[name]
    assert inside not in masked(f"before {text} after")


@pytest.mark.parametrize("name", SECRETS)
def test_what_stands_around_a_secret_stays(name: str) -> None:
    shown = masked(f"before {SECRETS[name][0]} after")
    assert (shown.startswith("before "), shown.endswith(" after")) == (True, True)


@pytest.mark.parametrize("name", SECRETS)
def test_a_mask_is_as_long_as_what_it_hides(name: str) -> None:
    text, _ = SECRETS[name]
    assert len(masked(text)) == len(text)


@pytest.mark.parametrize("name", SECRETS)
def test_masking_twice_changes_nothing_more(name: str) -> None:
    once = masked(SECRETS[name][0])
    assert masked(once) == once


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize("name", SECRETS)
def test_a_line_of_json_stays_json_when_a_secret_in_it_is_hidden(name: str) -> None:
    text, inside = SECRETS[name]
    shown = json.loads(masked(json.dumps({"text": f"a\n{text}\n", "args": json.dumps({"x": text})})))
    assert inside not in shown["text"]
    assert inside not in json.loads(shown["args"])["x"]


def test_the_prefix_of_a_key_stays_so_that_one_sees_what_it_was() -> None:
    assert masked("ghp_" + BODY).startswith("ghp_*")


def test_one_key_has_one_mask_and_two_keys_have_two() -> None:
    one, other = "ghp_" + BODY, "ghp_" + BODY[::-1]
    assert (masked(one) in masked(f"x {one} y"), masked(one) == masked(other)) == (True, False)


def test_a_password_leaves_no_trace_of_itself() -> None:
    assert masked("postgres://app:s3cr3t@db/x") == "postgres://app:******@db/x"


@pytest.mark.parametrize("text", ["ghp_Q7zpX2…", "sk-ant-api03-Q7zpX2…", "Authorization: Bearer Q7zpX2mK…"])
def test_a_secret_that_was_cut_is_hidden(text: str) -> None:
    assert "Q7zpX2" not in masked(text)


def test_the_end_of_a_key_that_was_cut_off_is_hidden() -> None:
    assert BODY[5:] not in masked(f"…{BODY[5:]} and more")


@pytest.mark.parametrize(
    "filling", ["sk-", "ghp_", "eyJ", "eyJaaaaaaaa.", "://a:", "api_key =", "bearer ", "&a_-", "SG."]
)
def test_a_megabyte_of_beginnings_is_no_secret(filling: str) -> None:
    text = filling * (10**6 // len(filling))
    assert len(masked(text)) == len(text)


def test_a_lone_surrogate_is_no_hindrance() -> None:
    assert masked(f"\ud800 postgres://a:s3cr3t\udfff@b {BODY[:3]}").startswith("\ud800 postgres://a:*******@b")


def leaking() -> Any:
    key = "sk-ant-" + BODY
    step = Evidence(line=1, turn=0, span=key, shows=key, excerpt=key)
    one = trace(
        altered(message=key, spans=(key,), tokens=(key,), evidence=(step,), follows=key, suppressed=key),
        path=f"https://u:{BODY}@host/a.jsonl",
        retention=(kept(lost_tokens=(key,), needed_tokens=(key,)),),
        verdict_notes={"split-pair": key},
        problems=(problem(detail=key),),
        notes=(key,),
        labels={"key": key},
    )
    return report(one, unaudited=(Unaudited(path=key, why=key),), notes=(key,))


@pytest.mark.parametrize("name", ["json", "jsonl", "sarif", "junit", "github", "markdown", "text", "terminal"])
def test_no_report_shows_a_secret(name: str) -> None:
    shown = written(masked_report(leaking()), name, verbose=True)
    assert (BODY in shown, BODY[:12] in shown, BODY[-12:] in shown) == (False, False, False)


def test_fingerprints_are_not_touched() -> None:
    made = report(trace(altered(fingerprint="ghp_" + BODY)))
    assert masked_report(made).traces[0].findings[0].fingerprint == "ghp_" + BODY


def test_a_report_without_secrets_is_the_same_report() -> None:
    assert masked_report(WHOLE) == WHOLE
