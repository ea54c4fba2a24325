"""Explanations: the numbers of `translate explain --json`, and its figure."""

import json
import math
import os
import tempfile
from typing import Any, Dict, List

from . import _models


class Explanation:
    """How a translation came about.  A notebook shows its figure.

    `data` has all that `translate explain --json` tells of the first sentence; attention() and
    alignment give its weights, as numpy arrays where numpy is there, else as lists.
    """

    def __init__(self, model: str, text: str, heads: int, data: Dict[str, Any]):
        self._model = model
        self.heads = heads
        self.text = text
        self.data = data

    @property
    def alignment(self) -> Any:
        """Weights [target token, source token and one for all else]."""
        return _shaped(self.data["alignment"], len(self.data["target_tokens"]))

    def attention(self, kind: str, layer: int, head: int) -> Any:
        """Weights [row, position] of a head; `kind` is "encoder", "decoder" or "cross"."""
        flat = self.data["attention"][kind][layer]
        size = len(flat) // self.heads
        rows = math.isqrt(size) if kind == "encoder" else len(self.data["target_tokens"])
        return _shaped(flat[head * size : (head + 1) * size], rows)

    def svg(self, view: str = "alignment") -> str:
        """A figure: "alignment", "head", "matrix", "model" or "beam"."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "figure.svg")
            _models.run("explain", "-m", self._model, "-e", self.text, "--svg", path, "--view", view)
            with open(path, encoding="utf-8") as f:
                return f.read()

    def _repr_html_(self) -> str:
        return self.svg()


def _shaped(flat: List[float], rows: int) -> Any:
    """The matrix of `rows` that a flat list is."""
    n = len(flat) // rows if rows else 0
    matrix = [flat[i * n : (i + 1) * n] for i in range(rows)]
    try:
        import numpy
    except ImportError:
        return matrix
    return numpy.array(matrix, dtype=numpy.float32)


def explanation(model: str, text: str) -> Explanation:
    record = json.loads(_models.run("explain", "-m", model, "--json", "-e", text))
    return Explanation(model, text, record["model"]["heads"], record["sentences"][0])
