"""Translation of a column with Spark, batch and streaming.

    from libtranslate.spark import translate
    out = translate(spark.read.parquet("in"), "text", output="de", model="en-de", keep=["id"])
    out.write.parquet("out")

Each Python worker has one translator, which it keeps from task to task.  The workers need this
package, and the model under the same path; or the model goes with the job by
`spark.sparkContext.addFile(path)`.  A worker whose library or model is another one than the
driver's fails the job before its first row.  Any number of partitions, workers and retries give
the same rows, bit for bit.
"""

import os
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import Translator, __version__
from ._errors import Error, FileError
from ._models import find

_translators: Dict[Tuple[Any, ...], Translator] = {}  # of this worker


class _Job:
    """What a worker is told; it travels by pickle."""

    def __init__(self, model: str, digest: str, options: Dict[str, Any], column: str, output: str,
                 keep: Sequence[str], details: bool, on_error: str, failed: Any):
        self.model, self.digest, self.options = model, digest, options
        self.column, self.output, self.keep = column, output, list(keep)
        self.details, self.on_error, self.failed = details, on_error, failed
        self.version = __version__

    def translator(self) -> Translator:
        threads = int(os.environ.get("SPARK_TASK_CPUS") or _task_cpus())
        key = (self.model, self.digest, threads, repr(sorted(self.options.items())))
        if key not in _translators:
            _translators[key] = self.open(threads)
        return _translators[key]

    def open(self, threads: int) -> Translator:
        if __version__ != self.version:
            raise Error("this worker has libtranslate %s, and the driver %s" % (__version__, self.version))
        translator = Translator(_path_here(self.model), threads=threads, **self.options)
        here = translator.digest()
        if here != self.digest:
            text = "%s: is another model on this worker than on the driver: its digest is %s, not %s"
            raise Error(text % (translator.path, here, self.digest))
        return translator

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        translator = self.translator()
        for batch in batches:
            yield self.batch(translator, batch)

    def batch(self, translator: Translator, batch: Any) -> Any:
        """A batch of Arrow with the translations of its column; equal texts are translated once."""
        import pyarrow  # type: ignore[import-untyped]

        texts = batch.column(self.column).to_pylist()
        unique = list(dict.fromkeys(t for t in texts if t is not None))
        found = dict(zip(unique, translator.translate(unique)))
        rows = [None if t is None else found[t] for t in texts]
        bad = [r for r in rows if r is not None and r.error is not None]
        if bad and self.on_error == "fail":
            raise Error(bad[0].error or "")
        if bad and self.failed is not None:
            self.failed.add(len(bad))
        columns = [batch.column(name) for name in self.keep]
        columns.append(pyarrow.array([r and r.text for r in rows], pyarrow.string()))
        names = [*self.keep, self.output]
        if self.details:
            columns += [
                pyarrow.array([r and r.error for r in rows], pyarrow.string()),
                pyarrow.array([r and r.retried for r in rows], pyarrow.int32()),
                pyarrow.array([r and len(r.lost) for r in rows], pyarrow.int32()),
                pyarrow.array([r.score if r and r.error is None else None for r in rows], pyarrow.float32()),
            ]
            names += _DETAILS
        return pyarrow.RecordBatch.from_arrays(columns, names)


_DETAILS = ["error", "retried", "lost", "score"]


def _task_cpus() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.cpus() if context else 1


def _path_here(model: str) -> str:
    if os.path.exists(model):
        return model
    from pyspark import SparkFiles

    sent = SparkFiles.get(os.path.basename(model))
    if os.path.exists(sent):
        return sent
    raise FileError("%s: is not on this worker, nor sent by addFile()" % model, -3)


def _schema(df: Any, job: _Job) -> Any:
    from pyspark.sql import types as t

    fields: List[Any] = [df.schema[name] for name in job.keep]
    fields.append(t.StructField(job.output, t.StringType()))
    if job.details:
        kinds = (t.StringType(), t.IntegerType(), t.IntegerType(), t.FloatType())
        fields += [t.StructField(name, kind) for name, kind in zip(_DETAILS, kinds)]
    return t.StructType(fields)


def translate(
    df: Any,
    column: str,
    output: str = "translation",
    model: str = "en-de",
    options: Optional[Dict[str, Any]] = None,
    keep: Optional[Sequence[str]] = None,
    details: bool = False,
    on_error: str = "null",
    failed: Any = None,
) -> Any:
    """A DataFrame, or a stream of them, with the translations of `column` in the column `output`.

    `keep` names the columns that stay, by default all.  A text without a translation is null, and
    counted in `failed`, an accumulator of the caller's (its count grows again where a task is tried
    again); `on_error="fail"` ends the job instead, with the library's sentence.  `details` adds the
    columns error, retried, lost (how many things) and score.  `options` are those of a Translator.
    """
    if on_error not in ("null", "fail"):
        raise ValueError('on_error is "null" or "fail", not %r' % on_error)
    names = df.columns
    kept = [n for n in names if n != output] if keep is None else list(keep)
    for name in [column, *kept]:
        if name not in names:
            raise ValueError("there is no column %r" % name)
    path = os.path.abspath(find(model))
    with Translator(path, **(options or {})) as here:
        job = _Job(path, here.digest(), dict(options or {}), column, output, kept, details, on_error, failed)
    return df.mapInArrow(job, _schema(df, job))
