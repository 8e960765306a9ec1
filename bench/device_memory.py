"""Prints the most memory that the device process had beyond the program's own 1 GiB, for 1, 2 and 4 workers:

    nvcc -O3 -cudart shared -arch=compute_90 -o device_memory bench/device_memory.cu
    python3 bench/device_memory.py build/release/bin/warpscope device_memory
"""

import pathlib
import re
import subprocess
import sys
import time

PROGRAM_KIB = 1 << 20


def peak_kib(processes: set[int]) -> int:
    """The resident set's high-water mark of the device process that came since `processes` were looked at."""
    for status in pathlib.Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text(encoding="utf-8")
        except OSError:
            continue  # it has ended
        if int(status.parent.name) in processes or "Name:\twarpscope-devic" not in text:
            continue
        mark = re.search(r"VmHWM:\s*(\d+) kB", text)
        if mark:
            return int(mark[1])
    return 0


def main() -> int:
    warpscope, program = sys.argv[1:]
    for workers in (1, 2, 4):
        before = {int(entry.name) for entry in pathlib.Path("/proc").glob("[0-9]*")}
        command = [warpscope, "exec", "--profile", "h200", "--workers", str(workers), program]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        peak = 0
        while run.poll() is None:
            peak = max(peak, peak_kib(before))
            time.sleep(0.01)
        output = run.communicate()[0].strip()
        print(f"{workers} workers: {(peak - PROGRAM_KIB) / 1024:.0f} MiB beyond the program's own ({output})")
        if run.returncode != 0 or peak == 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
