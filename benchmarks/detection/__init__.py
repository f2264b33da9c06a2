"""How well the audit finds what is known to be wrong, on runs whose truth stands in a file that it never reads."""
