#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language.h"
#include "language/language_data.h"
#include "text/terms/function_words.h"
#include "text/terms/glossary.h"
#include "text/terms/glossary_file.h"
#include "text/terms/noun.h"
#include "text/terms/word_class.h"

/* What is doubtful: the names are for programs. */
enum kind {
    NOT_UTF8,
    EMPTY_SOURCE,
    EMPTY_TARGET,
    TOO_LONG,
    OPEN_QUOTE,
    HEADER,
    LANGUAGES,
    COMMENT,
    BLANKS,
    MARKS,
    DUPLICATE,
    CONFLICT,
    FUNCTION_WORD,
    COMMON_WORD,
    VERB,
    NO_GENDER,
    WRONG_GENDER
};

static const struct {
    const char *name, *text;
} kinds[] = {
    [NOT_UTF8] = {"not-utf8", "is not valid UTF-8; no glossary with such a line is opened"},
    [EMPTY_SOURCE] = {"empty-source", "has no term; no glossary with such a line is opened"},
    [EMPTY_TARGET] = {"empty-target", "has no translation, and is kept as it is"},
    [TOO_LONG] = {"too-long", "has more than 1000 bytes; no glossary with such a line is opened"},
    [OPEN_QUOTE] = {"open-quote",
                    "has a quotation mark that opens a field, and none that closes it; "
                    "no glossary with such a line is opened"},
    [HEADER] = {"header", "may name columns, and is taken for a term"},
    [LANGUAGES] = {"languages", "are languages of the file, which has no term of the ones that are "
                                "asked for; it is refused for those"},
    [COMMENT] = {"comment", "begins as a note does, and is taken for a term"},
    [BLANKS] = {"blanks", "has white space at an end, which does not count"},
    [MARKS] = {"marks", "has a mark at an end that is part of it"},
    [DUPLICATE] = {"duplicate", "stands there twice"},
    [CONFLICT] = {"conflict", "has another translation; no glossary with both is opened"},
    [FUNCTION_WORD] = {"function-word",
                       "is a small word of the language's grammar, which sentences "
                       "have in other meanings"},
    [COMMON_WORD] = {"common-word", "is short or too common to mean one thing"},
    [VERB] = {"verb", "is translated by what looks like a verb: it is put for verbs alone, where "
                      "its form is known"},
    [NO_GENDER] = {"no-gender", "has a translation whose gender neither the file nor its ending "
                                "tells: the words around it may not agree"},
    [WRONG_GENDER] = {"wrong-gender", "has a gender that is not m, f or n; no glossary with such a "
                                      "line is opened"},
};

typedef struct doubt {
    enum kind kind;
    size_t line, other_line;
    const char *source, *target; /* of the region */
} doubt;

typedef struct checking {
    const char *source_language, *target_language;
    tr_region region;
    tr_term *terms;         /* [n], that are not reversed */
    const char *of_file[2]; /* the languages of its first term; NULL: not told */
    bool fits;              /* a term is of the languages that are asked for */
    size_t n, capacity;
    doubt *doubts; /* [n_doubts] */
    size_t n_doubts, doubt_capacity;
    bool failed; /* out of memory */
} checking;

static const char *copy(checking *c, const char *text)
{
    const char *const kept = tr_region_copy(&c->region, text, strlen(text));
    c->failed = c->failed || !kept;
    return kept ? kept : "";
}

static void add_doubt(checking *c, enum kind kind, const tr_term *t, size_t other_line)
{
    doubt *const all =
        tr_room(c->doubts, &c->doubt_capacity, c->n_doubts + 1, sizeof *c->doubts, &c->failed);

    c->doubts = all;
    if (!c->failed)
        c->doubts[c->n_doubts++] =
            (doubt){kind, t->line, other_line, t->source, t->target ? t->target : ""};
}

/* ---- Reading ---- */

static void note_languages(checking *c, const tr_term_fields *f)
{
    const bool told = *f->source_language && *f->target_language;

    if (!told || (tr_language_fit(c->source_language, f->source_language) &&
                  tr_language_fit(c->target_language, f->target_language)))
        c->fits = true;
    if (!told || c->of_file[0]) return;
    c->of_file[0] = copy(c, f->source_language);
    c->of_file[1] = copy(c, f->target_language);
}

