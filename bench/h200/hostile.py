"""Grades the hostile submissions of tests/hostile on a device: hostile.py DEVICE RESULTS.csv [NAME …]

Those of the lab template in device/ and host/, or the named ones ("host/network"). A row for each: the grader's exit code and whether it is
the one that is expected of a virtual GPU, points and how many it may have, whether a private file's text came out, the outcome's sentence.
Exit code 0: no grader was stopped or crashed, no secret came out, and nothing was left that runs. WARPSCOPE names the program, JOBS how many
are graded at a time (4).
"""

import concurrent.futures
import csv
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTILE = ROOT / "tests" / "hostile"
WARPSCOPE = os.environ.get("WARPSCOPE", str(ROOT / "build" / "release" / "bin" / "warpscope"))
LIMIT_S = 240
COLUMNS = ["attempt", "exit_code", "as_on_a_virtual_gpu", "points", "most_points", "secret_came_out", "seconds", "says"]
NOTHING = "compile/nothing"  # what a function that does nothing gets


def expectations(text: str) -> dict[str, str]:
    """The first lines of a submission, "// tries: …" and so on."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"// (\w+): (.*)", line)
        if not match:
            break
        found[match[1]] = match[2]
    return found


def grade(name: str, device: str, scratch: pathlib.Path) -> dict[str, object]:
    text = (HOSTILE / (name + ".cu")).read_text(encoding="utf-8")
    expected = expectations(text)
    folder = scratch / name.replace("/", "-")
    folder.mkdir()
    secret = secrets.token_hex(16)
    private = folder / "private.txt"
    private.write_text(secret, encoding="utf-8")
    private.chmod(0o600)
    file = folder / "exercise.cu"
    file.write_text(text.replace("@ROOT@", str(ROOT)).replace("@PRIVATE@", str(private)), encoding="utf-8")
    command = [WARPSCOPE, "grade", "template", str(file), "--device", device, "--json"]
    if "seed" in expected:
        command += ["--seed", expected["seed"]]
    begin = time.monotonic()
    try:
        ran = subprocess.run(command, capture_output=True, timeout=LIMIT_S, stdin=subprocess.DEVNULL, check=False)
        code, output = ran.returncode, (ran.stdout + ran.stderr).decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        code, output = "stopped", ""
    try:
        record = json.loads(output[output.index("{"):output.rindex("}") + 1])
    except ValueError:
        record = {}
    return {
        "attempt": name, "exit_code": code, "as_on_a_virtual_gpu": "yes" if str(code) in expected.get("exit", "").split() else "no",
        "points": sum(check.get("points", 0) for check in record.get("score", {}).get("checks", [])),
        "most_points": expected.get("points", ""), "secret_came_out": "yes" if secret in output else "no",
        "seconds": round(time.monotonic() - begin, 1),
        "says": " ".join(record.get("outcome", {}).get("message", output[-200:]).split())[:160],
    }


def running_exercises() -> list[str]:
    """Processes whose program is one of a lab's."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            program = os.readlink(process / "exe")
        except OSError:
            continue
        if "lab-cache" in program:
            found.append(program)
    return found


def main(device: str, results: str, *names: str) -> int:
    if not names:
        files = [file for folder in ("device", "host") for file in sorted((HOSTILE / folder).glob("*.cu"))]
        names = tuple(f"{file.parent.name}/{file.stem}" for file in files if "lab" not in expectations(file.read_text(encoding="utf-8")))
    before = running_exercises()
    with tempfile.TemporaryDirectory(prefix="warpscope-attempts-") as scratch:
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "4"))) as pool:
            rows = list(pool.map(lambda name: grade(name, device, pathlib.Path(scratch)), [NOTHING, *names]))
    time.sleep(2)
    left = [program for program in running_exercises() if program not in before]
    nothing = rows[0]["points"]
    for row in rows:
        row["most_points"] = row["most_points"] or nothing
    with open(results, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    stopped = [row["attempt"] for row in rows if row["exit_code"] == "stopped" or not isinstance(row["exit_code"], int) or row["exit_code"] < 0]
    told = [row["attempt"] for row in rows if row["secret_came_out"] == "yes"]
    others = [row["attempt"] for row in rows[1:] if row["as_on_a_virtual_gpu"] == "no"]
    rich = [row["attempt"] for row in rows if row["points"] > float(row["most_points"])]
    print(f"{len(rows)} attempts on {device}. Graders that were stopped or crashed: {', '.join(stopped) or 'none'}. "
          f"A secret came out: {', '.join(told) or 'never'}. Left running: {len(left)}.")
    print(f"Another exit code than on a virtual GPU: {', '.join(others) or 'none'}. More points than allowed there: {', '.join(rich) or 'none'}.")
    return 1 if stopped or told or left else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
