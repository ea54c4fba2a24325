#!/bin/sh
# spark.t - the test of Spark, with 12 kills of each kind, 60 in all, where TEST_LONG is set.
. tests/cli/spark.t
