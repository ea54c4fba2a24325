#!/usr/bin/env python3
"""Makes the index of models that `translate fetch` reads, from the catalogues' own lists.

    make.py --download LISTS                          the lists, from their servers
    make.py --lists LISTS [--keep INDEX] -o INDEX     the index, of these lists
    make.py --pin INDEX [NAME...]                     sizes and SHA-256 that no list has
    make.py --check INDEX                             do the addresses still answer?

LISTS is a folder, laid out as `SOURCES` of lists.py says, with the READMEs of OPUS-MT as
opus-mt/PAIR.README.md.  --keep takes over what an earlier index knows: models that the lists do not
name, and the hashes and sizes of files whose address is the same.  --pin downloads each file of the
named models, or of all, that has no hash, once: what came is what everybody will get from then on.
Python 3.9 and nothing else.
"""
import argparse
import collections
import datetime
import hashlib
import json
import os
import re
import sys
import urllib.error
import urllib.request

import lists

NAME = re.compile(r'[A-Za-z0-9][A-Za-z0-9+._-]{0,63}')
AGENT = {'User-Agent': 'translate-index/1'}


def addresses(f):
    return f.get('urls') or [f['url']]


def is_pinned(f):
    return 'sha256' in f or 'unpacked_sha256' in f


def why_not(entry):
    """Why the program would leave the entry out, or None."""
    if not NAME.fullmatch(entry['name']) or '..' in entry['name']:
        return 'its name is not one of letters, digits and + . _ -'
    for side in ('source', 'target'):
        if not lists.TAG.fullmatch(entry[side]):
            return f'{entry[side]} is not a language'
    for f in entry['files']:
        if not all(url.startswith('https://') and len(url) < 2048 for url in addresses(f)):
            return 'a file has no https address'
    return None


def take_over(entry, earlier):
    """What nobody says any more: hashes and sizes of files of the same address, licence, version."""
    known = {addresses(f)[0]: f for f in earlier['files']}
    for f in entry['files']:
        for key, value in known.get(addresses(f)[0], {}).items():
            if key in ('size', 'sha256', 'unpacked_size', 'unpacked_sha256'):
                f.setdefault(key, value)
    for key in ('license', 'version'):
        if earlier.get(key):
            entry.setdefault(key, earlier[key])


def merge(entries, earlier):
    """The entries and those of the earlier index, by name; the first of a name stays."""
    models = {}
    for entry in entries:
        reason = why_not(entry)
        if reason:
            lists.leave_out(entry['name'], reason)
        elif entry['name'] not in models:
            models[entry['name']] = entry
    for entry in earlier:
        for f in entry['files']:
            f.pop('name', None)
        if entry['name'] in models:
            take_over(models[entry['name']], entry)
        elif not why_not(entry):
            models[entry['name']] = entry
    return [models[name] for name in sorted(models)]


def write(index, path):
    """One model a line, so that a change shows as what it is."""
    models = ',\n'.join(json.dumps(m, ensure_ascii=False, separators=(',', ':')) for m in index['models'])
    head = {k: v for k, v in index.items() if k != 'models'}
    text = json.dumps(head)[:-1] + ', "models": [\n' + models + '\n]}\n'
    with open(path + '.part', 'w', encoding='utf-8') as f:
        f.write(text)
    os.replace(path + '.part', path)


def read_index(path):
    with open(path, encoding='utf-8') as f:
        index = json.load(f)
    if index.get('format') != 1:
        sys.exit(f'{path}: is not an index of format 1')
    return index


def make(args):
    earlier = read_index(args.keep) if args.keep else {'serial': 0, 'models': []}
    index = {'format': 1, 'serial': earlier['serial'] + 1, 'generated': args.date,
             'models': merge(lists.read_all(args.lists), earlier['models'])}
    write(index, args.output)
    counts = collections.Counter(m['provider'] for m in index['models'])
    unpinned = sum(not all(map(is_pinned, m['files'])) for m in index['models'])
    print(f'{len(index["models"])} models,', ', '.join(f'{n} of {p}' for p, n in sorted(counts.items())),
          f'- {unpinned} with a file that nobody says a hash of', file=sys.stderr)


def request(url, method='GET'):
    return urllib.request.urlopen(urllib.request.Request(url, headers=AGENT, method=method), timeout=60)


def download(folder):
    for name, url in lists.SOURCES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with request(url) as response, open(path, 'wb') as f:
            f.write(response.read())
        print(name, file=sys.stderr)
    print('the READMEs of OPUS-MT are in github.com/Helsinki-NLP/OPUS-MT-train, models/PAIR/README.md',
          file=sys.stderr)


def pin_file(f):
    digest, size = hashlib.sha256(), 0
    with request(addresses(f)[0]) as response:
        while block := response.read(1 << 20):
            digest.update(block)
            size += len(block)
    f.update(size=size, sha256=digest.hexdigest())


def pin(path, names):
    index = read_index(path)
    for m in index['models']:
        if names and m['name'] not in names or 'refused' in m:
            continue
        for f in m['files']:
            if not is_pinned(f):
                pin_file(f)
                print(m['name'], addresses(f)[0], f['size'], f['sha256'], file=sys.stderr)
                write(index, path)


def head(url):
    """(what is wrong or None, Content-Length or None)."""
    try:
        with request(url, 'HEAD') as response:
            size = response.headers.get('Content-Length')
            if response.headers.get('Content-Encoding'):
                return f'comes as {response.headers["Content-Encoding"]}', None
            return None, int(size) if size else None
    except urllib.error.HTTPError as e:
        return f'{e.code} {e.reason}', None
    except OSError as e:
        return str(e), None


def check(path):
    """Returns how many addresses do not serve what the index says."""
    index, bad, seen = read_index(path), 0, set()
    for m in index['models']:
        for f in m['files']:
            for url in addresses(f):
                if url in seen:
                    continue
                seen.add(url)
                why, size = head(url)
                if not why and size and size not in (f.get('size', size), f.get('unpacked_size')):
                    why = f'has {size} bytes, the index says {f["size"]}'
                if not why and size and 'size' not in f:
                    f['size'] = size
                if why:
                    bad += 1
                    print(f'{m["name"]}: {url}: {why}')
    write(index, path)
    print(f'{len(seen)} addresses, {bad} bad.', 'Sizes that were not known are filled in.')
    if bad:
        print('404 or 410: the catalogue has moved on: make the index anew of new lists. Another size: the '
              'file was replaced: remove its hashes and --pin it, after a look at why. 403, 5xx or no answer: '
              'try again later.')
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--download', metavar='LISTS')
    parser.add_argument('--lists', metavar='LISTS')
    parser.add_argument('--keep', metavar='INDEX')
    parser.add_argument('--pin', metavar='INDEX')
    parser.add_argument('--check', metavar='INDEX')
    parser.add_argument('--date', default=datetime.date.today().isoformat())
    parser.add_argument('-o', '--output', metavar='INDEX')
    parser.add_argument('names', nargs='*', metavar='NAME')
    args = parser.parse_args()
    if args.download:
        download(args.download)
    elif args.lists and args.output:
        make(args)
    elif args.pin:
        pin(args.pin, args.names)
    elif args.check:
        sys.exit(1 if check(args.check) else 0)
    else:
        parser.error('what is to be done?')


if __name__ == '__main__':
    main()
