"""What each catalogue's list says, as entries of the index.

A reader takes the folder of lists and yields entries; it leaves nothing out silently: what the index
cannot hold is told with `leave_out`.  A file has `sha256` (as it is sent) or `unpacked_sha256`, or
neither, where nobody says one.
"""
import csv
import json
import os
import re
import sys
from collections import defaultdict

# Where each list is, for --download.
SOURCES = {
    'firefox-registry/models.json':
        'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data/db/models.json',
    'firefox-remote-settings/records.json':
        'https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/translations-models-v2/records',
    'translatelocally/models.json': 'https://translatelocally.com/models.json',
    'translatelocally/hplt-models.json':
        'https://raw.githubusercontent.com/hplt-project/bitextor-mt-models/refs/heads/main/models.json',
    'argos/index.json': 'https://raw.githubusercontent.com/argosopentech/argospm-index/main/index.json',
    'tatoeba/released-models.txt':
        'https://raw.githubusercontent.com/Helsinki-NLP/Tatoeba-Challenge/master/models/released-models.txt',
}

# The catalogues' own names of languages, in BCP 47.
TAGS = {'zh_hant': 'zh-Hant', 'zt': 'zh-Hant', 'pb': 'pt-BR', 'hbs': 'sh'}
FIREFOX_TAGS = {**TAGS, 'zh': 'zh-Hans'}
TAG = re.compile(r'[a-z]{2,3}(-[A-Za-z0-9]{2,8})*')


def leave_out(what, why):
    print(f'left out: {what}: {why}', file=sys.stderr)


