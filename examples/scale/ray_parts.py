"""ray_parts.py INPUT OUTPUT N [OPTION..]: translates a file of lines in N parts by Ray.

The parts are OUTPUT/part-00000 and so on.  RAY_ADDRESS names a cluster whose machines see INPUT,
OUTPUT and the model; without it, this machine is one.  OPTIONs are translate's.  A task that
fails is done again; run it again, and what is missing is done.
"""
import os
import subprocess
import sys

import ray

TRANSLATE = os.environ.get("TRANSLATE", "translate")


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=True)
def translate_part(k, n, source, folder, options):
    words = [TRANSLATE, "-q", "-j", "1", "--skip-existing", "--manifest", *options,
             f"--part={k}/{n}", "-o", folder + "/part-%05d", source]
    status = subprocess.run(words).returncode
    if status not in (0, 3):  # 3: complete, but lines failed
        raise RuntimeError(f"part {k} of {n}: status {status}")
    return status


def main():
    source, folder, n, *options = sys.argv[1:]
    source, folder, n = os.path.abspath(source), os.path.abspath(folder), int(n)
    os.makedirs(folder, exist_ok=True)
    ray.init(include_dashboard=False)
    tasks = [translate_part.remote(k, n, source, folder, options) for k in range(n)]
    worst = max(ray.get(tasks))
    manifests = [f"{folder}/part-{k:05d}.manifest" for k in range(n)]
    verified = subprocess.run([TRANSLATE, "verify", *manifests]).returncode
    sys.exit(verified or worst)


if __name__ == "__main__":
    main()
