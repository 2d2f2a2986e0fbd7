"""Reference files: written anew, or compared with what is stored."""
import sys


def write_or_check(target, text):
    """Exit code. With --check nothing is written."""
    if "--check" in sys.argv[1:]:
        same = target.read_text() == text
        print(target.name, "is", "up to date" if same else "DIFFERENT")
        return 0 if same else 1
    target.write_text(text)
    print(f"{target.name}: {len(text)} bytes")
    return 0
