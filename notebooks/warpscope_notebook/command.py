"""Finding and calling the command line."""

import os
import pathlib
import shutil
import subprocess
import sys
import threading


class WarpscopeError(RuntimeError):
    """A sentence for whoever runs the cell; shown without a traceback."""

    def _render_traceback_(self):
        return [f"warpscope: {self}"]


def find_warpscope():
    """The program: $WARPSCOPE, the one on PATH, or that of the clone this file lies in."""
    given = os.environ.get("WARPSCOPE")
    if given:
        if not os.access(given, os.X_OK):
            raise WarpscopeError(f"WARPSCOPE names {given}, which is no program.")
        return given
    found = shutil.which("warpscope")
    if found:
        return found
    built = pathlib.Path(__file__).resolve().parents[2] / "build" / "release" / "bin" / "warpscope"
    if os.access(built, os.X_OK):
        return str(built)
    raise WarpscopeError(
        "The program warpscope was not found. Install the package, run ./run once in the clone, or name the program in "
        "the environment variable WARPSCOPE."
    )


class Finished:
    """How a call ended, and what it printed."""

    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors


def call(arguments, shows_output=False):
    """Runs warpscope. With `shows_output` its standard output appears while it runs. An interrupt of the kernel reaches it,
    so that it cleans up; then KeyboardInterrupt goes on."""
    process = subprocess.Popen(
        [find_warpscope(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "NO_COLOR": "1"},
    )
    errors = []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()))
    reader.start()
    output = []
    try:
        for line in process.stdout:
            output.append(line)
            if shows_output:
                sys.stdout.write(line)
                sys.stdout.flush()
        code = process.wait()
    except KeyboardInterrupt:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        reader.join()
        process.stdout.close()
        process.stderr.close()
    return Finished(code, "".join(output), "".join(errors))
