'use strict';
/* Lines are translated each by itself, and known ones are not asked for again: what was changed is
 * all that is sent, the line of the cursor first. */
const $ = id => document.getElementById(id);
const [input, output, mirror, source, target] = ['input', 'output', 'mirror', 'source', 'target'].map($);
const WAIT = 250, POLL = 500, FIRST = 300, PART = 2000, MOST_KNOWN = 5000, MOST_MARKED = 100000;
const known = new Map();    // of key(line): {text, alternatives, links}
let languages = [], detected = '', running = null, timer = 0, alternatives = 3;
let glossaries = [], lines = [], current = { line: 0, word: null };

const get = name => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private */ } };
const from = () => source.value === 'auto' ? detected : source.value;
const glossary = () => $('glossary').value || undefined;
const key = line => [from(), target.value, $('glossary').value, line].join('\t');

function tell(text, isError) {
    $('status').textContent = text;
    $('status').className = isError ? 'error' : 'quiet';
}

/* A server without keys takes any. */
async function answerOf(path, body, { signal, method = body ? 'POST' : 'GET' } = {}) {
    const headers = { Authorization: 'Bearer ' + ($('key').value || 'none') };
    if (body && !(body instanceof FormData)) {
        headers['Content-Type'] = 'application/json';
        body = JSON.stringify(body);
    }
    const answer = await fetch(path, { method, headers, body, signal });
    if (answer.ok) return answer;
    const json = await answer.json().catch(() => ({}));
    throw new Error(json.error || json.message || 'the server says ' + answer.status);
}

const ask = async (path, body, how) => (await answerOf(path, body, how)).json();

/* ---- Languages ---- */

function fill(select, list, wanted) {
    select.replaceChildren(...list.map(l => new Option(l.name, l.code)));
    if (list.some(l => l.code === wanted)) select.value = wanted;
}

const name = code => (languages.find(l => l.code === code) || { name: code }).name;

/* Targets of the source that is meant. */
function fillTargets() {
    const one = languages.find(l => l.code === from());
    const codes = one ? one.targets : languages.flatMap(l => l.targets);
    const list = [...new Set(codes)].filter(c => c !== from() || !one).map(code => ({ code, name: name(code) }));
    fill(target, list.sort((a, b) => a.name.localeCompare(b.name)), target.value || get('target'));
    output.lang = target.value;
    input.lang = from();
    $('swap').disabled = !languages.some(l => l.code === target.value);
    fillGlossaries();
}

function swap() {
    const to = from() || (languages.find(l => l.code !== target.value && l.targets.includes(target.value)) || {}).code;
    if (!to) return;
    input.value = lines.length ? translation() : input.value;
    source.value = target.value;
    fillTargets();
    if ([...target.options].some(o => o.value === to)) target.value = to;
    changed();
}

/* ---- Words, and where they come from ---- */

/* Counts of characters as JavaScript counts: above U+FFFF there are two. */
function units(text) {
    if (!/[\ud800-\udfff]/.test(text)) return n => n;
    const at = [0];
    for (const c of text) at.push(at[at.length - 1] + c.length);
    return n => at[n];
}

function words(text, language) {
    if (!Intl.Segmenter) return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(m => [m.index, m.index + m[0].length]);
    const parts = new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text);
    return [...parts].filter(p => p.isWordLike).map(p => [p.index, p.index + p.segment.length]);
}

function draw(i, p, line) {
    const k = known.get(key(line));
    p.className = k ? '' : 'waits';
    if (!k || p.shown === k.text) return;
    let at = 0;
    p.replaceChildren();
    for (const [begin, end] of words(k.text, target.value)) {
        const word = document.createElement('span');
        word.textContent = k.text.slice(begin, end);
        word.begin = begin;
        word.end = end;
        p.append(k.text.slice(at, begin), word);
        at = end;
    }
    p.append(k.text.slice(at));
    p.shown = k.text;
}

function drawAll() {
    while (output.children.length > lines.length) output.lastChild.remove();
    while (output.children.length < lines.length) output.append(document.createElement('p'));
    lines.forEach((line, i) => draw(i, output.children[i], line));
    $('copy').disabled = !input.value;
    drawOthers();
}

const translation = () => lines.map(line => (known.get(key(line)) || { text: '' }).text).join('\n');

/* Marks pieces [begin, end] of a line in the text. */
function markInput(i, pieces) {
    mirror.replaceChildren();
    if (!pieces.length || input.value.length > MOST_MARKED) return;
    const start = lines.slice(0, i).reduce((n, line) => n + line.length + 1, 0);
    let at = 0;
    for (const [begin, end] of pieces) {
        const mark = document.createElement('mark');
        mark.textContent = input.value.slice(start + begin, start + end);
        mirror.append(input.value.slice(at, start + begin), mark);
        at = start + end;
    }
    mirror.append(input.value.slice(at) + '\n');
    mirror.scrollTop = input.scrollTop;
}

