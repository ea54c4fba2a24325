"""dask_parts.py INPUT OUTPUT N [OPTION..]: translates a file of lines in N parts by Dask.

The parts are OUTPUT/part-00000 and so on.  SCHEDULER=tcp://host:8786 names a cluster whose
machines see INPUT, OUTPUT and the model; without it, this machine is one.  OPTIONs are
translate's.  A task whose worker dies is done again; run it again, and what is missing is done.
"""
import os
import subprocess
import sys

from dask.distributed import Client, LocalCluster

TRANSLATE = os.environ.get("TRANSLATE", "translate")


def translate_part(k, n, source, folder, options):
    words = [TRANSLATE, "-q", "-j", "1", "--skip-existing", "--manifest", *options,
             f"--part={k}/{n}", "-o", folder + "/part-%05d", source]
    status = subprocess.run(words).returncode
    if status not in (0, 3):  # 3: complete, but lines failed
        raise RuntimeError(f"part {k} of {n}: status {status}")
    return status


def main():
    source, folder, n, *options = sys.argv[1:]
    n = int(n)
    os.makedirs(folder, exist_ok=True)
    address = os.environ.get("SCHEDULER")
    cluster = None if address else LocalCluster(threads_per_worker=1, dashboard_address=None)
    with Client(address or cluster) as client:
        tasks = client.map(translate_part, range(n), n=n, source=source, folder=folder,
                           options=options, retries=3, pure=False)
        worst = max(client.gather(tasks))
    if cluster:
        cluster.close()
    manifests = [f"{folder}/part-{k:05d}.manifest" for k in range(n)]
    verified = subprocess.run([TRANSLATE, "verify", *manifests]).returncode
    sys.exit(verified or worst)


if __name__ == "__main__":
    main()
