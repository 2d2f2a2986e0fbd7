"""The desktop program in a real X11 window, on an X server of its own (Xvfb):   x11_test.py PROGRAM [unittest options]"""
import ctypes
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

program = ""  # set below
TITLE = b"SISPDE Studio"
PATIENCE = 60  # seconds until a machine that is busy with other tests counts as hanging


class Server:
    """An X server on a display that it chooses itself."""

    def __init__(self, *options):
        read, write = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp",
                                         "-noreset", *options], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb ended with code {self.process.wait()}")
        self.display = f":{number}"

    def stop(self):
        self.process.terminate()
        self.process.wait()


def environment(display, **more):
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, **({"DISPLAY": display} if display else {}), **more}


def run(display, *arguments, **more):
    return subprocess.run([program, "karate", *arguments], env=environment(display, **more), capture_output=True, text=True,
                          timeout=PATIENCE, start_new_session=True)


class Display:
    """What a window manager does to windows: finds them and asks them to close."""

    class ClientMessage(ctypes.Structure):  # XClientMessageEvent; an XEvent has room for 24 longs
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("window", ctypes.c_ulong), ("message", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                    ("rest", ctypes.c_long * 24)]

    def __init__(self, name):
        self.x = x = ctypes.CDLL("libX11.so.6")
        x.XOpenDisplay.restype = ctypes.c_void_p
        x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
        for function, types in {
                "XDefaultRootWindow": [], "XCloseDisplay": [], "XFree": None,
                "XInternAtom": [ctypes.c_char_p, ctypes.c_int],
                "XQueryTree": [ctypes.c_ulong] + [ctypes.c_void_p] * 4,
                "XSync": [ctypes.c_int],
                "XResizeWindow": [ctypes.c_ulong, ctypes.c_uint, ctypes.c_uint],
                "XFetchName": [ctypes.c_ulong, ctypes.c_void_p],
                "XSendEvent": [ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]}.items():
            getattr(x, function).argtypes = [ctypes.c_void_p] + (types or [])
        self.display = x.XOpenDisplay(name.encode())
        if not self.display:
            raise RuntimeError(f"no X server answers at {name}")

    def close(self):
        self.x.XCloseDisplay(self.display)

    def windows(self, title):
        root, parent, children = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)()
        count = ctypes.c_uint()
        top = self.x.XDefaultRootWindow(self.display)
        self.x.XQueryTree(self.display, top, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        found = []
        for window in children[:count.value]:
            name = ctypes.c_char_p()
            if self.x.XFetchName(self.display, window, ctypes.byref(name)) and name.value == title:
                found.append(window)
            if name:
                self.x.XFree(name)
        if children:
            self.x.XFree(children)
        return found

    def resize(self, window, width, height):
        self.x.XResizeWindow(self.display, window, width, height)
        self.x.XSync(self.display, 0)

    def ask_to_close(self, window):
        atom = {name: self.x.XInternAtom(self.display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")}
        event = self.ClientMessage(type=33, window=window, message=atom[b"WM_PROTOCOLS"], format=32)
        event.data[0] = atom[b"WM_DELETE_WINDOW"]
        self.x.XSendEvent(self.display, window, 0, 0, ctypes.byref(event))
        self.x.XSync(self.display, 0)


def size_and_colours(path, enough):
    """Width, height and the number of different pixels of an eight-bit PNG file; counting stops when there are enough."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", content[:10])
        elif kind == b"IDAT":
            packed += content
        at += length + 12
    assert depth == 8 and colour in (2, 6), "RGB or RGBA of eight bits"
    step = 3 if colour == 2 else 4
    rows, stride = zlib.decompress(packed), width * step
    before, colours = bytearray(stride), set()
    for y in range(height):
        start = y * (stride + 1)
        filtering, row = rows[start], bytearray(rows[start + 1:start + 1 + stride])
        for i in range(stride):
            a, b, c = (row[i - step] if i >= step else 0), before[i], (before[i - step] if i >= step else 0)
            if filtering == 4:  # Paeth: the neighbour that is nearest to a + b - c
                guess = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            else:
                guess = (0, a, b, (a + b) // 2)[filtering]
            row[i] = (row[i] + guess) & 255
        colours.update(bytes(row[i:i + step]) for i in range(0, stride, step))
        if len(colours) >= enough:
            break
        before = row
    return width, height, len(colours)


def processor_seconds(pid):
    """Of all threads of a process, from its start."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class WindowTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def test_the_window_is_drawn_in_the_size_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "window.png")
            done = run(self.server.display, "--frames", "5", "--size", "900x600", "--screenshot", picture)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            width, height, colours = size_and_colours(picture, enough=101)
        self.assertEqual((width, height), (900, 600))
        self.assertGreater(colours, 100)

    def test_the_window_is_opened_as_it_was_left(self):
        with tempfile.TemporaryDirectory() as folder:
            home = {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder}
            picture, settings = os.path.join(folder, "window.png"), pathlib.Path(folder, "sispde", "settings.json")

            def size(*arguments):
                done = run(self.server.display, "--frames", "5", "--screenshot", picture, *arguments, **home)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                return size_and_colours(picture, enough=101)[:2]

            self.assertEqual(size(), (1280, 800))
            running = subprocess.Popen([program, "karate"], env=environment(self.server.display, **home), stderr=subprocess.PIPE,
                                       text=True, start_new_session=True)
            display = Display(self.server.display)
            try:
                window = self.wait_for_window(running, display)
                time.sleep(1)
                display.resize(window, 1010, 710)
                time.sleep(1)
                display.ask_to_close(window)
                _, errors = running.communicate(timeout=PATIENCE)
                self.assertEqual((running.returncode, errors), (0, ""))
            finally:
                display.close()
                if running.poll() is None:
                    os.killpg(running.pid, signal.SIGKILL)
                    running.communicate()
            self.assertEqual(size(), (1010, 710))
            # A size that is asked for is that of one time alone.
            self.assertEqual(size("--size", "900x600"), (900, 600))
            kept = json.loads(settings.read_text())["window"]
            self.assertEqual(kept, {"width": 1010, "height": 710, "maximised": False})

    def test_an_idle_window_rests_and_closes_when_asked(self):
        running = subprocess.Popen([program, "karate"], env=environment(self.server.display), stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        display = Display(self.server.display)
        try:
            window = self.wait_for_window(running, display)
            # Nothing moves and nobody touches the window: nothing is drawn, less than 1 % of a processor is used. A loop that
            # draws without need takes a whole processor or more. Processor time does not grow by waiting for others, but on a
            # busy machine what is prepared after the start takes its time.
            used = self.at_rest(running.pid, enough=0.05)
            self.assertLess(used, 0.05, "share of one processor")
            display.ask_to_close(window)
            _, errors = running.communicate(timeout=PATIENCE)
            self.assertEqual((running.returncode, errors), (0, ""))
            with self.assertRaises(ProcessLookupError):  # nothing of its session is left
                os.killpg(running.pid, 0)
        finally:
            display.close()
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.communicate()

    def wait_for_window(self, running, display):
        for _ in range(PATIENCE * 10):
            self.assertIsNone(running.poll(), "the program ended by itself")
            if windows := display.windows(TITLE):
                return windows[0]
            time.sleep(0.1)
        self.fail("no window appeared")

    def at_rest(self, pid, enough):
        """The share of a processor that it uses over some seconds once it has settled, or at the end of all patience."""
        time.sleep(3)
        end = time.monotonic() + PATIENCE
        while True:
            before, start = processor_seconds(pid), time.monotonic()
            time.sleep(4)
            used = (processor_seconds(pid) - before) / (time.monotonic() - start)
            if used < enough or time.monotonic() > end:
                return used


class RefusalTest(unittest.TestCase):
    """What cannot be had is told in one sentence."""

    def refuses(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_without_a_display(self):
        self.refuses(run(None), "No window can be opened", "--headless")

    def test_with_a_display_that_does_not_answer(self):
        self.refuses(run(":987654"), "No window can be opened", "--headless")

    def test_with_an_x_server_without_opengl(self):
        server = Server("-extension", "GLX")
        try:
            self.refuses(run(server.display), "OpenGL 3.3 is not to be had here")
        finally:
            server.stop()

    def test_with_an_opengl_that_is_too_old(self):
        server = Server()
        try:
            self.refuses(run(server.display, MESA_GL_VERSION_OVERRIDE="2.1"), "OpenGL 3.3")
        finally:
            server.stop()

    def test_headless_without_a_driver(self):
        self.refuses(run(None, "--headless", MESA_GL_VERSION_OVERRIDE="2.1"), "OpenGL 3.3")


if __name__ == "__main__":
    program = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
