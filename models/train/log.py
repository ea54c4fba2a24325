#!/usr/bin/env python3
"""Makes the table of the training runs from their logs: log.py MODEL:RUN=FILE... > models/log.tsv

A row for every line of a log that begins with `==`, as train.py writes them at a checkpoint; the line
before tells core hours, pieces and loss.  Lines `-- step N BLEU flores-dev X tatoeba-dev Y`, as
measure.sh appends them, fill the last two columns: BLEU on FLORES-200 dev and on the even lines of
tatoeba-dev, int8, beam 4.  Core hours and pieces count from the start of a run.
"""
import re
import sys

COLUMNS = ('date', 'model', 'run', 'step', 'core hours', 'million target pieces', 'nll', 'dev nll',
           'flores-dev', 'tatoeba-dev even')
STEP = re.compile(r'step (\d+) .* ([\d.]+) M pieces ([\d.]+) core hours nll ([\d.]+)')
SAVED = re.compile(r'== step (\d+) (\S+ \S+) dev nll ([\d.]+)')
BLEU = re.compile(r'-- step (\d+) BLEU flores-dev ([\d.]+) tatoeba-dev ([\d.]+)')


def rows_of(path, model, run):
    rows, last = {}, ('', '', '')
    with open(path, encoding='utf-8') as f:
        for line in f:
            if match := STEP.match(line):
                last = match.groups()[1:]
            elif match := SAVED.match(line):
                step, date, dev = match.groups()
                rows[step] = [date, model, run, step, last[1], last[0], last[2], dev, '', '']
            elif (match := BLEU.match(line)) and match.group(1) in rows:
                rows[match.group(1)][-2:] = match.groups()[1:]
    return rows.values()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(*COLUMNS, sep='\t')
    rows = []
    for argument in sys.argv[1:]:
        name, path = argument.split('=', 1)
        rows += rows_of(path, *name.split(':', 1))
    for row in sorted(rows):
        print(*row, sep='\t')


main()
