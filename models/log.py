#!/usr/bin/env python3
"""Adds training runs to the table of all, from their logs: log.py MODEL:RUN=OUT.gguf.log... >> models/log.tsv

A row for every check of held-out text in the log of `translate train`, with what the line before it
says of hours and pieces; and the BLEU that measure.sh appended for that step: on FLORES-200 dev and
the even lines of tatoeba-dev, int8, beam 4.  Hours and pieces count from the start of a run; hours
are those of the clock, in training.  The column of dates is empty: a log has none.
"""
import json
import sys

BLEU = ('flores-dev', 'tatoeba-dev even')
COLUMNS = ('date', 'model', 'run', 'step', 'core hours', 'million target pieces', 'nll', 'dev nll', *BLEU)


def rows_of(path, model, run):
    rows, last, threads, seconds = {}, {}, 1, 0
    with open(path, encoding='utf-8') as f:
        for line in map(json.loads, f):
            event, step = line.get('event'), line.get('step')
            if event == 'plan':
                threads = line['threads']
            elif event is None:
                seconds += (line['seconds'] - last.get('seconds', 0)) * threads
                last = line
            elif event == 'dev' and last:
                rows[step] = ['', model, run, step, f'{seconds / 3600:.2f}',
                              f'{line["pieces"] / 1e6:.2f}', f'{last["nll"]:.3f}', f'{line["nll"]:.4f}', '', '']
            elif event == 'bleu' and step in rows:
                rows[step][-2:] = (line[name] for name in BLEU)
    return rows.values()


def main():
    if len(sys.argv) < 2:
        sys.exit(f'{__doc__}\nColumns: {", ".join(COLUMNS)}')
    for argument in sys.argv[1:]:
        name, path = argument.split('=', 1)
        for row in rows_of(path, *name.split(':', 1)):
            print(*row, sep='\t')


main()
