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
