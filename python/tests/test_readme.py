"""The README's way to a translated Parquet file is run."""

import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from tests import HAS_MODEL, MODEL, ROOT

import libtranslate
from libtranslate import Translator, _models

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None


@unittest.skipUnless(HAS_MODEL, "no model is here")
class TestReadme(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        # As fetch leaves it: the model of a pair has a longer name than the pair.
        place = Path(self.folder.name) / "models" / "en-de-any"
        place.mkdir(parents=True)
        shutil.copy(_models.find(MODEL), str(place / "en-de-any.gguf"))
        self.models = str(place.parent)

    def test_a_model_is_found_by_its_languages(self):
        with mock.patch.dict(os.environ, {"TRANSLATE_MODELS": self.models}):
            path = _models._of_pair("en-de")
            self.assertEqual(path, os.path.join(self.models, "en-de-any", "en-de-any.gguf"))
            self.assertIsNone(_models._of_pair("en-xx"))

    @unittest.skipUnless(pyarrow, "no pyarrow is here")
    def test_parquet(self):
        text = (Path(ROOT) / "python" / "README.md").read_text()
        code = next(c for c in re.findall(r"```python\n(.*?)```", text, re.S) if "parquet" in c)
        self.assertLessEqual(len(code.splitlines()), 10)
        lines = ["Good morning.", "Thank you."]
        here = os.getcwd()
        with mock.patch.dict(os.environ, {"TRANSLATE_MODELS": self.models}):
            with mock.patch.object(libtranslate, "fetch") as fetch:
                os.chdir(self.folder.name)
                try:
                    pyarrow.parquet.write_table(pyarrow.table({"text": lines}), "in.parquet")
                    exec(code, {})
                    rows = pyarrow.parquet.read_table("out.parquet").to_pydict()
                    want = Translator("en-de")(lines)
                finally:
                    os.chdir(here)
        fetch.assert_called_once_with("en-de")
        self.assertEqual(rows, {"text": lines, "german": want})