def read_json(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as f:
        return json.load(f)


def read_lines(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as f:
        return f.read().splitlines()


# ---- Firefox: the registry has paths and scores, Remote Settings' records have the hashes

KINDS = {'model': 'model', 'lexicalShortlist': 'lex', 'vocab': 'vocab', 'srcVocab': 'srcvocab',
         'trgVocab': 'trgvocab'}


def records_by_weights(folder):
    """{SHA-256 of the weights: {file type: record}}."""
    groups = defaultdict(dict)
    for r in (read_json(folder, 'firefox-remote-settings/records.json') or {}).get('data', []):
        key = tuple(r[k] for k in ('sourceLanguage', 'targetLanguage', 'version', 'architecture',
                                   'filter_expression'))
        groups[key][r['fileType']] = r
    return {g['model']['decompressedHash']: g for g in groups.values() if 'model' in g}


def firefox_file(base, kind, f, record):
    entry = {'kind': kind, 'url': f'{base}/{f["path"]}', 'compression': 'gzip'}
    if record:
        entry['unpacked_size'] = record['decompressedSize']
        entry['unpacked_sha256'] = record['decompressedHash']
    elif 'uncompressedHash' in f:
        entry['unpacked_size'] = f['uncompressedSize']
        entry['unpacked_sha256'] = f['uncompressedHash']
    return entry


def firefox_model(base, m, known):
    source, target = (FIREFOX_TAGS.get(m[k], m[k]) for k in ('sourceLanguage', 'targetLanguage'))
    scores = m.get('metrics', {}).get('flores200-plus', {})
    entry = {
        'name': f'{source}-{target}-{m["architecture"]}', 'source': source, 'target': target,
        'provider': 'firefox', 'format': 'bergamot', 'variant': m['architecture'],
        'revision': m['files']['model']['path'].split('/')[2], 'license': 'MPL-2.0',
        'license_url': 'https://www.mozilla.org/MPL/2.0/',
        'parameters': m['modelStatistics']['parameters'],
        'scores': {'flores200-plus': {k: scores[k] for k in ('bleu', 'chrf', 'comet22') if k in scores}},
        'files': [firefox_file(base, kind, m['files'][key], known.get(kind))
                  for key, kind in KINDS.items() if key in m['files']],
    }
    if known:
        entry['version'] = known['model']['version']
    if not (m['releaseStatus'] or '').startswith('Release'):
        entry['status'] = 'nightly'
    return entry


def firefox(folder):
    registry = read_json(folder, 'firefox-registry/models.json')
    if not registry:
        return
    known = records_by_weights(folder)
    for pair, versions in sorted(registry['models'].items()):
        for m in versions:
            if m['releaseStatus']:
                yield firefox_model(registry['baseUrl'], m,
                                    known.get(m['files']['model'].get('uncompressedHash'), {}))
            else:
                leave_out(f'firefox {pair} {m["architecture"]}', 'it was never released')


# ---- translateLocally and HPLT: archives with their SHA-256

# A list calls Malay "ml", which is Malayalam.
LOCAL_TAGS = {('zsm-eng', 'ml'): 'ms', ('hbseng', 'hbs'): 'sh'}


def local_languages(m):
    """The tags of the sources, and of the target."""
    if 'srcTags' in m:
        return sorted(m['srcTags']), m['trgTag']
    source, target = m['code'].split('-')[:2]
    return [source], {'eng': 'en'}.get(target, target)


def local_models(m, provider, license_):
    sources, target = local_languages(m)
    place = re.split(r'[/.]', m['url'])
    for source in sources:
        source = next((tag for (name, code), tag in LOCAL_TAGS.items()
                       if name in place and code == source), source)
        variant = m['code'].rsplit('-', 1)[1]
        entry = {'name': f'{source}-{target}-{variant}-{provider}', 'source': source,
                 'target': target, 'provider': provider, 'format': 'bergamot', 'variant': variant,
                 'version': str(m['version']), 'revision': m['checksum'][:16], 'license': license_,
                 'files': [{'kind': 'archive', 'url': m['url'], 'sha256': m['checksum']}]}
        if not license_:
            del entry['license']
        yield entry


def local(folder):
    lists = (('translatelocally/models.json', 'bergamot', 'CC-BY-SA-4.0'),
             ('translatelocally/nixpkgs-models.json', 'bergamot', 'CC-BY-SA-4.0'),
             ('translatelocally/hplt-models.json', 'hplt', None))
    for name, provider, license_ in lists:
        models = read_json(folder, name) or []
        for m in models['models'] if isinstance(models, dict) else models:
            yield from local_models(m, provider, license_)


# ---- Argos: an index without hashes; some are pinned elsewhere

def argos(folder):
    pinned = {name: (int(size), sha256) for name, size, sha256 in
              (line.split('\t') for line in read_lines(folder, 'argos/sha256.tsv')
               if not line.startswith('#'))}
    for p in read_json(folder, 'argos/index.json') or []:
        links = [url for url in p['links'] if url.startswith('https://')]
        if p.get('type', 'translate') != 'translate' or not links:
            leave_out(p['code'], 'it is no translation package that https serves')
            continue
        source, target = (TAGS.get(p[k], p[k]) for k in ('from_code', 'to_code'))
        f = {'kind': 'archive', **({'urls': links[:4]} if len(links) > 1 else {'url': links[0]})}
        size, sha256 = pinned.get(links[0].rsplit('/', 1)[1], (None, None))
        if sha256:
            f.update(size=size, sha256=sha256)
        yield {'name': f'{source}-{target}-argos', 'source': source, 'target': target,
               'provider': 'argos', 'format': 'argos', 'variant': 'base',
               'version': p['package_version'], 'revision': p['package_version'], 'files': [f]}


# ---- OPUS-MT and Tatoeba-MT: packages without hashes

def opus_entry(provider, source, target, url, set_name, bleu, chrf):
    date = re.search(r'\d{4}-\d{2}-\d{2}', url)
    stem = url.rsplit('/', 1)[1].removesuffix('.zip')
    entry = {'name': f'{source}-{target}-{provider}-{stem.removeprefix("opus-")}',
             'source': source, 'target': target, 'provider': provider, 'format': 'opus',
             'variant': 'base', 'version': date.group() if date else stem, 'revision': stem,
             'license': 'CC-BY-4.0', 'license_url': 'https://creativecommons.org/licenses/by/4.0/',
             'files': [{'kind': 'archive', 'url': url}]}
    if set_name:
        entry['scores'] = {set_name: {'bleu': float(bleu), 'chrf': round(100 * float(chrf), 2)}}
    return entry


def readme_packages(text):
    """(url, [(test set, BLEU, chrF)], has several targets) of each section."""
    for section in re.split(r'^# (?=\S+\.zip)', text, flags=re.M)[1:]:
        url = re.search(r'^\* download: \[[^]]*\]\((\S+)\)', section, re.M)
        kind = re.search(r'^\* pre-processing: (.*)$', section, re.M)
        table = re.findall(r'^\| (\S+)\s*\|\s*([\d.]+)\s*\|\s*([\d.]+)\s*\|', section, re.M)
        if url and kind:
            yield url.group(1), table, '>>id<<' in section


def opus_readmes(folder):
    place = os.path.join(folder, 'opus-mt')
    for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
        if not name.endswith('.README.md'):
            continue
        pair = name.removesuffix('.README.md')
        with open(os.path.join(place, name), encoding='utf-8') as f:
            for url, table, several in readme_packages(f.read()):
                scores = next((row for row in table if row[0].startswith('Tatoeba')),
                              table[-1] if table else (None, None, None))
                yield pair, url, scores, several


def opus(folder):
    packages = list(opus_readmes(folder))
    for row in csv.DictReader(read_lines(folder, 'opus-mt/releases.tsv'), delimiter='\t'):
        packages.append((row['pair'], row['url'],
                         (row['testset'], row['BLEU'], row['chrF']), row['targets'] != 'one'))
    for pair, url, scores, several in packages:
        source, _, target = pair.partition('-')
        if several or not (TAG.fullmatch(source) and TAG.fullmatch(target)):
            leave_out(f'opus {pair} {url}', 'it has several languages')
        else:
            yield opus_entry('opus', source, target, url, *scores)


def tatoeba(folder):
    for line in read_lines(folder, 'tatoeba/released-models.txt'):
        url, _, pair, chrf, bleu, *names = line.split('\t')
        source, _, target = pair.partition('-')
        if any(n.endswith('languages') or n == 'unknown' for n in names):
            leave_out(f'tatoeba {pair}', 'it has several languages')
        elif float(bleu) < 5:
            leave_out(f'tatoeba {pair}', f'BLEU {bleu}')
        else:
            yield opus_entry('tatoeba', source, target, url, 'tatoeba-test', bleu, chrf)


def read_all(folder):
    for reader in (firefox, local, argos, opus, tatoeba):
        yield from reader(folder)
