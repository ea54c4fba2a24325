"""What a worker of Spark does with its batches, without Spark."""

import dataclasses
import pickle
import unittest

from tests import HAS_MODEL, MODEL

from libtranslate import Error, Translator, spark
from libtranslate._models import find

try:
    import pyarrow
except ImportError:
    pyarrow = None


class Count:
    def __init__(self):
        self.value = 0

    def add(self, n):
        self.value += n


def job(**changes):
    path = find(MODEL)
    with Translator(path) as t:
        digest = t.digest()
    given = {"model": path, "digest": digest, "options": {"beam": 1}, "column": "text", "output": "de",
             "keep": ["id"], "details": False, "on_error": "null", "failed": None, **changes}
    made = pickle.loads(pickle.dumps(spark._Job(**given)))
    made._task = None
    return made


@unittest.skipUnless(HAS_MODEL and pyarrow, "no model or no pyarrow is here")
class TestRows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cpus, spark._task_cpus = spark._task_cpus, lambda: 1
        cls.batches = [
            pyarrow.record_batch({"id": [1, 2, 3, 4], "text": ["Good morning.", None, "Thank you.", "Good morning."]}),
            pyarrow.record_batch({"id": [5], "text": [""]}),
        ]

    @classmethod
    def tearDownClass(cls):
        spark._task_cpus = cls.cpus

    def test_rows_keep_their_places(self):
        rows = [r for b in job()(self.batches) for r in b.to_pylist()]
        self.assertEqual([r["id"] for r in rows], [1, 2, 3, 4, 5])
        self.assertEqual([r["de"] for r in rows], ["Guten Morgen.", None, "Danke.", "Guten Morgen.", ""])

    def test_details(self):
        first = next(job(details=True)(self.batches)).to_pylist()
        self.assertEqual(list(first[0]), ["id", "de", "error", "retried", "lost", "score"])
        self.assertEqual((first[0]["error"], first[0]["lost"]), (None, 0))
        self.assertLess(first[0]["score"], 0)
        self.assertEqual(first[1], {"id": 2, "de": None, "error": None, "retried": None, "lost": None, "score": None})

    def test_equal_texts_are_translated_once(self):
        asked = []

        class Counting:
            def translate(self, texts):
                asked.extend(texts)
                return Translator(MODEL, beam=1).translate(texts)

        job().batch(Counting(), self.batches[0])
        self.assertEqual(asked, ["Good morning.", "Thank you."])

    def test_a_line_that_fails_is_null_and_counted(self):
        class Failing:
            def translate(self, texts):
                bad = dataclasses.replace(Translator(MODEL, beam=1).translate("Hi."), text=None, error="a reason")
                return [bad for _ in texts]

        failed = Count()
        made = job(details=True)
        made.failed = failed
        rows = made.batch(Failing(), self.batches[0]).to_pylist()
        self.assertEqual((rows[0]["de"], rows[0]["error"], rows[0]["score"]), (None, "a reason", None))
        self.assertEqual(failed.value, 3)
        made = job(on_error="fail")
        with self.assertRaisesRegex(Error, "a reason"):
            made.batch(Failing(), self.batches[0])

    def test_another_model_or_version_is_refused(self):
        with self.assertRaisesRegex(Error, "is another model on this worker than on the driver"):
            next(job(digest="0" * 64)(self.batches))
        made = job(options={"beam": 2})
        made.version = "9.9.9"
        with self.assertRaisesRegex(Error, "this worker has libtranslate 0.1.0, and the driver 9.9.9"):
            next(made(self.batches))

    def test_a_worker_keeps_its_translator(self):
        self.assertIs(job().translator(), job().translator())


if __name__ == "__main__":
    unittest.main()
