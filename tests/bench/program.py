"""The measured program as a process driven by one JSON object per line.

    request  {"op": "...", ...}
    reply    {"ms": float, "result": {...}, "peak_kb": int, "error": "..." if it failed}
"""
import json
import subprocess
import threading


class BenchError(Exception):
    """A benchmark that cannot be timed: different results, a failed program, missing data."""


class Program:
    def __init__(self, *command, timeout=600):
        self.timeout = timeout
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def request(self, op, **fields):
        watchdog = threading.Timer(self.timeout, self.process.kill)
        watchdog.start()
        try:
            self.process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except OSError as error:
            raise BenchError(f"{op}: the program is gone ({error})") from error
        finally:
            watchdog.cancel()
        if not line:
            raise BenchError(f"{op}: the program ended with code {self.process.wait()}")
        try:
            reply = json.loads(line)
        except ValueError as error:
            raise BenchError(f"{op}: no JSON in the reply {line[:200]!r}") from error
        if reply.get("error"):
            raise BenchError(f"{op}: {reply['error']}")
        return reply

    def close(self):
        if not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except OSError:
                pass
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