static int take(void *ctx, const tr_term_fields *f, tr_error *err)
{
    checking *const c = ctx;
    static const tr_term none = {0};

    note_languages(c, f);
    if (f->reversed) return 0;
    c->terms = tr_room(c->terms, &c->capacity, c->n + 1, sizeof *c->terms, &c->failed);
    if (c->failed) return tr_fail_memory(err);
    tr_term *const t = &c->terms[c->n++];
    *t = none;
    t->source = copy(c, f->source);
    t->target = *f->target ? copy(c, f->target) : NULL;
    t->plural = *f->plural ? copy(c, f->plural) : NULL;
    t->source_language = *f->source_language ? copy(c, f->source_language) : c->source_language;
    t->target_language = *f->target_language ? copy(c, f->target_language) : c->target_language;
    t->gender = tr_gender_of(f->gender);
    t->line = f->line;
    if (*f->gender && !t->gender) add_doubt(c, WRONG_GENDER, t, 0);
    return c->failed ? tr_fail_memory(err) : 0;
}

static void take_fault(void *ctx, enum tr_row_fault fault, size_t line, const char *source,
                       const char *target)
{
    static const enum kind of[] = {[TR_ROW_NOT_UTF8] = NOT_UTF8, [TR_ROW_NO_SOURCE] = EMPTY_SOURCE,
                                   [TR_ROW_TOO_LONG] = TOO_LONG, [TR_ROW_OPEN_QUOTE] = OPEN_QUOTE,
                                   [TR_ROW_BLANKS] = BLANKS,     [TR_ROW_HALF_HEADER] = HEADER};
    checking *const c = ctx;
    const tr_term t = {.source = copy(c, source), .target = copy(c, target), .line = line};

    add_doubt(c, of[fault], &t, 0);
}

/* ---- One term ---- */

/* True for a mark at an end that a text does not have around each of its words. */
static bool has_mark(const char *text)
{
    static const char marks[] = ",;:\"'()[]{}\u201E\u201C\u201D\u2018\u2019\u00AB\u00BB\u2026";
    const size_t len = strlen(text);
    const int32_t first = tr_utf8_at(text, 0, len), last = tr_utf8_before(text, 0, len);

    for (size_t at = 0; at < sizeof marks - 1;) {
        const int32_t mark = tr_utf8_next(marks, &at, sizeof marks - 1);
        if (first == mark || last == mark) return true;
    }
    return false;
}

static int32_t last_stop(const char *text)
{
    const size_t len = strlen(text);
    const int32_t last = tr_utf8_before(text, 0, len);
    return last == '.' || last == '!' || last == '?' ? last : 0;
}

/* How many words of a term are no function words, how many there are, and letters of them. */
typedef struct word_counts {
    size_t open, all, letters;
} word_counts;

static word_counts count_words(const char *language, const char *text)
{
    const size_t len = strlen(text);
    word_counts n = {0};

    for (tr_span w = {0}; tr_next_word(text, len, w.end, &w); n.all++) {
        n.letters += tr_utf8_find(text, w.begin, w.end, tr_is_letter) < w.end
                         ? tr_utf8_count(text + w.begin, w.end - w.begin)
                         : 0;
        n.open += !tr_is_function_word(language, text + w.begin, w.end - w.begin);
    }
    return n;
}

/* A term in capitals is found in capitals only. */
static bool is_in_capitals(const char *text)
{
    const size_t len = strlen(text);
    return tr_utf8_count(text, len) > 1 && tr_utf8_find(text, 0, len, tr_is_lower) == len;
}

static void check_source(checking *c, const tr_term *t)
{
    const tr_language *const l = tr_language_data(t->source_language);
    const word_counts n = count_words(t->source_language, t->source);
    tr_buf small = {0};

    tr_fold(t->source, strlen(t->source), &small);
    const bool is_auxiliary =
        tr_list_has(l->neighbours.before_verbs, tr_buf_text(&small), small.len);
    const bool is_common = tr_list_has(l->detection.words, tr_buf_text(&small), small.len);
    c->failed = c->failed || small.failed;
    tr_buf_free(&small);
    if (l->words.function && n.all && (!n.open || is_auxiliary) && !is_in_capitals(t->source))
        add_doubt(c, FUNCTION_WORD, t, 0);
    else if (n.letters < 2 || (is_common && !is_in_capitals(t->source)))
        add_doubt(c, COMMON_WORD, t, 0);
}

/* The word of a noun whose gender counts: the last before a small word, or the first where
 * adjectives come behind. */
static tr_span find_head(const char *language, const char *noun)
{
    const bool first = tr_language_data(language)->agreement.determiners != NULL;
    const size_t len = strlen(noun);
    tr_span head = {0};

    for (tr_span w = {0}; tr_next_word(noun, len, w.end, &w);) {
        if (head.end && tr_is_function_word(language, noun + w.begin, w.end - w.begin)) break;
        head = w;
        if (first) break;
    }
    return head;
}

