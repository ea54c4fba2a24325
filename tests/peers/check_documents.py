#!/usr/bin/env python3
"""check_documents.py - translates the documents of ../shared/documents/fixtures, and holds each translation
against its original with check_document.py of that folder, which reads them by other libraries (its
requirements.txt lists them).  Prints TAP.

Environment: BUILD (build/release), SHARED (../shared).
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import tap

SHARED = pathlib.Path(os.environ.get('SHARED', '../shared')) / 'documents'
PROGRAM = pathlib.Path(os.environ.get('BUILD', 'build/release')) / 'translate'
CHECKER = SHARED / 'check_document.py'
# Format, as the checker calls it: the folder of its documents, and the extension of the hostile ones.
FORMATS = {
    'text': ('text', '.txt'),
    'tsv': ('tsv', '.tsv'),
    'csv': ('tsv', '.csv'),
    'json': ('json', '.json'),
    'jsonl': ('jsonl', '.jsonl'),
    'html': ('html', '.html'),
    'xhtml': ('xhtml', '.xhtml'),
    'xml': ('xml', '.xml'),
    'android': ('android', '.none'),
    'xliff': ('xliff', '.xlf'),
    'yaml': ('yaml', '.yaml'),
    'properties': ('properties', '.properties'),
    'markdown': ('markdown', '.md'),
    'srt': ('srt', '.srt'),
    'vtt': ('vtt', '.vtt'),
    'po': ('po', '.po'),
    'tmx': ('tmx', '.tmx'),
    'email': ('email', '.eml'),
    'docx': ('docx', '.docx'),
    'pptx': ('pptx', '.pptx'),
    'xlsx': ('xlsx', '.xlsx'),
    'odt': ('odt', '.odt'),
    'odp': ('odp', '.odp'),
    'ods': ('ods', '.ods'),
    'epub': ('epub', '.epub'),
}

with tap.packages():
    import docx, html5lib, lxml, markdown_it, odf, openpyxl, polib, pptx, pysubs2, yaml  # noqa: what check_document.py needs


def documents(fmt):
    folder, extension = FORMATS[fmt]
    for path in sorted((SHARED / 'fixtures' / folder).glob('*')):
        if folder != 'tsv' or path.suffix == extension:
            yield path
    yield from sorted((SHARED / 'fixtures/hostile').glob('*' + extension))


def wrong(fmt, path, out, languages):
    """What is wrong with the translation of a document; None: it was refused with a sentence."""
    done = subprocess.run([PROGRAM, '-f', languages[0], '-t', languages[1], '-q', '--format',
                           {'android': 'xml', 'email': 'mail'}.get(fmt, fmt), '-o', out, path],
                          capture_output=True, text=True, errors='replace', timeout=600)
    if done.returncode == 1 and done.stderr.startswith('translate: ') and not out.exists():
        return None
    if done.returncode:
        return [f'{path.name}: status {done.returncode}: {done.stderr[:300]}']
    said = subprocess.run([sys.executable, CHECKER, fmt, path, out], capture_output=True, text=True, errors='replace')
    return [f'{path.name}: {line[:300]}' for line in said.stdout.splitlines()[:3]] if said.returncode == 1 else []


if not CHECKER.exists():
    print(f'1..0 # SKIP {CHECKER} is not there')
    sys.exit(0)
for fmt in FORMATS:
    for languages in ('en', 'de'), ('de', 'en'):
        n, refused, bad = 0, 0, []
        for path in documents(fmt):
            with tempfile.TemporaryDirectory() as folder:
                result = wrong(fmt, path, pathlib.Path(folder) / 'out', languages)
            n += 1
            refused += result is None
            bad += result or []
        tap.ok(f'{fmt}, {languages[0]} to {languages[1]}: {n} documents, of which {refused} are refused', bad)
tap.done()
