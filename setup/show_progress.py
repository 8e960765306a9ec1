"""Ninja's output as one line that counts: ninja … 2>&1 | python3 show_progress.py LOG WHAT

All of it goes to the file LOG. On a terminal the line is written over itself; elsewhere it is printed every quarter of a minute.
The first command that fails is printed whole. Ninja must run with NINJA_STATUS="[%f/%t] ".
"""

import pathlib
import re
import sys
import time

STEP = re.compile(r"^\[(\d+)/(\d+)\] (.*)$")
SECONDS_BETWEEN_LINES = 15
MOST_LINES_OF_A_FAILURE = 60


def place_of(description: str) -> str:
    """The folder whose file was made: "vgpu/exec" of "Building CXX object vgpu/exec/CMakeFiles/…"."""
    path = description.split()[-1]
    if "/CMakeFiles/" in path:
        return path.split("/CMakeFiles/")[0]
    return pathlib.PurePath(path).name


def time_left(done: int, total: int, elapsed_s: float) -> str:
    """An estimate by the number of steps; nothing before there is something to go by."""
    if done < 5 or elapsed_s < 10 or done == total:
        return ""
    left_s = elapsed_s / done * (total - done)
    if left_s < 50:
        return f", about {max(10, round(left_s / 10) * 10)} s left"
    return f", about {max(1, round(left_s / 60))} min left"


class Progress:
    def __init__(self, what: str, out, is_terminal: bool, clock=time.monotonic):
        self.what, self.out, self.is_terminal, self.clock = what, out, is_terminal, clock
        self.begin = clock()
        self.last_line = self.begin
        self.failure: list[str] = []
        self.is_failing = self.has_line = False

    def take(self, line: str) -> None:
        """One line of Ninja's output."""
        step = STEP.match(line)
        if line.startswith("FAILED: "):
            self.is_failing = True
        elif step or line.startswith("ninja: "):
            self.is_failing = False
        if self.is_failing or line.startswith("ninja: error"):
            self.failure.append(line)
        if step:
            self.show(int(step[1]), int(step[2]), step[3])

    def show(self, done: int, total: int, description: str) -> None:
        now = self.clock()
        text = f"[{done}/{total}] {place_of(description)}{time_left(done, total, now - self.begin)}"
        if self.is_terminal:
            self.out.write(f"\r\033[K{self.what}: {text}")
            self.has_line = True
        elif now - self.last_line >= SECONDS_BETWEEN_LINES:
            self.last_line = now
            self.out.write(f"{self.what}: {text}\n")
        self.out.flush()

    def end(self) -> None:
        if self.has_line:
            self.out.write("\r\033[K")
        for line in self.failure[:MOST_LINES_OF_A_FAILURE]:
            self.out.write(line + "\n")
        if len(self.failure) > MOST_LINES_OF_A_FAILURE:
            self.out.write(f"… and {len(self.failure) - MOST_LINES_OF_A_FAILURE} lines more in the log\n")
        self.out.flush()


def main() -> None:
    log_file, what = sys.argv[1:]
    progress = Progress(what, sys.stderr, sys.stderr.isatty())
    with open(log_file, "w", encoding="utf-8") as log:
        for raw in sys.stdin.buffer:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            log.write(line + "\n")
            log.flush()
            progress.take(line)
    progress.end()


if __name__ == "__main__":
    main()
