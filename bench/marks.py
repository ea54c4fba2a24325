#!/usr/bin/env python3
"""marks.py [-m MODEL] TEXT: how often a mark on a name or number goes with it.

Of each line that has one, a name (a capitalised word that does not begin the line) or a number is put in
<b>, if it is there once; the lines are a web page, which is translated.  Where the translation has the word once,
<b> must hold just that.  Environment: PROGRAM (build/release/translate).
"""
import html
import os
import re
import subprocess
import sys
import tempfile

import material

PROGRAM = os.environ.get('PROGRAM', material.PROGRAM)
WORD = re.compile(r"(?<=\w )[A-Z][a-z]+\b|\b\d[\d.,]*\d\b|\b\d\b")
words, page = [], []
if len(sys.argv) < 2 or sys.argv[1] in ('-h', '--help'):
    sys.exit(__doc__)
if PROGRAM == material.PROGRAM:
    material.build(PROGRAM)
for line in material.text(sys.argv[-1], sys.maxsize):
    line = line.strip()
    found = [m for m in WORD.finditer(line) if m.group() != 'I' and line.count(m.group()) == 1]
    if not found:
        continue
    word = found[0]
    words.append(word.group())
    page.append('<p>%s<b>%s</b>%s</p>' % tuple(html.escape(part, quote=False) for part in (
        line[:word.start()], word.group(), line[word.end():])))
with tempfile.NamedTemporaryFile('w', suffix='.html', encoding='utf-8') as source:
    source.write('\n'.join(page))
    source.flush()
    done = subprocess.run([PROGRAM, *sys.argv[1:-1], source.name],
                          capture_output=True, text=True)
if done.returncode:
    material.stop(done.stderr.strip())
lines = done.stdout.split('\n')
right = wrong = 0
for word, source, line in zip(words, page, lines):
    text = re.sub('</?[bp]>', '', line)
    if len(re.findall(r'(?<!\w)%s(?!\w)' % re.escape(word), text)) != 1:
        continue
    if '<b>%s</b>' % word in line:
        right += 1
    else:
        wrong += 1
        if os.environ.get('SHOW'):
            print(source, line, sep='\n')
print('%d marks, %d right: %.1f %%' % (right + wrong, right, 100 * right / max(1, right + wrong)))
