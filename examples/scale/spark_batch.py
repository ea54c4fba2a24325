"""spark_batch.py IN OUT [MODEL]: the column "text" of Parquet, translated, to Parquet.

    spark-submit spark_batch.py hdfs:///in hdfs:///out en-de
"""

import sys

from pyspark.sql import SparkSession

from libtranslate.spark import translate

source, target, *model = sys.argv[1:]
spark = SparkSession.builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 1024).getOrCreate()
failed = spark.sparkContext.accumulator(0)
rows = spark.read.parquet(source)
out = translate(rows, "text", output="translation", model=(model or ["en-de"])[0], failed=failed)
out.write.mode("overwrite").parquet(target)
print("lines that failed:", failed.value)
