"""Files of encoded pairs: ids of both sides, where each begins, and the part."""
import os

import numpy as np


def joined(pairs):
    """Two arrays of ids, two of lengths, and the parts, of a list of pairs (ids, ids, part)."""
    ids = [np.concatenate([p[side] for p in pairs]) if pairs else np.zeros(0, np.int16) for side in (0, 1)]
    return *ids, *(np.array([len(p[side]) for p in pairs], np.int64) for side in (0, 1)), [p[2] for p in pairs]


def save(path, pieces, **more):
    """Writes what `joined` made of several lists of pairs, and more arrays."""
    ids0, ids1, lengths0, lengths1, parts = zip(*pieces)
    at = [np.concatenate([[0], np.cumsum(np.concatenate(x))]).astype(np.int64) for x in (lengths0, lengths1)]
    names, part = np.unique([name for piece in parts for name in piece], return_inverse=True)
    with open(path + '.part', 'wb') as f:
        np.savez(f, ids0=np.concatenate(ids0), at0=at[0], ids1=np.concatenate(ids1), at1=at[1], part=part, names=names,
                 **more)
    os.replace(path + '.part', path)
    return len(part)
