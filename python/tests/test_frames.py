"""numpy, pandas and datasets, where they are installed."""

import unittest

from tests import HAS_MODEL, MODEL

from libtranslate import Translator

TEXTS = ["Good morning.", "Thank you."]
SAID = ["Guten Morgen.", "Danke."]


@unittest.skipUnless(HAS_MODEL, "no model is here")
class TestFrames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.translate = Translator(MODEL, beam=1)

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.assertEqual(self.translate(numpy.array(TEXTS)), SAID)
        self.assertEqual(self.translate.explain("Good morning.").alignment.dtype, numpy.float32)

    def test_numpy_of_two_dimensions(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        with self.assertRaisesRegex(TypeError, "an array of 2 dimensions is no list of texts: give a column"):
            self.translate(numpy.array([TEXTS, TEXTS]))

    def test_what_pandas_has_not_stays_missing(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        for dtype in (object, "string"):
            texts = pandas.Series([TEXTS[0], None, TEXTS[1], float("nan")], dtype=dtype)
            self.assertEqual(self.translate(texts), [SAID[0], None, SAID[1], None])
        with self.assertRaisesRegex(TypeError, "a DataFrame is no list of texts: give a column of it"):
            self.translate(pandas.DataFrame({"text": TEXTS}))

    def test_arrow(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest("pyarrow is not installed")
        texts = pyarrow.array([TEXTS[0], None, TEXTS[1]])
        for column in (texts, pyarrow.chunked_array([texts.slice(0, 1), texts.slice(1)])):
            self.assertEqual(self.translate(column), [SAID[0], None, SAID[1]])
        with self.assertRaisesRegex(TypeError, "a Table is no list of texts: give a column of it"):
            self.translate(pyarrow.table({"text": texts}))

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pandas.DataFrame({"text": TEXTS}, index=[7, 9])
        frame["de"] = self.translate(frame["text"])
        self.assertEqual(frame["de"].tolist(), SAID)

    def test_datasets(self):
        try:
            import datasets
        except ImportError:
            self.skipTest("datasets is not installed")
        data = datasets.Dataset.from_dict({"text": TEXTS})
        out = data.map(lambda batch: {"de": self.translate(list(batch["text"]))}, batched=True, batch_size=512)
        self.assertEqual(list(out["de"]), SAID)


if __name__ == "__main__":
    unittest.main()
