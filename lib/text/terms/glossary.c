#include "text/terms/glossary.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

#include "base/error.h"
#include "base/file.h"
#include "base/region.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/terms/inflection.h"
#include "text/language.h"

enum { MOST_BYTES = 256 << 20, LONGEST_TERM = 1000 /* bytes */ };

typedef struct word {
    const char *text, *folded; /* [len], [strlen()] */
    size_t len;
} word;

typedef struct entry {
    const char *source, *target; /* target: NULL: kept */
    const word *words;           /* [n_words] */
    size_t n_words, line;
} entry;

struct tr_glossary {
    tr_region region;
    entry *entries; /* [n], by their words */
    size_t n, capacity;
    char digest[SHA256_DIGEST_STRING_LENGTH];
};

/* ---- Words ---- */

/* Characters of scripts that have no blanks between words. */
static bool term_stands_alone(int32_t c)
{
    static const int32_t scripts[][2] = {{0x0E00, 0x0EFF},  {0x1000, 0x109F}, {0x1780, 0x17FF},
                                         {0x3040, 0x30FF},  {0x3400, 0x9FFF}, {0xF900, 0xFAFF},
                                         {0x20000, 0x3FFFF}};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (c >= scripts[i][0] && c <= scripts[i][1]) return true;
    return false;
}

static bool belongs_to_word(int32_t c)
{
    return (tr_is_letter(c) || tr_is_digit(c)) && !term_stands_alone(c);
}

/* The next word of text from `at` on: letters and digits, or one other character. */
static bool next_term_word(const char *text, size_t len, size_t at, tr_span *found)
{
    int32_t c = -1;
    size_t n = 0;

    for (; at < len; at += n) {
        n = tr_utf8_decode(text + at, len - at, &c);
        if (!tr_is_space(c)) break;
    }
    *found = (tr_span){at, at + n};
    if (at >= len) return false;
    while (belongs_to_word(c) && found->end < len) {
        n = tr_utf8_decode(text + found->end, len - found->end, &c);
        if (belongs_to_word(c)) found->end += n;
    }
    return true;
}

/* ---- Reading ---- */

/* Bytes of a line that a message about it shows. */
typedef struct reading {
    tr_glossary *g;
    const char *path;
    tr_buf buf; /* scratch */
    size_t line;
    tr_error *err;
} reading;

/* A field without white space around it, and single blanks within; NULL: out of memory. */
static char *copy_field(reading *r, const char *text, size_t len)
{
    bool blank = false;

    tr_buf_clear(&r->buf);
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_space(c)) {
            blank = r->buf.len > 0;
            continue;
        }
        if (blank) tr_buf_add(&r->buf, " ", 1);
        tr_buf_add(&r->buf, text + at, n);
        blank = false;
    }
    return r->buf.failed ? NULL : tr_region_copy(&r->g->region, tr_buf_text(&r->buf), r->buf.len);
}

static int add_term_words(reading *r, entry *e)
{
    const size_t len = strlen(e->source);
    tr_span w = {0};
    size_t n = 0;

    for (; next_term_word(e->source, len, w.end, &w); n++) {
    }
    word *const words = TR_REGION_TAKE(&r->g->region, word, n);
    if (!words) return tr_fail_memory(r->err);
    w = (tr_span){0};
    for (size_t i = 0; i < n && next_term_word(e->source, len, w.end, &w); i++) {
        tr_buf_clear(&r->buf);
        tr_fold(e->source + w.begin, w.end - w.begin, &r->buf);
        words[i] = (word){
            .text = e->source + w.begin,
            .len = w.end - w.begin,
            .folded = tr_region_copy(&r->g->region, tr_buf_text(&r->buf), r->buf.len),
        };
        if (r->buf.failed || !words[i].folded) return tr_fail_memory(r->err);
    }
    e->words = words;
    e->n_words = n;
    return 0;
}

static int add_entry(reading *r, const char *source, const char *target)
{
    tr_glossary *const g = r->g;
    void *entries = g->entries;

    if (tr_reserve(&entries, &g->capacity, g->n + 1, sizeof *g->entries) < 0)
        return tr_fail_memory(r->err);
    g->entries = entries;
    g->entries[g->n] =
        (entry){.source = source, .target = *target ? target : NULL, .line = r->line};
    return add_term_words(r, &g->entries[g->n++]);
}

static int read_glossary_line(reading *r, const char *text, size_t len)
{
    const char *const tab = memchr(text, '\t', len);
    const size_t n_source = tab ? (size_t)(tab - text) : len;
    const char *const second = tab ? tab + 1 : text + len;
    const size_t rest = (size_t)(text + len - second);
    const char *const second_end = memchr(second, '\t', rest);
    const size_t n_target = second_end ? (size_t)(second_end - second) : rest;

    if (!tr_utf8_valid(text, len) || memchr(text, '\0', len))
        return tr_fail(r->err, TR_EFORMAT, "%s:%zu: not valid UTF-8", r->path, r->line);
    if (n_source > LONGEST_TERM || n_target > LONGEST_TERM)
        return tr_fail(r->err, TR_EFORMAT, "%s:%zu: a term of more than %d bytes", r->path, r->line,
                       LONGEST_TERM);
    const char *const source = copy_field(r, text, n_source);
    const char *const target = copy_field(r, second, n_target);
    if (!source || !target) return tr_fail_memory(r->err);
    if (*source) return add_entry(r, source, target);
    if (!*target) return 0;
    return tr_fail(r->err, TR_EFORMAT, "%s:%zu: a translation without a term", r->path, r->line);
}

