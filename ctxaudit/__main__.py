"""`python -m ctxaudit` is the command `ctxaudit`."""

from ctxaudit.cli import main

if __name__ == "__main__":
    main()
