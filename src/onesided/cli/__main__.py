"""`python -m onesided.cli`, where the program is not on the path."""

from onesided.cli.main import main

if __name__ == "__main__":
    main()