/* Word by word, so that terms with the same first words are next to each other. */
static int by_words(const void *a, const void *b)
{
    const entry *const x = a, *const y = b;
    int order = 0;

    for (size_t i = 0; !order && i < x->n_words && i < y->n_words; i++)
        order = strcmp(x->words[i].folded, y->words[i].folded);
    if (!order && x->n_words != y->n_words) order = x->n_words < y->n_words ? -1 : 1;
    if (!order) order = strcmp(x->source, y->source);
    return order ? order : x->line < y->line ? -1 : 1;
}

static bool same_target(const entry *a, const entry *b)
{
    return a->target && b->target ? !strcmp(a->target, b->target) : a->target == b->target;
}

/* Of entries that are twice there, one stays. */
static int sort_entries(reading *r)
{
    tr_glossary *const g = r->g;
    size_t n = 0;

    if (!g->n) return tr_fail(r->err, TR_EFORMAT, "%s: no terms", r->path);
    qsort(g->entries, g->n, sizeof *g->entries, by_words);
    for (size_t i = 0; i < g->n; i++) {
        const entry *const e = &g->entries[i], *const before = n ? &g->entries[n - 1] : NULL;
        const bool again = before && !strcmp(before->source, e->source);
        if (again && !same_target(before, e))
            return tr_fail(r->err, TR_EFORMAT,
                           "%s:%zu: \"%.200s\" has another translation in line %zu", r->path,
                           e->line, e->source, before->line);
        if (!again) g->entries[n++] = *e;
    }
    g->n = n;
    return 0;
}

static void digest_glossary(tr_glossary *g, const tr_file *f)
{
    SHA2_CTX digest;

    SHA256Init(&digest);
    SHA256Update(&digest, f->data, f->size);
    SHA256End(&digest, g->digest);
}

static int read_glossary(reading *r, const tr_file *f)
{
    static const char bom[] = "\xEF\xBB\xBF";
    const char *text = (const char *)f->data, *const end = text + f->size;
    int rc = 0;

    if (f->size > MOST_BYTES)
        return tr_fail(r->err, TR_EUNSUPPORTED, "%s: larger than %d MiB", r->path,
                       MOST_BYTES >> 20);
    if (f->size >= 3 && !memcmp(text, bom, 3)) text += 3;
    while (text < end && rc == 0) {
        const char *const nl = memchr(text, '\n', (size_t)(end - text));
        const size_t len = (size_t)((nl ? nl : end) - text);
        r->line++;
        rc = read_glossary_line(r, text, len);
        text += len + (nl != NULL);
    }
    if (rc == 0) digest_glossary(r->g, f);
    return rc < 0 ? rc : sort_entries(r);
}

int tr_glossary_open(tr_glossary **glossary, const char *path, tr_error *err)
{
    tr_glossary *const g = calloc(1, sizeof *g);
    reading r = {.g = g, .path = path, .err = err};
    tr_file f;

    *glossary = NULL;
    if (!g) return tr_fail_memory(err);
    int rc = tr_file_map(&f, path, err);
    if (rc == 0) {
        rc = read_glossary(&r, &f);
        tr_file_unmap(&f);
    }
    tr_buf_free(&r.buf);
    if (rc < 0)
        tr_glossary_free(g);
    else
        *glossary = g;
    return rc;
}

void tr_glossary_free(tr_glossary *g)
{
    if (!g) return;
    tr_region_free(&g->region);
    free(g->entries);
    free(g);
}

size_t tr_glossary_terms(const tr_glossary *g)
{
    return g->n;
}

const char *tr_glossary_digest(const tr_glossary *g)
{
    return g->digest;
}

/* ---- Finding ---- */

/* A text in which terms are looked for. */
typedef struct search {
    const tr_glossary *g;
    const char *language, *text;
    size_t len;
    tr_buf folded, stems, kept; /* kept: stems of the words before */
} search;

/* True if the text has a capital where the term has one. */
static bool capitals_agree(const word *w, const char *text, size_t len)
{
    size_t at = 0;

    for (size_t i = 0; i < w->len;) {
        int32_t c, d = -1;
        i += tr_utf8_decode(w->text + i, w->len - i, &c);
        if (at < len) at += tr_utf8_decode(text + at, len - at, &d);
        if (tr_is_upper(c) && !tr_is_upper(d)) return false;
    }
    return true;
}

/* The stems of a word of the text, in s->stems. */
static size_t stems_of(search *s, tr_span w)
{
    tr_buf_clear(&s->folded);
    tr_buf_clear(&s->stems);
    tr_fold(s->text + w.begin, w.end - w.begin, &s->folded);
    return tr_stems(s->language, tr_buf_text(&s->folded), s->folded.len, &s->stems);
}

