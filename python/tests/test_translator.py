"""What a Translator says is what the program says; errors; processes and threads."""

import asyncio
import doctest
import itertools
import json
import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from tests import HAS_MODEL, MODEL, ROOT

import libtranslate
from libtranslate import Translator, _evaluate, _models, _translator

LINES = [
    "Good morning.",
    "The cat sleeps. It is old.",
    "",
    "I have 3 apples and $12.50.",
    "  blanks around  ",
    "e\u0301 \U0001f600 and a\u2028line separator",
    "<b>Bold</b> text",
    "https://example.org/x",
] * 5


def program(*arguments, data):
    command = [os.environ["TRANSLATE"], "-m", MODEL, "-q", "--force", *arguments]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def in_child(translate, lines, out):
    out.put(translate(lines))


@unittest.skipUnless(HAS_MODEL, "no model is here")
class TestTranslator(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.translate = Translator(MODEL, beam=1)
        cls.said = program("-b", "1", data="\n".join(LINES).encode()).decode().split("\n")

    def test_a_list_gives_the_bytes_of_the_program(self):
        self.assertEqual(self.translate(LINES), self.said)

    def test_neither_threads_nor_batches_matter(self):
        self.assertEqual(Translator(MODEL, beam=1, threads=1)(LINES), self.said)
        self.assertEqual([self.translate(line) for line in LINES[:8]], self.said[:8])
        self.assertEqual([r.text for r in self.translate.stream(LINES, batch=3)], self.said)

    def test_an_iterator_is_read_as_it_is_needed(self):
        taken = []
        endless = (taken.append(i) or LINES[i % 8] for i in itertools.count())
        out = self.translate(endless)
        self.assertEqual(next(out), self.said[0])
        self.assertLessEqual(len(taken), _translator.BATCH)
        self.assertEqual(list(self.translate(iter([]))), [])
        self.assertEqual(self.translate([]), [])

    def test_a_result_tells_scores_and_alignment(self):
        r = Translator(MODEL, beam=2, n_best=2, alignment=True).translate("The cat sleeps.")
        self.assertEqual(len(r.hypotheses), 2)
        self.assertTrue(math.isfinite(r.score) and r.score < 0)
        said = program("-b", "2", "--alignment", "hard", data=b"The cat sleeps.").decode()
        pairs = [tuple(map(int, p.split("-"))) for p in said.split(" ||| ")[1].split()]
        self.assertEqual(sorted(r.alignment), sorted(pairs))
        self.assertEqual(r.source_tokens[0].piece, "\u2581The")

    def test_what_is_lost_is_that_of_the_program(self):
        lines = ["It was in caf\u00e9 eighty-two that Rudolfine stood, not in %s." % n for n in ("Oxgrove", "Quilby")]
        lines.append("She said (and he agreed (more or less)) that the bill [see note 4] was 30% too high (sic).")
        found = 0
        for line in lines:
            said = json.loads(program("-b", "1", "--json", data=line.encode())).get("lost", [])
            lost = self.translate.translate(line).lost
            self.assertEqual([x._asdict() for x in lost], said)
            for x in lost:
                self.assertEqual(line.encode()[x.begin : x.end].decode(), x.text)
            found += len(lost)
        self.assertGreater(found, 0)

    def test_score_is_that_of_the_program(self):
        said = subprocess.run(
            [os.environ["TRANSLATE"], "score", "-m", MODEL],
            input=b"Good morning!\tGuten Morgen!\n", stdout=subprocess.PIPE, check=True,
        ).stdout.split()
        r = self.translate.score("Good morning!", "Guten Morgen!")
        self.assertAlmostEqual(r.score, float(said[0]), 6)
        self.assertAlmostEqual(r.log_probability, float(said[1]), 6)

    def test_a_document_is_that_of_the_program(self):
        text = b"# Title\n\nGood morning, *my friend*.\n\n    code stays\n"
        self.assertEqual(self.translate.document(text, format="markdown"),
                         program("-b", "1", "--format", "markdown", data=text))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.html"
            path.write_text("<p>Good morning.</p>")
            self.assertEqual(self.translate(path), b"<p>Guten Morgen.</p>")

    def test_tokens_come_back(self):
        tokens = self.translate.tokenize("Good morning.")
        self.assertEqual(self.translate.detokenize([t.id for t in tokens], "source"), "Good morning.")

    def test_bytes_that_are_not_utf_8_are_repaired(self):
        out = program("-b", "1", data=b"caf\xe9 and milk").decode()
        self.assertEqual(self.translate(b"caf\xe9 and milk"), out)
        with self.assertWarnsRegex(libtranslate.TextWarning, "lone surrogate"):
            self.assertIsInstance(self.translate("caf\udce9 and milk"), str)
        with self.assertWarnsRegex(libtranslate.TextWarning, "NUL"):
            self.assertIsInstance(self.translate("caf\0 and milk"), str)

    def test_errors_are_the_librarys_sentences(self):
        with self.assertRaisesRegex(libtranslate.InvalidError, 'beam: "0" is not a whole number from 1 to 64'):
            Translator(MODEL, beam=0)
        with self.assertRaisesRegex(libtranslate.InvalidError, 'there is no option "beams": did you mean beam?'):
            Translator(MODEL, beams=1)
        with self.assertRaisesRegex(libtranslate.InvalidError, 'there is no option "zzzzz"'):
            Translator(MODEL, zzzzz=1)
        with self.assertRaisesRegex(libtranslate.FileError, "No such file"):
            Translator("/nowhere/m.gguf")
        with self.assertRaisesRegex(libtranslate.FileError, "there is no model xx-yy in "):
            Translator("xx-yy")
        with tempfile.NamedTemporaryFile(suffix=".gguf") as f:
            f.write(b"GGUF, but no model")
            f.flush()
            with self.assertRaises(libtranslate.Error):
                Translator(f.name)
        with self.assertRaises(TypeError):
            self.translate([1])
        error = pickle.loads(pickle.dumps(libtranslate.InvalidError("a sentence", -1)))
        self.assertEqual((str(error), error.code), ("a sentence", -1))

    def test_what_is_no_text_is_refused_at_the_call(self):
        for what in (None, 5, 1.5, True):
            for take in (self.translate, self.translate.translate, self.translate.stream):
                with self.assertRaisesRegex(TypeError, "is no text: give a str, bytes, a list of them"):
                    take(what)
        with self.assertRaisesRegex(TypeError, r"a dict is no list of texts: give its values, list\(dict.values"):
            self.translate({"a": "Good morning."})

    def test_a_missing_text_stays_missing(self):
        nan = float("nan")
        self.assertEqual(self.translate(["Good morning.", None, nan]), ["Guten Morgen.", None, None])
        self.assertEqual([r and r.text for r in self.translate.translate([None, "Good morning."])], [None, "Guten Morgen."])
        self.assertEqual(list(self.translate(iter([None, "Good morning."]))), [None, "Guten Morgen."])

    def test_a_mapping_is_a_glossary(self):
        t = Translator(MODEL, glossary={"river": "Strom"})
        self.assertIn("Strom", t("The river is wide."))
        self.assertIn("Strom", pickle.loads(pickle.dumps(t))("The river is wide."))
        with self.assertRaisesRegex(libtranslate.InvalidError, "glossary: 'a\\\\nb' is no term of one line"):
            Translator(MODEL, glossary={"a\nb": "c"})

    def test_a_document_that_is_given_as_text_is_told(self):
        with self.assertRaisesRegex(libtranslate.FileError, "'<p>Good.</p>' is no file: a str is the path of a document"):
            self.translate.document("<p>Good.</p>", format="html")

    def test_a_result_is_told_by_names(self):
        r = Translator(MODEL, n_best=2).translate("The cat sleeps.")
        said = r.asdict()
        self.assertEqual(said["text"], r.text)
        self.assertEqual(said["hypotheses"][1], r.hypotheses[1]._asdict())
        self.assertEqual(json.loads(r.json()), json.loads(json.dumps(said)))
        self.assertIsNone(self.translate.translate("").asdict()["quality"])
        self.assertNotIn("NaN", self.translate.translate("").json())

    def test_an_interrupt_is_heeded_within_half_a_second(self):
        code = ("import os, signal, sys, threading, time\n"
                "from libtranslate import Translator\n"
                "t = Translator(%r, threads=%s)\n"
                "data = b''.join(b'<p>The %%d old houses near the river are red.</p>' %% i for i in range(4000))\n"
                "lines = ['The %%d old houses near the river are red, and so on.' %% i for i in range(4000)]\n"
                "begun = []\n"
                "def later():\n"
                "    begun.append(time.monotonic())\n"
                "    os.kill(os.getpid(), signal.SIGINT)\n"
                "threading.Timer(0.5, later).start()\n"
                "try:\n"
                "    t.document(data, format='html') if sys.argv[1:] else t(lines)\n"
                "    print('done')\n"
                "except KeyboardInterrupt:\n"
                "    print(time.monotonic() - begun[0])\n")
        for threads in ("1", "2"):
            for kind in ([], ["document"]):
                done = subprocess.run([sys.executable, "-c", code % (MODEL, threads), *kind], stdout=subprocess.PIPE,
                                      check=True)
                self.assertLess(float(done.stdout), 2)  # half a second, on a machine that does nothing else

    def test_a_task_that_is_cancelled_ends_its_work(self):
        lines = ["The %d old houses near the river are red, and so on." % i for i in range(4000)]

        async def cancel():
            task = asyncio.ensure_future(self.translate.aio(lines))
            await asyncio.sleep(0.3)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return await self.translate.aio("Good morning.")

        begun = time.monotonic()
        self.assertEqual(asyncio.run(cancel()), "Guten Morgen.")
        self.assertLess(time.monotonic() - begun, 3)

    def test_options_have_types(self):
        import importlib.util

        spec = importlib.util.spec_from_file_location("option_types", ROOT / "python" / "tools" / "option_types.py")
        tool = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tool)
        self.assertEqual(tool.PLACE.read_text(encoding="utf-8"), tool.source(libtranslate.options()))

    def test_a_closed_translator_says_so(self):
        with Translator(MODEL) as t:
            pass
        with self.assertRaisesRegex(ValueError, "closed"):
            t("Good morning.")

    def test_processes(self):
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            out = context.Queue()
            children = [context.Process(target=in_child, args=(self.translate, LINES, out)) for _ in range(2)]
            for child in children:
                child.start()
            for _ in children:
                self.assertEqual(out.get(timeout=120), self.said)
            for child in children:
                child.join()
                self.assertEqual(child.exitcode, 0)

    def test_threads_translate_at_once_without_the_interpreters_lock(self):
        results, ticks, done = [], [], threading.Event()

        def tick():
            while not done.wait(0.001):
                ticks.append(1)

        ticker = threading.Thread(target=tick)
        ticker.start()
        threads = [threading.Thread(target=lambda: results.append(self.translate(LINES))) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        done.set()
        ticker.join()
        self.assertEqual(results, [self.said] * 4)
        self.assertGreater(len(ticks), 3)

    def test_asyncio(self):
        async def both():
            return await asyncio.gather(*(asyncio.to_thread(self.translate, LINES) for _ in range(2)))

        self.assertEqual(asyncio.run(both()), [self.said] * 2)

    def test_options_are_those_of_the_library(self):
        t = Translator(MODEL, n_best=7, ban=["Katze", "Kater"], keep="[A-Z]{2,}", max_length="2x+5")
        self.assertEqual((t.option("beam"), t.option("ban"), t.option("max_length")), ("7", "Katze\nKater", "2x+5"))
        self.assertNotIn("Katze", t("The cat sleeps.").split())
        self.assertIn("beam", libtranslate.options())

    def test_detect_models_and_explain(self):
        self.assertIn(MODEL, [m["name"] for m in libtranslate.models()])
        e = self.translate.explain("The cat sleeps.")
        self.assertIn("<svg", e._repr_html_())
        for row in e.attention("encoder", 0, 0):
            self.assertAlmostEqual(float(sum(row)), 1, 3)
        self.assertEqual(len(e.alignment), len(e.data["target_tokens"]))

    def test_docstrings(self):
        if not list((ROOT / "models").glob("en-de-tiny")):
            self.skipTest("no model is here")
        for module in (libtranslate, _translator, _evaluate):
            self.assertEqual(doctest.testmod(module).failed, 0)
        page = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
        self.assertEqual(page.failed, 0)


class TestEvaluate(unittest.TestCase):
    def test_the_numbers_are_sacrebleus(self):
        try:
            import sacrebleu
        except ImportError:
            self.skipTest("sacrebleu is not installed")
        a = ["The cat sleeps here now.", "He left."]
        b = ["The cat sleeps here today.", "He has left."]
        got = libtranslate.evaluate(a, b)
        self.assertAlmostEqual(got["bleu"].score, sacrebleu.corpus_bleu(a, [b]).score, 9)
        self.assertAlmostEqual(got["chrf"].score, sacrebleu.corpus_chrf(a, [b]).score, 9)
        self.assertAlmostEqual(got["ter"].score, sacrebleu.corpus_ter(a, [b]).score, 9)

    def test_what_is_wrong_is_said(self):
        with self.assertRaisesRegex(libtranslate.InvalidError, "another number of lines"):
            libtranslate.evaluate(["a"], ["a", "b"])
        with self.assertRaisesRegex(libtranslate.InvalidError, "bluh is not one of"):
            libtranslate.evaluate(["a"], ["a"], metrics=["bluh"])


if __name__ == "__main__":
    unittest.main()
