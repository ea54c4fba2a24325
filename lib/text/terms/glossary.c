#include "text/terms/glossary.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

#include "base/error.h"
#include "base/unicode.h"
#include "language/language_data.h"
#include "text/terms/endings.h"
#include "text/terms/glossary_file.h"
#include "text/terms/word_class.h"

struct tr_glossary {
    tr_region region;
    tr_term *terms; /* [n], by their words */
    size_t n, capacity;
    size_t n_given; /* that are not reversed */
    char digest[SHA256_DIGEST_STRING_LENGTH];
    const char *path;
};

/* ---- Reading ---- */

typedef struct reading {
    tr_glossary *g;
    const char *path;
} reading;

/* A copy of what is not empty. */
static bool copy_given(const reading *r, const char *text, const char **copy)
{
    *copy = *text ? tr_region_copy(&r->g->region, text, strlen(text)) : NULL;
    return *copy || !*text;
}

char tr_gender_of(const char *text)
{
    static const char *const words[][3] = {
        {"m", "masc", "masculine"}, {"f", "fem", "feminine"}, {"n", "neut", "neuter"}};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++)
            if (!strcmp(text, words[i][k])) return *words[i][0];
    return 0;
}

static bool make_term(const reading *r, const tr_term_fields *f, tr_term *t)
{
    tr_region *const region = &r->g->region;

    *t = (tr_term){.gender = tr_gender_of(f->gender), .line = f->line, .reversed = f->reversed};
    return copy_given(r, f->source, &t->source) && copy_given(r, f->target, &t->target) &&
           copy_given(r, f->plural, &t->plural) &&
           copy_given(r, f->source_language, &t->source_language) &&
           copy_given(r, f->target_language, &t->target_language) &&
           tr_term_words_make(&t->words, t->source, region) &&
           tr_term_words_make(&t->target_words, t->target ? t->target : "", region) &&
           tr_term_words_make(&t->plural_words, t->plural ? t->plural : "", region);
}

static int take_term(void *ctx, const tr_term_fields *f, tr_error *err)
{
    const reading *const r = ctx;
    tr_glossary *const g = r->g;
    void *terms = g->terms;

    if (*f->gender && !tr_gender_of(f->gender))
        return tr_fail(err, TR_EFORMAT, "%s:%zu: the gender \"%.200s\" is not m, f or n", r->path,
                       f->line, f->gender);
    if (tr_reserve(&terms, &g->capacity, g->n + 1, sizeof *g->terms) < 0)
        return tr_fail_memory(err);
    g->terms = terms;
    return make_term(r, f, &g->terms[g->n++]) ? 0 : tr_fail_memory(err);
}

static int compare_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static bool same_languages(const tr_term *a, const tr_term *b)
{
    return !compare_text(a->source_language, b->source_language) &&
           !compare_text(a->target_language, b->target_language);
}

/* Word by word, so that terms with the same first words are next to each other. */
static int by_words(const void *a, const void *b)
{
    const tr_term *const x = a, *const y = b;
    int order = 0;

    for (size_t i = 0; !order && i < x->words.n && i < y->words.n; i++)
        order = strcmp(x->words.list[i].folded, y->words.list[i].folded);
    if (!order && x->words.n != y->words.n) order = x->words.n < y->words.n ? -1 : 1;
    if (!order) order = strcmp(x->source, y->source);
    if (!order) order = compare_text(x->source_language, y->source_language);
    if (!order) order = compare_text(x->target_language, y->target_language);
    if (!order && x->reversed != y->reversed) order = x->reversed ? 1 : -1;
    return order ? order : x->line < y->line ? -1 : 1;
}

