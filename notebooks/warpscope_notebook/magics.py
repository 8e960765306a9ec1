"""%%cuda, %%lab and %lab_score."""

import json
import pathlib
import shlex
import tempfile

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from .command import WarpscopeError, call
from .show import LabView, RunView, pictures_of

# Exit codes of the command line (docs/reference/command_line.md).
COMPILE_ERROR = 3
TOOL_FAILED = 6
# What the cell is called in findings and in messages of the compiler.
NAME = "cell.cu"


def words(parts):
    """Options behind one another, as a shell would read them."""
    return [word for part in parts or [] for word in shlex.split(part.strip("\"'"))]


def load_record(path, names):
    """A run record, in which files have the names that the notebook knows them by."""
    text = path.read_text(encoding="utf-8")
    for old, new in names.items():
        text = text.replace(json.dumps(old)[1:-1], new)
    return json.loads(text)


def as_file(cell):
    """The cell's text, whose lines have the numbers that the notebook shows: the magic is the first."""
    return "\n" + cell


def say_errors(errors, source):
    """What a program wrote to standard error; findings are shown from the record instead."""
    own = errors.split("\nFindings:\n", 1)[0]
    lines = [line for line in own.split("\n") if not line.startswith("warpscope: ")]
    text = "\n".join(lines).replace(source, NAME).strip("\n")
    if text:
        print(text)


def graded(lab, text, profile=None, seed=None):
    """Grades a text for a lab. Raises WarpscopeError where the command line says that it cannot."""
    with tempfile.TemporaryDirectory(prefix="warpscope-") as folder:
        folder = pathlib.Path(folder)
        source, record = folder / NAME, folder / "record.json"
        source.write_text(text, encoding="utf-8")
        arguments = ["grade", lab, str(source), "--json", "--record", str(record)]
        arguments += ["--profile", profile] if profile else []
        arguments += ["--seed", str(seed)] if seed is not None else []
        done = call(arguments)
        if not record.exists():
            raise WarpscopeError(done.errors.strip().removeprefix("warpscope: ") or "The lab could not be graded.")
        view = LabView(lab, load_record(record, {str(source): NAME}))
        if view.record["sweeps"]:
            report = call(["report", str(record), "--html", "-"])
            view.pictures = pictures_of(report.output) or view.pictures
        if done.code == TOOL_FAILED:
            view.score = None  # not the student's fault, and no points of theirs
        return view


@magics_class
class WarpscopeMagics(Magics):
    """The cells. `results`: the last result of each lab."""

    def __init__(self, shell):
        super().__init__(shell)
        self.results = {}
        self.texts = {}

    @magic_arguments()
    @argument("--profile", default="h200", help="virtual GPU: h200, h100 or mini")
    @argument("--no-check", action="store_true", help="do not look for races and unwritten memory; faster")
    @argument("--clock", action="store_true", help="time launches by their machine code; slower")
    @argument("--nvcc", action="append", default=[], help="an option for nvcc, in quotes; may be given again")
    @argument("--record", default="", help="keep the run record in this file")
    @argument("program_arguments", nargs="*", help="for the program")
    @cell_magic
    def cuda(self, line, cell):
        """Compiles the cell as a CUDA program and runs it on the virtual GPU: output, findings with their lines, launches and
        a picture of them."""
        options = parse_argstring(self.cuda, line)
        with tempfile.TemporaryDirectory(prefix="warpscope-") as folder:
            source = pathlib.Path(folder) / NAME
            record = pathlib.Path(options.record or folder + "/record.json").absolute()
            source.write_text(as_file(cell), encoding="utf-8")
            arguments = ["exec", "--quiet", "--record", str(record), "--profile", options.profile.strip("\"'")]
            arguments += [] if options.no_check else ["--check"]
            arguments += ["--clock"] if options.clock else []
            for option in words(options.nvcc):
                arguments += ["--nvcc", option]
            if options.record and record.exists():
                record.unlink()
            done = call([*arguments, str(source), *options.program_arguments], shows_output=True)
            if not record.exists():
                text = done.errors.replace(str(source), NAME).strip()
                raise WarpscopeError("\n" + text if done.code == COMPILE_ERROR else text.removeprefix("warpscope: "))
            say_errors(done.errors, str(source))
            display(RunView(load_record(record, {str(source): NAME})))
        if done.code != 0:
            print(f"The program ended with {done.code}.")

    @magic_arguments()
    @argument("lab", help="id of the lab, see `warpscope labs`")
    @argument("--profile", default="", help="virtual GPU")
    @argument("--seed", type=int, default=None, help="of the inputs; a secret one unless you say")
    @cell_magic
    def lab(self, line, cell):
        """Grades the cell as the exercise of a lab, and shows points, reasons, findings and curves."""
        options = parse_argstring(self.lab, line)
        text = as_file(cell)
        view = graded(options.lab, text, options.profile, options.seed)
        self.results[options.lab] = view
        self.texts[options.lab] = text
        self.shell.user_ns["lab_result"] = view
        display(view)

    @magic_arguments()
    @argument("lab", help="id of a lab that a %%lab cell above has graded")
    @argument("points", type=float, nargs="?", default=None, help="most points of this cell; those of the lab unless given")
    @line_magic
    def lab_score(self, line):
        """Points for a lab, graded again with a new seed, as the value of the cell: nbgrader takes that for its score. No
        points at all are an error, because older versions of nbgrader take the value 0 for full marks."""
        options = parse_argstring(self.lab_score, line)
        if options.lab not in self.texts:
            raise WarpscopeError(f"No cell above has graded the lab {options.lab}: run a cell that begins with %%lab {options.lab}.")
        view = graded(options.lab, self.texts[options.lab])
        if view.fraction is None:
            raise WarpscopeError(f"Not graded, and not the student's fault: {view.outcome()} Grade this cell by hand.")
        most = view.max_points if options.points is None else options.points
        points = round(most * view.fraction, 6)
        if points <= 0:
            raise WarpscopeError(f"0 of {most:g} points. {view.outcome()}")
        return points
