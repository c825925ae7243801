"""Counts many sessions with Spark: each partition becomes one summary, and adview adds them.

    spark-submit spark.py PAGE FOLDER [OPTION...]

The page and the sessions have to be at the same paths on every worker, and adview in its PATH. The options are those of
`adview tune --merge`.
"""

import glob
import subprocess
import sys

from pyspark.sql import SparkSession


def main(page, folder, *options):
    paths = sorted(glob.glob(folder + "/*.jsonl") + glob.glob(folder + "/*.jsonl.gz"))
    spark = SparkSession.builder.appName("adview tune").getOrCreate()
    parts = max(1, len(paths) // 500)

    def summarise(paths):
        paths = list(paths)
        if not paths:
            return []
        command = ["adview", "tune", page, *paths, "--summary", "-"]
        return [subprocess.run(command, check=True, capture_output=True).stdout]

    sums = spark.sparkContext.parallelize(paths, parts).mapPartitions(summarise).collect()
    spark.stop()
    command = ["adview", "tune", "--merge", "-", *options]
    sys.exit(subprocess.run(command, input=b"".join(sums)).returncode)


main(*sys.argv[1:])
