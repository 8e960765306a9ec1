# Template of a CodeRunner question (type python3, "Is combinator" and "Template grader" on). It runs on the Jobe server,
# which has Warpscope and a CUDA compiler. What it prints is the result; docs/instructors/learning_systems.md says more.
import pathlib
import subprocess
import sys
import tempfile

LAB = "coalescing"

with tempfile.TemporaryDirectory() as folder:
    exercise = pathlib.Path(folder) / "exercise.cu"
    exercise.write_text("""{{ STUDENT_ANSWER | e('py') }}""", encoding="utf-8")
    done = subprocess.run(
        ["warpscope", "grade", LAB, str(exercise), "--coderunner"], capture_output=True, text=True
    )
# Without a fraction CodeRunner gives no mark and shows this text as an error of the question.
sys.stdout.write(done.stdout or '{"prologuehtml": "<p>Not graded; tell your instructor.</p>"}\n')
