"""CUDA cells in Jupyter, on Warpscope's virtual GPU: `%load_ext warpscope_notebook`.

Everything is done by the command line `warpscope`, which this finds (command.py); what is shown comes from its run record.
"""

from .magics import WarpscopeMagics

__version__ = "0.1.0"


def load_ipython_extension(shell):
    """Adds %%cuda, %%lab and %lab_score."""
    shell.register_magics(WarpscopeMagics)
