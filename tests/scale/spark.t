#!/bin/sh
# spark.t - the test of Spark, with 15 kills of each kind where TEST_LONG is set.
. tests/cli/spark.t
