#!/usr/bin/env python3
"""Runs notebooks headless, with Jupyter's own kernel and client, and reads a score as nbgrader does.

notebook_test.py --warpscope PROGRAM: ./test has fetched the packages (setup/fetch-notebook.sh).
"""

import argparse
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument("--warpscope", required=True)


def packages_folder():
    """Where setup/fetch-notebook.sh puts them."""
    key = hashlib.sha256((ROOT / "setup" / "notebook-wheels.txt").read_bytes()).hexdigest()[:12]
    folder = pathlib.Path(os.environ.get("WARPSCOPE_DEPS") or ROOT / ".deps") / f"notebook-{key}"
    if not (folder / ".complete").exists():
        sys.exit(f"{folder} is not there: run ./test, which fetches it.")
    return str(folder)


def run_notebook(notebook, allow_errors=False):
    from nbclient import NotebookClient

    NotebookClient(notebook, timeout=300, kernel_name="python3", allow_errors=allow_errors).execute()
    return notebook


def made_notebook(*cells):
    import nbformat

    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in ("%load_ext warpscope_notebook", *cells)])


def shown(cell):
    """All that a cell shows: what was printed, plain text, HTML, the message of an error."""
    text = ""
    for output in cell.outputs:
        text += output.get("text", "") + output.get("evalue", "") + "\n".join(output.get("traceback", []))
        for part in output.get("data", {}).values():
            text += part
    return text


class Notebooks(unittest.TestCase):
    def grade_of(self, cell):
        """As nbgrader reads it: its own function, without the rest of nbgrader, which wants a server."""
        path = pathlib.Path(self.packages) / "nbgrader" / "utils.py"
        spec = importlib.util.spec_from_file_location("nbgrader_utils", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.determine_grade(cell)

    def test_the_example_runs_and_shows_what_it_says(self):
        import nbformat

        notebook = run_notebook(nbformat.read(ROOT / "notebooks" / "example.ipynb", as_version=4))
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        right, wrong, lab, score = (shown(cell) for cell in code[1:])
        self.assertIn("3 * 7 = 21", right)
        self.assertIn("<td>triple</td>", right)
        self.assertIn("<svg", right)
        self.assertIn("missing-bounds-guard", wrong)
        line = next(i for i, text in enumerate(code[2].source.split("\n"), 1) if "data[i] *= 3" in text)
        self.assertIn(f"cell.cu:{line}", wrong)
        self.assertIn("data[i] *= 3;", wrong.split("missing-bounds-guard", 1)[1])
        self.assertIn("of 100 points", lab)
        self.assertIn("<svg", lab)
        self.assertEqual(len(code[4].outputs), 1, "nothing but the value")
        points, most = self.grade_of(code[4])
        self.assertEqual(most, 10)
        self.assertGreater(points, 0)
        self.assertLess(points, 10)
        self.assertAlmostEqual(points, float(score.strip()))

    def test_scores_of_nothing_and_of_everything(self):
        reference = (ROOT / "labs" / "template" / "reference.cu").read_text()
        notebook = made_notebook(
            "%%lab template\n" + reference, "%lab_score template 10", "%%lab template\nint main( {", "%lab_score template 10",
            "%lab_score coalescing 10",
        )
        for index in (2, 4, 5):
            notebook.cells[index].metadata["nbgrader"] = {"grade": True, "points": 10, "solution": False, "grade_id": str(index)}
        run_notebook(notebook, allow_errors=True)
        self.assertEqual(self.grade_of(notebook.cells[2]), (10, 10))
        self.assertEqual(self.grade_of(notebook.cells[4]), (0, 10), "a value of 0 was full marks for older ones")
        self.assertIn("compile error", shown(notebook.cells[3]))
        self.assertIn("cell.cu", shown(notebook.cells[3]))
        self.assertIn("run a cell that begins with %%lab coalescing", shown(notebook.cells[5]))

    def test_what_goes_wrong_is_a_sentence(self):
        notebook = run_notebook(
            made_notebook(
                "%%cuda\n__global__ void f(int a) { a = b; }\nint main() {}", "%%lab no-such-lab\nint x;",
                "%%cuda --no-check\n#include <cstdio>\nint main(int n, char** v) { fprintf(stderr, \"%s\\n\", v[n - 1]); return 7; }",
                "%%cuda --no-check -- word\n#include <cstdio>\nint main(int n, char** v) { fprintf(stderr, \"%s\\n\", v[n - 1]); }",
            ),
            allow_errors=True,
        )
        compile_error, no_lab, code, word = (shown(cell) for cell in notebook.cells[1:])
        self.assertIn("cell.cu(2): error", compile_error)
        self.assertNotIn("Traceback", compile_error)
        self.assertIn("no-such-lab", no_lab)
        self.assertIn("The program ended with 7.", code)
        self.assertIn("word", word)

    def test_it_installs_from_the_clone(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action", "ignore",
                 "--no-deps", "--no-index", "--no-build-isolation", "--target", folder, str(ROOT / "notebooks")],
                check=True,
            )
            done = subprocess.run(
                [sys.executable, "-c", "import warpscope_notebook as w; print(w.__file__)"], cwd=folder, check=True,
                capture_output=True, text=True, env={**os.environ, "PYTHONPATH": f"{folder}:{self.packages}"},
            )
            self.assertTrue(done.stdout.startswith(folder), done.stdout)


if __name__ == "__main__":
    options, rest = OPTIONS.parse_known_args()
    Notebooks.packages = packages_folder()
    home = tempfile.TemporaryDirectory()
    paths = os.pathsep.join([str(ROOT / "notebooks"), Notebooks.packages])
    os.environ.update(
        PYTHONPATH=paths, JUPYTER_PATH=Notebooks.packages + "/share/jupyter", WARPSCOPE=options.warpscope,
        JUPYTER_RUNTIME_DIR=home.name, JUPYTER_CONFIG_DIR=home.name, IPYTHONDIR=home.name, PYDEVD_DISABLE_FILE_VALIDATION="1",
    )
    sys.path[:0] = paths.split(os.pathsep)
    unittest.main(argv=[sys.argv[0], *rest])
