"""tap.py - for the scripts of this folder: what prove(1) reads."""
import contextlib
import sys

n_tests = n_failed = 0


@contextlib.contextmanager
def packages():
    """Stands around imports: where a package is missing, the script is skipped and says so."""
    try:
        yield
    except ImportError as error:
        print(f'1..0 # SKIP {error}')
        sys.exit(0)


def check(good, name):
    """One test."""
    global n_tests, n_failed
    n_tests += 1
    n_failed += not good
    print(f'{"" if good else "not "}ok {n_tests} - {name}', flush=True)


def ok(name, wrong):
    """One test: `wrong` lists what is, or is empty."""
    check(not wrong, name)
    for line in wrong:
        print(f'#   {line}', flush=True)


def skip(what, why):
    global n_tests
    n_tests += 1
    print(f'ok {n_tests} - {what} # SKIP {why}')


def done():
    """Ends the script."""
    print(f'1..{n_tests}')
    sys.exit(n_failed > 0)
