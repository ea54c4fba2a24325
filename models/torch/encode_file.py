"""Files of encoded pairs: ids of both sides, where each begins, and the part."""
import numpy as np


def save(path, pairs):
    names = sorted({part for _, _, part in pairs})
    number = {name: i for i, name in enumerate(names)}
    at = [np.cumsum([0] + [len(p[side]) for p in pairs]).astype(np.int64) for side in (0, 1)]
    np.savez(path, ids0=np.concatenate([p[0] for p in pairs]), at0=at[0], ids1=np.concatenate([p[1] for p in pairs]),
             at1=at[1], part=np.array([number[p[2]] for p in pairs], np.int64), names=np.array(names))