const clearMarks = () => {
    mirror.replaceChildren();
    output.querySelectorAll('.on').forEach(w => w.classList.remove('on'));
};

/* Words of the text that a word of the translation comes from. */
function markWord(word) {
    clearMarks();
    if (!word) return;
    const i = [...output.children].indexOf(word.parentNode), k = known.get(key(lines[i]));
    if (!k) return;
    const links = k.links.filter(l => l[2] < word.end && l[3] > word.begin);
    word.classList.add('on');
    markInput(i, words(lines[i], from()).filter(([b, e]) => links.some(l => l[0] < e && l[1] > b)));
    if (current.line !== i) { current.line = i; drawOthers(); }
}

/* Words of the translation that come from the word at the cursor. */
function markCursor() {
    if (document.activeElement !== input) return;
    const before = input.value.slice(0, input.selectionStart).split('\n');
    const i = before.length - 1, at = before[i].length, k = known.get(key(lines[i] || ''));
    clearMarks();
    if (current.line !== i) { current.line = i; drawOthers(); }
    const word = words(lines[i] || '', from()).find(([b, e]) => b <= at && at <= e);
    if (!k || !word || !output.children[i]) return;
    const links = k.links.filter(l => l[0] < word[1] && l[1] > word[0]);
    for (const w of output.children[i].querySelectorAll('span'))
        if (links.some(l => l[2] < w.end && l[3] > w.begin)) w.classList.add('on');
    if (links.length) markInput(i, [word]);
}

function moveWord(by) {
    const all = [...output.querySelectorAll('span')];
    const at = all.indexOf(current.word);
    current.word = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + by))];
    markWord(current.word);
    if (current.word) current.word.scrollIntoView({ block: 'nearest' });
}

/* ---- Other translations ---- */

function drawOthers() {
    const k = known.get(key(lines[current.line] || ''));
    const list = k ? k.alternatives : [];
    $('others').hidden = !list.length;
    $('others').querySelector('ul').replaceChildren(...list.map((text, n) => {
        const item = document.createElement('li'), button = document.createElement('button');
        button.textContent = text;
        button.dir = 'auto';
        button.lang = target.value;
        button.onclick = () => {
            k.alternatives[n] = k.text;
            Object.assign(k, { text, links: [] });
            drawAll();
            const next = $('others').querySelectorAll('button')[n];
            if (next) next.focus();
        };
        item.append(button);
        return item;
    }));
}

/* ---- Translating ---- */

function take(line, t) {
    const a = units(line), b = units(t.text);
    known.set(key(line), {
        text: t.text, alternatives: t.alternatives,
        links: t.alignment.map(l => [a(l[0]), a(l[1]), b(l[2]), b(l[3])])
    });
}

/* Lines that are not known, in parts of which the first is small, from the cursor's on. */
function parts() {
    const here = input.value.slice(0, input.selectionStart).split('\n').length - 1;
    const request = [...new Set([...lines.slice(here), ...lines.slice(0, here)])].filter(l => !known.has(key(l)));
    const list = [];
    let size = Infinity;
    for (const line of request) {
        if (size + line.length > (list.length > 1 ? PART : FIRST)) { list.push([]); size = 0; }
        list[list.length - 1].push(line);
        size += line.length;
    }
    return list;
}

async function detect(signal) {
    if (source.value !== 'auto') return;
    const found = (await ask('detect', { q: input.value.slice(0, 4000) }, { signal }))[0];
    detected = found.confidence ? found.language : detected || found.language;
    source.options[0].text = found.confidence ? name(detected) + ' (detected)' : 'Detect language';
    fillTargets();
}

async function translate() {
    const run = running = new AbortController();
    if (known.size > MOST_KNOWN) known.clear();
    lines = input.value ? input.value.split('\n') : [];
    $('clear').disabled = !input.value;
    $('count').textContent = input.value ? input.value.length + ' characters' : '';
    try {
        if (input.value.trim()) await detect(run.signal);
        for (const line of lines)
            if (!line.trim()) known.set(key(line), { text: line, alternatives: [], links: [] });
        drawAll();
        for (const part of parts()) {
            tell('Translating…');
            const answer = await ask('translate/alignment',
                { q: part, source: from(), target: target.value, alternatives, glossary: glossary() },
                { signal: run.signal });
            part.forEach((line, i) => take(line, answer.translations[i]));
            drawAll();
        }
        tell(input.value.trim() ? 'Translated' : '');
        markCursor();
    } catch (e) {
        if (run === running && e.name !== 'AbortError') tell(e instanceof TypeError ? 'The server does not answer' : e.message, true);
    }
}

function changed(wait = 0) {
    if (running) running.abort();
    clearTimeout(timer);
    clearMarks();
    current = { line: 0, word: null };
    timer = setTimeout(translate, wait);
}

/* ---- Glossaries ---- */