/* Of terms that are twice there, one stays. */
static int sort_terms(const reading *r, tr_error *err)
{
    tr_glossary *const g = r->g;
    size_t n = 0;

    if (!g->n) return tr_fail(err, TR_EFORMAT, "%s: no terms", r->path);
    qsort(g->terms, g->n, sizeof *g->terms, by_words);
    for (size_t i = 0; i < g->n; i++) {
        const tr_term *const t = &g->terms[i], *const before = n ? &g->terms[n - 1] : NULL;
        const bool again =
            before && !strcmp(before->source, t->source) && same_languages(before, t);
        if (again && !t->reversed && compare_text(before->target, t->target) != 0)
            return tr_fail(err, TR_EFORMAT,
                           "%s:%zu: \"%.200s\" has another translation in line %zu", r->path,
                           t->line, t->source, before->line);
        if (!again) g->terms[n++] = *t;
        if (!again && !t->reversed) g->n_given++;
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

/* Takes the terms of a file of that name. */
static int read_file(tr_glossary **glossary, const char *path, const tr_file *f, tr_error *err)
{
    tr_glossary *const g = calloc(1, sizeof *g);
    reading r = {.g = g, .path = path};

    if (!g) return tr_fail_memory(err);
    int rc =
        tr_glossary_file_read(f, path, &(tr_glossary_reader){.take = take_term, .ctx = &r}, err);
    if (rc == 0) digest_glossary(g, f);
    if (rc == 0 && !(g->path = tr_region_copy(&g->region, path, strlen(path))))
        rc = tr_fail_memory(err);
    if (rc == 0) rc = sort_terms(&r, err);
    if (rc < 0)
        tr_glossary_free(g);
    else
        *glossary = g;
    return rc;
}

int tr_glossary_open(tr_glossary **glossary, const char *path, tr_error *err)
{
    tr_file f;

    *glossary = NULL;
    int rc = tr_file_map_or_read(&f, path, TR_GLOSSARY_FILE_MOST, err);
    if (rc < 0) return rc;
    rc = read_file(glossary, path, &f, err);
    tr_file_unmap(&f);
    return rc;
}

int tr_glossary_read(tr_glossary **glossary, const char *name, const void *bytes, size_t size,
                     tr_error *err)
{
    const tr_file f = {.data = bytes, .size = size};

    *glossary = NULL;
    return read_file(glossary, name, &f, err);
}

void tr_glossary_free(tr_glossary *g)
{
    if (!g) return;
    tr_region_free(&g->region);
    free(g->terms);
    free(g);
}

size_t tr_glossary_terms(const tr_glossary *g)
{
    return g->n_given;
}

const char *tr_glossary_digest(const tr_glossary *g)
{
    return g->digest;
}

/* ---- Languages ---- */

static bool is_of_language(const char *of, const char *language)
{
    return !of || tr_language_fit(language, of) > 0;
}

int tr_glossary_check_languages(const tr_glossary *g, const char *source_language,
                                const char *target_language, tr_error *err)
{
    const tr_term *given = NULL;

    for (size_t i = 0; i < g->n; i++) {
        const tr_term *const t = &g->terms[i];
        if (is_of_language(t->source_language, source_language) &&
            is_of_language(t->target_language, target_language))
            return 0;
        if (!t->reversed) given = t;
    }
    if (!given) return 0;
    return tr_fail(
        err, TR_EINVAL,
        "%s: has terms from \"%s\" to \"%s\", as it says, and none from \"%s\" to \"%s\"", g->path,
        given->source_language ? given->source_language : "",
        given->target_language ? given->target_language : "", source_language, target_language);
}

/* ---- Finding ---- */

/* A text in which terms are looked for. */
typedef struct search {
    const tr_glossary *g;
    const char *target_language;
    tr_term_scan scan;
    tr_buf kept;       /* stems of the words before */
    size_t plural_end; /* where the longest term that stands there as a plural ends */
} search;

/* How a term lies in the text from a word on. */
typedef struct match {
    const tr_term *t;
    size_t end;
    enum tr_word_form form;
    bool same; /* letter for letter */
} match;

unsigned tr_term_classes(const tr_term *t, const char *source_language, const char *target_language)
{
    if (!t->target) return TR_ANY_CLASS;
    const unsigned target = t->gender || t->plural ? TR_CLASS_NOUN
                                                   : tr_class_of_term(target_language, t->target),
                   source = tr_class_of_term(source_language, t->source);
    return target & source ? target & source : target;
}

/* True unless the words around it tell that what stands there is another part of speech. */
static bool is_of_class(const search *s, const tr_term *t, tr_span first, const match *m)
{
    const tr_term_scan *const in = &s->scan;
    const tr_span at = {first.begin, m->end};

    if (m->form > TR_WORD_PLURAL) return true;
    return tr_term_classes(t, in->language, s->target_language) &
           tr_class_in_sentence(in->language, in->text, in->len, at, m->form == TR_WORD_SAME);
}

static bool try_term(search *s, const tr_term *t, tr_span first, match *m)
{
    const tr_term_scan *const in = &s->scan;

    *m = (match){.t = t};
    if (!is_of_language(t->source_language, in->language) ||
        !is_of_language(t->target_language, s->target_language))
        return false;
    m->form = tr_term_scan_match(&s->scan, &t->words, first, &m->end);
    if (m->form == TR_WORD_OTHER) return false;
    if (m->form == TR_WORD_VERB && t->target &&
        !tr_may_be_verb(s->target_language, t->target, strlen(t->target)))
        return false;
    if (m->form == TR_WORD_PLURAL && m->end > s->plural_end) s->plural_end = m->end;
    if (!is_of_class(s, t, first, m)) return false;
    const size_t len = m->end - first.begin;
    m->same = strlen(t->source) == len && !memcmp(t->source, in->text + first.begin, len);
    return true;
}

/* True for a verb's form that tells the past, or is a participle. */
static bool is_past(const search *s, const match *m)
{
    const char *const going = tr_language_data(s->scan.language)->verbs.going;
    size_t begin = m->end;

    while (begin > 0 && tr_byte_is_word(s->scan.text[begin - 1]))
        begin--;
    return m->form == TR_WORD_VERB &&
           !tr_ending_longest(going, s->scan.text + begin, m->end - begin);
}

static bool is_longer_term(const match *a, const match *b)
{
    if (!b->t || a->end != b->end) return !b->t || a->end > b->end;
    if ((a->form == TR_WORD_SAME) != (b->form == TR_WORD_SAME)) return a->form == TR_WORD_SAME;
    if (a->same != b->same) return a->same;
    return a->t->line < b->t->line;
}

/* How word n of a term, if it has one, stands to a word. */
static int compare_word(const tr_term *t, size_t n, const char *folded)
{
    return t->words.n <= n ? -1 : strcmp(t->words.list[n].folded, folded);
}

/* The first of terms [begin, end), which have n words in common, whose next word is not before
 * `folded`; or not before what is after it. */
static size_t first_term(const tr_glossary *g, tr_span among, size_t n, const char *folded,
                         bool behind)
{
    while (among.begin < among.end) {
        const size_t middle = among.begin + (among.end - among.begin) / 2;
        if (compare_word(&g->terms[middle], n, folded) < behind)
            among.begin = middle + 1;
        else
            among.end = middle;
    }
    return among.begin;
}

/* Looks for a better match among terms whose first n words stand in the text from `first` on,
 * where `w` is the next one.  False: out of memory. */
static bool match_from(search *s, tr_span among, size_t n, tr_span first, tr_span w, match *m)
{
    const tr_term *const t = s->g->terms;
    const size_t kept = s->kept.len;
    tr_span next;

    bool right = tr_term_scan_stems(&s->scan, w);
    const size_t n_stems = s->scan.n.all;
    tr_buf_add(&s->kept, tr_buf_text(&s->scan.stems), s->scan.stems.len);
    right = right && !s->kept.failed;
    const bool more = tr_next_word(s->scan.text, s->scan.len, w.end, &next);
    for (size_t k = 0, at = kept; right && k < n_stems; k++, at += strlen(s->kept.data + at) + 1) {
        const char *const stem = s->kept.data + at;
        tr_span those = {first_term(s->g, among, n, stem, false),
                         first_term(s->g, among, n, stem, true)};
        for (; those.begin < those.end && t[those.begin].words.n == n + 1; those.begin++) {
            match this;
            if (try_term(s, &t[those.begin], first, &this) && is_longer_term(&this, m)) *m = this;
        }
        if (those.begin < those.end && more) right = match_from(s, those, n + 1, first, next, m);
    }
    s->kept.len = kept;
    return right;
}

static void free_search(search *s)
{
    tr_term_scan_free(&s->scan);
    tr_buf_free(&s->kept);
}

ptrdiff_t tr_glossary_find(const tr_glossary *g, const char *source_language,
                           const char *target_language, const char *text, size_t len,
                           tr_term_found *found, size_t most)
{
    search s = {.g = g,
                .target_language = target_language,
                .scan = {.language = source_language, .text = text, .len = len}};
    ptrdiff_t n = 0;
    tr_span w = {0};

    while (n >= 0 && (size_t)n < most && tr_next_word(text, len, w.end, &w)) {
        match m = {0};
        s.plural_end = 0;
        if (!match_from(&s, (tr_span){0, g->n}, 0, w, w, &m)) {
            n = -1;
        } else if (m.t) {
            found[n++] = (tr_term_found){
                .text = {w.begin, m.end},
                .term = m.t,
                .past = is_past(&s, &m),
                .command = tr_may_be_command(source_language, text, (tr_span){w.begin, m.end}),
                .plural = m.end == s.plural_end};
            w.end = m.end;
        }
    }
    free_search(&s);
    return n;
}

ptrdiff_t tr_term_find_target(const tr_term *t, const char *target_language, const char *text,
                              size_t len, tr_span *at, size_t most)
{
    tr_term_scan s = {.language = target_language, .text = text, .len = len};
    const tr_term_words *const forms[] = {&t->target_words, &t->plural_words};
    size_t n = 0;
    bool failed = false;

    for (tr_span w = {0}; n < most && tr_next_word(text, len, w.end, &w);) {
        const size_t before = n;
        for (size_t i = 0; i < 2 && n == before; i++) {
            size_t end;
            if (tr_term_scan_match(&s, forms[i], w, &end) == TR_WORD_OTHER) continue;
            at[n++] = (tr_span){w.begin, end};
            w.end = end;
        }
        failed = failed || s.folded.failed || s.stems.failed;
    }
    tr_term_scan_free(&s);
    return failed ? -1 : (ptrdiff_t)n;
}
