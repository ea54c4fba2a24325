#!/usr/bin/env python3
"""check_office.py - translates the office documents of ../shared/documents/fixtures, opens originals and translations
in LibreOffice, and compares the pages and the pictures of what it exports.  Prints TAP.  Spreadsheets may take another
number of pages, where longer text reaches beyond one; others may not.

Needs soffice (libreoffice-writer, -calc, -impress) and pdfinfo, pdfimages (poppler-utils).
Environment: BUILD (build/release), SHARED (../shared), FORMATS ("docx odt").
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tap

SHARED = pathlib.Path(os.environ.get('SHARED', '../shared')) / 'documents/fixtures'
PROGRAM = pathlib.Path(os.environ.get('BUILD', 'build/release')) / 'translate'
FORMATS = os.environ.get('FORMATS', 'docx pptx xlsx odt odp ods').split()
SHEETS = 'xlsx', 'ods'


def export(paths, folder, home):
    """Exports documents as PDF; LibreOffice keeps what it has to keep below `home`."""
    subprocess.run(['soffice', f'-env:UserInstallation=file://{home}', '--headless', '--convert-to', 'pdf',
                    '--outdir', folder, *paths], capture_output=True, timeout=1800)


def count(pdf):
    """(pages, pictures) of a PDF; None if it is not there."""
    if not pdf.exists():
        return None
    said = subprocess.run(['pdfinfo', pdf], capture_output=True, text=True).stdout
    pictures = subprocess.run(['pdfimages', '-list', pdf], capture_output=True, text=True).stdout.count('\n') - 2
    return int(re.search(r'Pages:\s+(\d+)', said).group(1)), pictures


def compare(fmt, work):
    new, before, after = work / 'new', work / 'before', work / 'after'
    paths = sorted((SHARED / fmt).glob('*'))
    subprocess.run([PROGRAM, '-f', 'en', '-t', 'de', '-q', '--output-dir', new, *paths], capture_output=True)
    done = [path for path in paths if (new / path.name).exists()]
    export(done, before, work / 'home')
    export([new / path.name for path in done], after, work / 'home')
    bad = []
    for path in done:
        a, b = (count(folder / (path.stem + '.pdf')) for folder in (before, after))
        if a and b and fmt in SHEETS:
            a, b = a[1], b[1]
        if a != b:
            bad.append(f'{path.name}: {a} pages and pictures before, {b} after')
    tap.ok(f'{fmt}: LibreOffice shows {len(done)} translations as their originals', bad)


missing = [name for name in ('soffice', 'pdfinfo', 'pdfimages') if not shutil.which(name)]
if missing or not SHARED.exists():
    print(f'1..0 # SKIP {missing[0] if missing else SHARED} is not there')
    sys.exit(0)
for fmt in FORMATS:
    with tempfile.TemporaryDirectory() as folder:
        compare(fmt, pathlib.Path(folder).resolve())
tap.done()
