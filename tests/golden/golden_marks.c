/*
 * golden_marks.c - marks on several words go with them: how often, against what people told.
 *
 * tests/data/marks.*.tsv has a translation of each line, and where its marks belong.  The engine
 * does not translate: it is made to say that translation, and the marks are laid by the attention
 * that it pays.  So a model that would say something else is held against the same places.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/utf8.h"
#include "document/marks/mark_projection.h"
#include "document/segment/tagged.h"
#include "golden.h"

#define TEXTS "../shared/data/test"

enum { PER_CENT = 85 };

/* A line of the data. */
typedef struct told {
    char *text, *translation;
    size_t line, begin, end; /* from 1; characters */
} told;

typedef struct tally {
    size_t n, right, exact, lost, empty; /* right: but for one word; lost: the mark found no place;
                                          empty: its words were not found */
} tally;

static bool is_of_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           c == '\'' || c == '-' || (unsigned char)c >= 0x80;
}

/* Words of text [len]. */
static size_t count_words(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += is_of_word(text[i]) && (i + 1 == len || !is_of_word(text[i + 1]));
    return n;
}

/* The words that stand between two strings of a text, the first from 0; bilingual empty if they do
 * not.
 */
static tr_span words_between(const char *text, const char *from, const char *to)
{
    const char *const begin = strstr(text, from), *const end = begin ? strstr(begin, to) : NULL;
    if (!end) return (tr_span){0, 0};
    const size_t before = count_words(text, (size_t)(begin - text));
    const char *const within = begin + strlen(from);
    return (tr_span){before, before + count_words(within, (size_t)(end - within))};
}

static size_t distance(size_t a, size_t b)
{
    return a < b ? b - a : a - b;
}

/* Words that one of the two has and the other has not. */
static size_t differing(tr_span a, tr_span b)
{
    if (a.end <= b.begin || b.end <= a.begin) return a.end - a.begin + b.end - b.begin;
    return distance(a.begin, b.begin) + distance(a.end, b.end);
}

static bool read_told(char *line, told *t)
{
    char *field[5];
    size_t n = 0;

    for (char *at = line; at && n < 5; n++) {
        field[n] = at;
        at = strchr(at, '\t');
        if (at) *at++ = '\0';
    }
    if (n < 5) return false;
    *t = (told){field[0], field[4], strtoul(field[1], NULL, 10), strtoul(field[2], NULL, 10),
                strtoul(field[3], NULL, 10)};
    return true;
}

/* Line n of a text, which lives until the next line is read; NULL if there is none. */
static const char *read_source(const char *name, const char *language, size_t n)
{
    const char *line = NULL;
    char path[512];
    FILE *f;

    snprintf(path, sizeof path, TEXTS "/%s.%s", name, language);
    f = fopen(path, "r");
    for (size_t i = 0; f && i < n; i++)
        line = golden_next_line(f);
    if (f) fclose(f);
    return line;
}

/* Where character n of a text begins. */
static size_t byte_of(const char *text, size_t n)
{
    const size_t len = strlen(text);
    size_t at = 0;
    int32_t c;

    for (size_t i = 0; i < n && at < len; i++)
        at += tr_utf8_decode(text + at, len - at, &c);
    return at;
}

/* Lays the mark, and holds it against where it was told to be. */
static void check_mark(tr_session *s, const char *const languages[2], const told *t,
                       const char *source, tally *all)
{
    char target[GOLDEN_MAX_TEXT];
    const tr_translation *forced;
    tr_mark mark = {.kind = TR_MARK_PAIR,
                    .parent = -1,
                    .begin = byte_of(source, t->begin),
                    .end = byte_of(source, t->end)};
    const tr_segment segment = {
        .text = source, .len = strlen(source), .marks = &mark, .n_marks = 1};
    tr_buf tagged = {0};
    size_t n = 0, n_lost;

    for (const char *c = t->translation; *c && n + 1 < sizeof target; c++)
        if (*c != '[' && *c != ']') target[n++] = *c;
    target[n] = '\0';
    all->n++;
    if (tr_score(s, golden_string(source), golden_string(target), &forced, NULL) ||
        tr_marks_project(&segment, forced, languages, &tagged, &n_lost, NULL) != 1) {
        all->lost++;
    } else if (n_lost) {
        all->empty++;
    } else {
        const size_t off = differing(words_between(tr_buf_text(&tagged), "<1>", "</1>"),
                                     words_between(t->translation, "[", "]"));
        all->right += off <= 1;
        all->exact += off == 0;
    }
    tr_buf_free(&tagged);
}

static void check_direction(const char *from, const char *to)
{
    char path[512], *line;
    tr_error err;
    tr_model *m;
    tally all = {0};
    bool complete = true;

    snprintf(path, sizeof path, "models/%s-%s/%s-%s.gguf", from, to, from, to);
    if (tr_model_open(&m, path, &err)) {
        tap_skip(path, "there is no model");
        return;
    }
    tr_options o = golden_options(m, 1, 1, TR_TEXT, TR_TEXT);
    o.alignment = 1;
    tr_session *const s = golden_create(m, &o);
    snprintf(path, sizeof path, "tests/data/marks.%s.tsv", from);
    FILE *const f = fopen(path, "r");
    while (s && f && (line = golden_next_line(f))) {
        char text[GOLDEN_MAX_TEXT];
        told t;
        if (*line == '#') continue;
        line = strcpy(text, line);
        const char *const source = read_told(line, &t) ? read_source(t.text, from, t.line) : NULL;
        if (source)
            check_mark(s, (const char *const[]){from, to}, &t, source, &all);
        else
            complete = false;
    }
    if (f) fclose(f);
    printf("# %s-%s: %zu marks, %zu within one word, %zu exact, %zu without a place, %zu empty\n",
           from, to, all.n, all.right, all.exact, all.lost, all.empty);
    tap_ok(complete && all.n >= 100, "%s-%s: at least 100 marks are laid", from, to);
    tap_ok(100 * all.right >= PER_CENT * all.n,
           "%s-%s: %d %% of marks on several words are where they belong, but for a word", from, to,
           PER_CENT);
    tr_session_free(s);
    tr_model_close(m);
}

int main(void)
{
    if (access(TEXTS, R_OK)) {
        tap_skip("marks on several words", "there is no " TEXTS);
        return tap_done();
    }
    check_direction("en", "de");
    check_direction("de", "en");
    return tap_done();
}
