"""spark_resume.py IN OUT CHECKPOINT [MODEL]: the same as a stream, which goes on where it ended.

IN is a folder of Parquet files with a column "text".  Each trigger takes some files and commits
their rows once.  When the driver dies, the same command again does the rest: no row is lost, and
none comes twice.  For 1e9 lines: files of 1e5 lines or so.
"""

import sys

from pyspark.sql import SparkSession

from libtranslate.spark import translate

source, target, checkpoint, *model = sys.argv[1:]
spark = SparkSession.builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 1024).getOrCreate()
schema = spark.read.parquet(source).schema
rows = spark.readStream.schema(schema).option("maxFilesPerTrigger", 2).parquet(source)
out = translate(rows, "text", output="translation", model=(model or ["en-de"])[0])
query = (
    out.writeStream.format("parquet")
    .option("path", target)
    .option("checkpointLocation", checkpoint)
    .trigger(availableNow=True)
    .start()
)
query.awaitTermination()
