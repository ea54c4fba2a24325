"""Sentence pairs as ids, and rows of them: several pairs share a row, so that nearly no token is padding."""
import numba
import numpy as np

from network import LENGTH, MARK


@numba.njit(cache=True, nogil=True)
def pack(order, source, source_at, target, target_at, marked, source_rows, target_rows):
    """Best fit into 128 open rows.  Writes (id, sentence, place) and returns how many rows there are."""
    bins, length = 128, source_rows.shape[2]
    n_rows, n_open = 0, 0
    row, n = np.zeros(bins, np.int64), np.zeros(bins, np.int64)
    used_s, used_t = np.zeros(bins, np.int64), np.zeros(bins, np.int64)
    for i in order:
        need_s, need_t = source_at[i + 1] - source_at[i] + marked[i], target_at[i + 1] - target_at[i]
        if need_s > length or need_t > length or need_s < 2 or need_t < 2:
            continue
        best, least = -1, 1 << 30
        for j in range(n_open):
            left = 2 * length - used_s[j] - need_s - used_t[j] - need_t
            if used_s[j] + need_s <= length and used_t[j] + need_t <= length and left < least:
                best, least = j, left
        if best < 0:
            if n_open < bins:
                best = n_open
                n_open += 1
            else:
                best = np.argmax(used_s + used_t)
            if n_rows == source_rows.shape[1]:
                break
            row[best], used_s[best], used_t[best], n[best] = n_rows, 0, 0, 0
            n_rows += 1
        n[best] += 1
        at = used_s[best]
        if marked[i]:
            source_rows[0, row[best], at], source_rows[1, row[best], at] = MARK, n[best]
            at += 1
        for k in range(source_at[i], source_at[i + 1]):
            source_rows[0, row[best], at], source_rows[1, row[best], at] = source[k], n[best]
            source_rows[2, row[best], at] = at - used_s[best]
            at += 1
        used_s[best] = at
        at = used_t[best]
        for k in range(target_at[i], target_at[i + 1]):
            target_rows[0, row[best], at], target_rows[1, row[best], at] = target[k], n[best]
            target_rows[2, row[best], at] = at - used_t[best]
            at += 1
        used_t[best] = at
    return n_rows


class Bitext:
    """Pairs of several files.

    Those of encode.py are exchanged if asked for, those of `made` never, and those of `back` always: these are parts
    bt-x.
    """

    def __init__(self, paths, exchange, made=(), back=()):
        sides, ends, parts, self.names = ([], []), ([np.zeros(1, np.int64)], [np.zeros(1, np.int64)]), [], []
        for path, exchanged, mark in ([(p, exchange, '') for p in paths] + [(p, False, '') for p in made]
                                      + [(p, True, 'bt-') for p in back]):
            z = np.load(path)
            if not len(z['part']):
                continue
            for side, which in zip((0, 1), (1, 0) if exchanged else (0, 1)):
                sides[side].append(z[f'ids{which}'])
                ends[side].append(z[f'at{which}'][1:] + ends[side][-1][-1])
            parts.append(z['part'] + len(self.names))
            self.names += [mark + str(x) for x in z['names']]
        self.source, self.target = (np.concatenate(s) for s in sides)
        self.source_at, self.target_at = (np.concatenate(e) for e in ends)
        self.part = np.concatenate(parts)

    def rows(self, copies, rng):
        """One round through the text, in rows: two arrays [3, rows, LENGTH]."""
        wanted = np.array([copies.get(n, 0.0) for n in self.names])[self.part]
        marked = np.array([n.startswith('bt-') for n in self.names]).astype(np.int64)[self.part]
        times = np.floor(wanted).astype(np.int64) + (rng.random(len(wanted)) < wanted % 1)
        order = np.repeat(np.arange(len(wanted)), times)
        rng.shuffle(order)
        tokens = max((at[order + 1] - at[order]).sum() for at in (self.source_at, self.target_at))
        shape = (3, int(tokens / LENGTH * 1.25) + 300, LENGTH)
        source_rows, target_rows = np.zeros(shape, np.int16), np.zeros(shape, np.int16)
        n = pack(order, self.source, self.source_at, self.target, self.target_at, marked, source_rows, target_rows)
        some = rng.permutation(n)
        return source_rows[:, some], target_rows[:, some]


def read_mix(path):
    """Copies of each part in a round: lines PART COPIES, as for translate train --mix."""
    lines = (line.split('#')[0].split() for line in open(path, encoding='utf-8'))
    return {words[0]: float(words[1]) for words in lines if words}
