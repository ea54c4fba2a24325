#include "lines/language_runs.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

enum { CAPACITY = 1 << 16, ENOUGH = 1000, MOST_LANGUAGES = 64 };

/* Another language of a text must have this share of it to be what the text is in. */
static const double LEAST_SHARE = 0.4;

typedef struct known_language {
    char name[DETECTED_NAME_SIZE];
    bool accepted;
} known_language;

struct language_runs {
    input *in;
    bool by_line;
    const char *target;
    detector_accepts *accepts;
    void *ctx;
    known_language known[MOST_LANGUAGES];
    size_t n_known;
    char bytes[CAPACITY];
    size_t begin, end; /* bytes that have not been handed out */
    size_t given;      /* of them, the words of this stretch */
    bool at_end;       /* of the input */
    bool within_line;  /* the last byte given to a stretch is not the end of its line */
    bool is_all;       /* what follows belongs to this stretch */
    bool is_blank;
    detection detected;
    const char *language; /* of this stretch: a known one, or NULL */
};

language_runs *language_runs_open(input *in, bool by_line, const char *target,
                                  detector_accepts *accepts, void *ctx)
{
    language_runs *r = checked_malloc(sizeof *r);
    memset(r, 0, sizeof *r);
    r->in = in;
    r->by_line = by_line;
    r->target = target;
    r->accepts = accepts;
    r->ctx = ctx;
    return r;
}

void language_runs_close(language_runs *r)
{
    free(r);
}

const char *language_runs_language(const language_runs *r)
{
    return r->language;
}

bool language_runs_is_blank(const language_runs *r)
{
    return r->is_blank;
}

const detection *language_runs_detection(const language_runs *r)
{
    return &r->detected;
}

/* ---- Languages ---------------------------------------------------------------------------- */

/* A known language that is accepted, or NULL. */
static const char *find_accepted(language_runs *r, const char *name)
{
    for (size_t i = 0; i < r->n_known; i++)
        if (!strcmp(r->known[i].name, name)) return r->known[i].accepted ? r->known[i].name : NULL;
    if (r->n_known == MOST_LANGUAGES) return NULL;
    known_language *k = &r->known[r->n_known++];
    strcpy(k->name, name);
    k->accepted = r->accepts(r->ctx, name);
    return k->accepted ? k->name : NULL;
}

static bool is_known_accepted(void *ctx, const char *name)
{
    return find_accepted(ctx, name) != NULL;
}

static bool is_known_source(void *ctx, const char *name)
{
    const language_runs *const r = ctx;
    return !(r->target && tr_language_fit(name, r->target)) && is_known_accepted(ctx, name);
}

/* The language of a text that is not sure.  A line may be in any language, and is taken for one
 * that its words tell; a whole text is for the languages that there are. */
static const char *choose_likely(language_runs *r, const char *text, size_t len)
{
    char name[DETECTED_NAME_SIZE];

    if (detector_choose_by_words(text, len, is_known_accepted, r, name) ||
        (!r->by_line && detector_choose_by_letters(text, len, is_known_source, r, name)))
        return find_accepted(r, name);
    return NULL;
}

/* The language of a text: the first that is found, or another that is accepted and has a good
 * share.
 */
static const char *choose_language(language_runs *r, const detection *d, const char *text,
                                   size_t len)
{
    if (!d->sure) return choose_likely(r, text, len);
    for (size_t i = 0; i < d->n; i++) {
        const char *name = i == 0 || d->found[i].share >= LEAST_SHARE
                               ? find_accepted(r, d->found[i].language)
                               : NULL;
        if (name) return name;
    }
    return NULL;
}

/* Most lines that have no letters are blank or figures. */
bool language_runs_has_letters(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c >= 0x80 || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
            return detector_has_letters(text, len);
    }
    return false;
}

/* ---- Bytes -------------------------------------------------------------------------------- */

/* Reads more, or learns that there is no more: 0, or -1 after a sentence. */
static int fill_window(language_runs *r)
{
    if (r->begin) {
        memmove(r->bytes, r->bytes + r->begin, r->end - r->begin);
        r->end -= r->begin;
        r->begin = 0;
    }
    const ptrdiff_t n = input_read(r->in, r->bytes + r->end, CAPACITY - r->end);
    if (n < 0) return -1;
    r->at_end = n == 0;
    r->end += (size_t)n;
    return 0;
}

/* Bytes of the line that begins `from` bytes on, with its end.  Of a long line, and of one whose
 * end has not come, what is there; 0: more must be read to tell. */
static size_t line_at(const language_runs *r, size_t from)
{
    const char *const line = r->bytes + r->begin + from;
    const size_t left = r->end - r->begin - from;
    const char *const stop = left ? memchr(line, '\n', left) : NULL;

    if (stop) return (size_t)(stop - line) + 1;
    return r->at_end || left >= DETECTOR_SAMPLE ? left : 0;
}

/* ---- Stretches ---------------------------------------------------------------------------- */

/* True if the line belongs to the stretch.  One without letters belongs to any. */
static bool belongs(language_runs *r, size_t from, size_t len)
{
    const char *const line = r->bytes + r->begin + from;

    if (r->is_all || r->within_line || !language_runs_has_letters(line, len)) return true;
    const size_t n = len < DETECTOR_SAMPLE ? len : DETECTOR_SAMPLE;
    const detection d = detector_guess(line, n);
    return choose_language(r, &d, line, n) == r->language;
}

/* Gives the stretch all lines that are there and belong to it. */
static void extend(language_runs *r)
{
    size_t len;

    while ((len = line_at(r, r->given)) && belongs(r, r->given, len)) {
        r->given += len;
        r->within_line = r->bytes[r->begin + r->given - 1] != '\n';
    }
}

ptrdiff_t language_runs_read(void *ctx, char *bytes, size_t size)
{
    language_runs *const r = ctx;

    for (;;) {
        if (!r->given) extend(r);
        if (r->given || r->at_end || line_at(r, 0)) break;
        if (fill_window(r) < 0) return -1;
    }
    const size_t n = r->given < size ? r->given : size;
    memcpy(bytes, r->bytes + r->begin, n);
    r->begin += n;
    r->given -= n;
    return (ptrdiff_t)n;
}

/* Reads what tells the language of all, lines of some words: its bytes, or -1 after a sentence. */
static ptrdiff_t read_sample(language_runs *r)
{
    size_t len = 0;

    while (len < ENOUGH) {
        const size_t n = line_at(r, len);
        len += n;
        if (n) continue;
        if (r->at_end) break;
        if (fill_window(r) < 0) return -1;
    }
    return (ptrdiff_t)len;
}

/* Reads the next line: its bytes, or of a long one enough to tell its language; -1 after a
 * sentence.
 */
static ptrdiff_t read_line(language_runs *r)
{
    size_t len;

    while (!(len = line_at(r, 0)) && !r->at_end)
        if (fill_window(r) < 0) return -1;
    return (ptrdiff_t)len;
}

static void decide(language_runs *r, size_t len)
{
    const char *const text = r->bytes + r->begin;
    const size_t n = len < DETECTOR_SAMPLE ? len : DETECTOR_SAMPLE;

    r->detected = detector_guess(text, n);
    r->language = choose_language(r, &r->detected, text, n);
    r->is_blank = !language_runs_has_letters(text, n);
}

int language_runs_next(language_runs *r)
{
    if (r->is_all) return 0;
    const ptrdiff_t len = r->by_line ? read_line(r) : read_sample(r);
    r->is_all = !r->by_line;
    if (len > 0) decide(r, (size_t)len);
    return len > 0 ? 1 : (int)len;
}