/* 2: the word is this one; 1: a form of it; 0: neither. */
static int fits(search *s, const word *w, tr_span found)
{
    const size_t n = stems_of(s, found);
    const char *stem = tr_buf_text(&s->stems);

    if (s->folded.failed || s->stems.failed) return 0;
    for (size_t i = 0; i < n; i++, stem += strlen(stem) + 1)
        if (!strcmp(stem, w->folded) &&
            capitals_agree(w, s->text + found.begin, found.end - found.begin))
            return i ? 1 : 2;
    return 0;
}

/* How an entry lies in the text from a word on. */
typedef struct match {
    const entry *e;
    size_t end;
    bool inflected, same; /* `same`: letter for letter */
} match;

static bool try_entry(search *s, const entry *e, tr_span first, match *m)
{
    tr_span w = first;

    *m = (match){.e = e};
    for (size_t i = 0; i < e->n_words; i++) {
        if (i && !next_term_word(s->text, s->len, w.end, &w)) return false;
        const int fit = fits(s, &e->words[i], w);
        if (!fit) return false;
        m->inflected = m->inflected || fit == 1;
    }
    m->end = w.end;
    const size_t len = m->end - first.begin;
    m->same = strlen(e->source) == len && !memcmp(e->source, s->text + first.begin, len);
    return true;
}

static bool is_longer_term(const match *a, const match *b)
{
    if (!b->e || a->end != b->end) return !b->e || a->end > b->end;
    if (a->inflected != b->inflected) return b->inflected;
    if (a->same != b->same) return a->same;
    return a->e->line < b->e->line;
}

/* How word n of an entry, if it has one, stands to a word. */
static int compare_word(const entry *e, size_t n, const char *folded)
{
    return e->n_words <= n ? -1 : strcmp(e->words[n].folded, folded);
}

/* The first of entries [begin, end), which have n words in common, whose next word is not before
 * `folded`; or not before what is after it. */
static size_t first_entry(const tr_glossary *g, tr_span among, size_t n, const char *folded,
                          bool behind)
{
    while (among.begin < among.end) {
        const size_t middle = among.begin + (among.end - among.begin) / 2;
        if (compare_word(&g->entries[middle], n, folded) < behind)
            among.begin = middle + 1;
        else
            among.end = middle;
    }
    return among.begin;
}

/* Looks for a better match among entries whose first n words stand in the text from `first` on,
 * where `w` is the next one.  False: out of memory. */
static bool match_from(search *s, tr_span among, size_t n, tr_span first, tr_span w, match *m)
{
    const entry *const e = s->g->entries;
    const size_t n_stems = stems_of(s, w), kept = s->kept.len;
    tr_span next;

    tr_buf_add(&s->kept, tr_buf_text(&s->stems), s->stems.len);
    bool right = !s->folded.failed && !s->stems.failed && !s->kept.failed;
    const bool more = next_term_word(s->text, s->len, w.end, &next);
    for (size_t k = 0, at = kept; right && k < n_stems; k++, at += strlen(s->kept.data + at) + 1) {
        const char *const stem = s->kept.data + at;
        tr_span those = {first_entry(s->g, among, n, stem, false),
                         first_entry(s->g, among, n, stem, true)};
        for (; those.begin < those.end && e[those.begin].n_words == n + 1; those.begin++) {
            match this;
            if (try_entry(s, &e[those.begin], first, &this) && is_longer_term(&this, m)) *m = this;
        }
        if (those.begin < those.end && more) right = match_from(s, those, n + 1, first, next, m);
    }
    s->kept.len = kept;
    return right;
}

/* The best entry that begins with a word of the text; m->e is NULL if there is none.  -1: out of
 * memory. */
static int best_match(search *s, tr_span w, match *m)
{
    m->e = NULL;
    return match_from(s, (tr_span){0, s->g->n}, 0, w, w, m) ? 0 : -1;
}

static bool is_among_words(const tr_term_found *found, size_t n, size_t line)
{
    for (size_t i = 0; i < n; i++)
        if (found[i].line == line) return true;
    return false;
}

ptrdiff_t tr_glossary_find(const tr_glossary *g, const char *language, const char *text, size_t len,
                           tr_term_found *found, size_t most)
{
    search s = {.g = g, .language = language, .text = text, .len = len};
    ptrdiff_t n = 0;
    tr_span w = {0};
    match m;

    while (n >= 0 && (size_t)n < most && next_term_word(text, len, w.end, &w)) {
        if (best_match(&s, w, &m) < 0) {
            n = -1;
        } else if (m.e) {
            if (!is_among_words(found, (size_t)n, m.e->line))
                found[n++] = (tr_term_found){.text = {w.begin, m.end},
                                             .target = m.e->target,
                                             .line = m.e->line,
                                             .inflected = m.inflected};
            w.end = m.end;
        }
    }
    tr_buf_free(&s.folded);
    tr_buf_free(&s.stems);
    tr_buf_free(&s.kept);
    return n;
}