static void check_target(checking *c, const tr_term *t)
{
    const char *const language = t->target_language, *noun = t->target;
    const tr_language *const l = tr_language_data(language);
    char gender = t->gender;

    noun += tr_noun_article(language, noun, &gender);
    const unsigned classes = tr_class_of_term(language, noun);
    const tr_span head = find_head(language, noun);
    const char *const genders = tr_noun_genders(language, noun + head.begin, head.end - head.begin);
    const bool is_noun =
        t->plural || (classes & TR_CLASS_NOUN && (!l->nouns.capitals || classes == TR_CLASS_NOUN));
    if (classes == TR_CLASS_VERB && !t->plural && !gender)
        add_doubt(c, VERB, t, 0);
    else if (is_noun && !gender && strlen(genders) > 1 &&
             tr_is_lower(tr_utf8_at(t->source, 0, strlen(t->source))))
        add_doubt(c, NO_GENDER, t, 0);
}

/* True for "# ..." and "// ...", as programs write notes. */
static bool begins_as_note(const char *text)
{
    const size_t marks = *text == '#' ? strspn(text, "#") : !strncmp(text, "//", 2) ? 2 : 0;
    return marks && (text[marks] == ' ' || !text[marks]);
}

static void check_term(checking *c, const tr_term *t)
{
    if (begins_as_note(t->source)) {
        add_doubt(c, COMMENT, t, 0);
        return;
    }
    check_source(c, t);
    if (!t->target) {
        add_doubt(c, EMPTY_TARGET, t, 0);
        return;
    }
    if (has_mark(t->source) || has_mark(t->target) || last_stop(t->source) != last_stop(t->target))
        add_doubt(c, MARKS, t, 0);
    check_target(c, t);
}

/* ---- Terms of the same source ---- */

static int by_source(const void *a, const void *b)
{
    const tr_term *const x = a, *const y = b;
    int order = strcmp(x->source, y->source);

    if (!order) order = strcmp(x->source_language, y->source_language);
    if (!order) order = strcmp(x->target_language, y->target_language);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

static bool are_alike(const tr_term *a, const tr_term *b)
{
    return !strcmp(a->source, b->source) && !strcmp(a->source_language, b->source_language) &&
           !strcmp(a->target_language, b->target_language);
}

static void check_alike(checking *c)
{
    size_t first = 0;

    if (c->n) qsort(c->terms, c->n, sizeof *c->terms, by_source);
    for (size_t i = 1; i < c->n; i++) {
        const tr_term *const a = &c->terms[first], *const b = &c->terms[i];
        if (!are_alike(a, b)) {
            first = i;
            continue;
        }
        const bool same = !strcmp(a->target ? a->target : "", b->target ? b->target : "");
        add_doubt(c, same ? DUPLICATE : CONFLICT, b, a->line);
    }
}

/* ---- All ---- */

static int by_line(const void *a, const void *b)
{
    const doubt *const x = a, *const y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static size_t tell_all(checking *c, tr_glossary_tell tell, void *ctx)
{
    if (c->n_doubts) qsort(c->doubts, c->n_doubts, sizeof *c->doubts, by_line);
    for (size_t i = 0; i < c->n_doubts; i++) {
        const doubt *const d = &c->doubts[i];
        const tr_glossary_doubt told = {.line = d->line,
                                        .other_line = d->other_line,
                                        .kind = kinds[d->kind].name,
                                        .text = kinds[d->kind].text,
                                        .source = d->source,
                                        .target = d->target};
        tell(ctx, &told);
    }
    return c->n;
}

static int check_file(checking *c, const tr_file *f, const char *path, tr_error *err)
{
    const tr_glossary_reader reader = {.take = take, .tell = take_fault, .ctx = c};
    const int rc = tr_glossary_file_read(f, path, &reader, err);

    if (rc < 0) return rc;
    for (size_t i = 0; i < c->n && !c->failed; i++)
        check_term(c, &c->terms[i]);
    if (!c->failed) check_alike(c);
    if (c->of_file[0] && !c->fits)
        add_doubt(c, LANGUAGES,
                  &(tr_term){.source = c->of_file[0], .target = c->of_file[1], .line = 1}, 0);
    if (c->failed) return tr_fail_memory(err);
    return c->n || c->n_doubts ? 0 : tr_fail(err, TR_EFORMAT, "%s: no terms", path);
}

int tr_glossary_check(const char *path, const char *source_language, const char *target_language,
                      tr_glossary_tell tell, void *ctx, size_t *n_terms, tr_error *err)
{
    checking c = {.source_language = source_language, .target_language = target_language};
    tr_file f;

    *n_terms = 0;
    int rc = tr_file_map_or_read(&f, path, TR_GLOSSARY_FILE_MOST, err);
    if (rc < 0) return rc;
    rc = check_file(&c, &f, path, err);
    if (rc == 0) *n_terms = tell_all(&c, tell, ctx);
    tr_file_unmap(&f);
    free(c.terms);
    free(c.doubts);
    tr_region_free(&c.region);
    return rc;
}