/* Those of the two languages. */
function fillGlossaries() {
    const pair = glossaries.filter(g => g.source_lang === from() && g.target_lang === target.value);
    const list = pair.map(g => ({ code: g.glossary_id, name: g.name + ' (' + g.entry_count + ')' }));
    fill($('glossary'), [{ code: '', name: 'None' }, ...list], $('glossary').value);
    $('delete').disabled = !$('glossary').value;
}

async function loadGlossaries() {
    glossaries = (await ask('v2/glossaries')).glossaries;
    fillGlossaries();
}

/* One of lines such as "term = translation", or with a tab between. */
async function makeGlossary() {
    const entries = $('new-terms').value.trim().split('\n').map(l => l.replace(/\s*[\t=]\s*/, '\t').trim()).join('\n');
    const made = await ask('v2/glossaries',
        { name: $('new-name').value, source_lang: from(), target_lang: target.value, entries, entries_format: 'tsv' });
    await loadGlossaries();
    $('new').reset();
    $('glossary').value = made.glossary_id;
    useGlossary();
}

async function deleteGlossary() {
    await answerOf('v2/glossaries/' + $('glossary').value, null, { method: 'DELETE' });
    await loadGlossaries();
    useGlossary();
}

function useGlossary() {
    $('delete').disabled = !$('glossary').value;
    changed();
}

const tellErrors = work => work().catch(e => tell(e.message, true));

/* ---- Files ---- */

const pause = ms => new Promise(done => setTimeout(done, ms));

/* The server translates it while this asks how far it is. */
async function translateFile(file) {
    const form = new FormData(), link = $('download'), bar = $('progress');
    form.append('file', file);
    if (source.value !== 'auto' || glossary()) form.append('source_lang', from());
    form.append('target_lang', target.value);
    if (glossary()) form.append('glossary_id', glossary());
    link.hidden = true;
    bar.hidden = false;
    bar.value = 0;
    tell('Translating ' + file.name + '…');
    try {
        const { document_id, document_key } = await ask('v2/document', form);
        for (;;) {
            const is = await ask('v2/document/' + document_id, { document_key });
            if (is.status === 'error') throw new Error(is.error_message);
            if (is.status === 'done') break;
            bar.value = is.progress || 0;
            await pause(POLL);
        }
        const result = await answerOf('v2/document/' + document_id + '/result', { document_key });
        URL.revokeObjectURL(link.href);
        link.href = URL.createObjectURL(await result.blob());
        link.download = link.textContent = file.name;
        link.hidden = false;
        tell('Translated:');
        link.focus();
    } catch (e) {
        tell(file.name + ': ' + e.message, true);
    }
    bar.hidden = true;
}

/* ---- All ---- */

async function start() {
    const settings = await ask('frontend/settings');
    $('keys').hidden = !settings.keyRequired;
    $('file').accept = settings.supportedFilesFormat.join(',');
    languages = (await ask('languages')).sort((a, b) => a.name.localeCompare(b.name));
    source.append(...languages.map(l => new Option(l.name, l.code)));
    source.value = languages.some(l => l.code === get('source')) ? get('source') : 'auto';
    fillTargets();
    if (!settings.keyRequired) await loadGlossaries();
    if (input.value) changed();
    if (!languages.length) tell('There is no model: translate fetch gets one', true);
}

input.addEventListener('input', () => changed(WAIT));
input.addEventListener('scroll', () => { mirror.scrollTop = input.scrollTop; });
document.addEventListener('selectionchange', markCursor);
source.addEventListener('change', () => { keep('source', source.value); fillTargets(); changed(); });
target.addEventListener('change', () => { keep('target', target.value); output.lang = target.value; fillGlossaries(); changed(); });
$('key').addEventListener('change', () => { tellErrors(loadGlossaries); changed(); });
$('keys').addEventListener('submit', e => { e.preventDefault(); changed(); });
$('glossary').addEventListener('change', useGlossary);
$('delete').addEventListener('click', () => tellErrors(deleteGlossary));
$('new').addEventListener('submit', e => { e.preventDefault(); tellErrors(makeGlossary); });
$('swap').addEventListener('click', swap);
$('clear').addEventListener('click', () => { input.value = ''; $('download').hidden = true; changed(); input.focus(); });
$('copy').addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(translation()); tell('Copied'); } catch { tell('The browser does not copy', true); }
});
output.addEventListener('mouseover', e => markWord(e.target.begin === undefined ? null : e.target));
output.addEventListener('mouseleave', clearMarks);
output.addEventListener('blur', clearMarks);
output.addEventListener('keydown', e => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (by) { e.preventDefault(); moveWord(by); }
});
$('file').addEventListener('change', e => { if (e.target.files[0]) translateFile(e.target.files[0]); e.target.value = ''; });
for (const kind of ['dragover', 'dragleave', 'drop'])
    document.addEventListener(kind, e => {
        if (![...e.dataTransfer.types].includes('Files')) return;
        e.preventDefault();
        document.body.classList.toggle('drops', kind === 'dragover');
        if (kind === 'drop' && e.dataTransfer.files[0]) translateFile(e.dataTransfer.files[0]);
    });
start().catch(e => tell(e.message, true));
