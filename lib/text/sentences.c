#include "text/sentences.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/utext.h>
#include <utf8proc.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/stops.h"

enum { GREEK_QUESTION_MARK = 0x37E };

struct tr_splitter {
    char language[ULOC_LANG_CAPACITY]; /* ISO 639-1 */
    const tr_stops *stops;
    const tr_orthography *orthography;
    bool has_spaces;
    UBreakIterator *breaks; /* NULL until it is needed */
    UText utext;
};

int tr_splitter_create(tr_splitter **out, const char *language, tr_error *err)
{
    tr_splitter *s = calloc(1, sizeof *s);
    if (!s) return tr_fail_memory(err);
    s->utext = (UText)UTEXT_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    uloc_getLanguage(language, s->language, sizeof s->language, &status);
    if (status != U_ZERO_ERROR) s->language[0] = '\0';
    s->stops = &tr_language_data(language)->stops;
    s->orthography = &tr_language_data(language)->orthography;
    s->has_spaces = tr_language_has_spaces(language);
    *out = s;
    return TR_OK;
}

void tr_splitter_free(tr_splitter *s)
{
    if (!s) return;
    if (s->breaks) ubrk_close(s->breaks);
    utext_close(&s->utext);
    free(s);
}

/* Marks after which ICU may see the end of a sentence. */
static bool is_terminator(const tr_splitter *s, int32_t c)
{
    const bool asks = s->orthography->semicolon_asks && (c == ';' || c == GREEK_QUESTION_MARK);
    if (c < 0x80) return c == '.' || c == '!' || c == '?' || asks;
    const int kind = u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK);
    return kind == U_SB_STERM || kind == U_SB_ATERM || asks;
}

/* True if a sentence may start at text[at], after the mark at text[mark]. */
static bool may_start(const tr_splitter *s, const char *text, size_t mark, size_t at, size_t len)
{
    const int32_t c = tr_utf8_at(text, at, len);
    return at < len && !is_terminator(s, c) && !(text[mark] == '.' && tr_is_lower(c)) &&
           !tr_sentence_goes_on(s->stops, text, 0, at, len);
}

/* True if ICU could find a boundary that counts.  Opening a locale costs more than most lines'
 * translation, so the check looks at the marks alone, and says yes too often rather than too
 * seldom. */
static bool has_inner_end(const tr_splitter *s, const char *text, size_t len)
{
    bool paragraph = false;
    for (size_t i = 0, next = 0; i < len; i = next) {
        const int32_t c = tr_utf8_next(text, &next, len);
        if (paragraph && !tr_is_space(c)) return true;
        paragraph = paragraph || tr_is_paragraph_end(c);
        if (!is_terminator(s, c)) continue;
        size_t at = tr_utf8_skip(text, next, len, tr_is_closer);
        at = tr_utf8_skip(text, at, len, tr_is_space);
        if (may_start(s, text, i, at, len)) return true;
    }
    return false;
}

static int open_breaks(tr_splitter *s, tr_error *err)
{
    UErrorCode status = U_ZERO_ERROR;
    s->breaks = ubrk_open(UBRK_SENTENCE, s->language, NULL, 0, &status);
    if (U_SUCCESS(status)) return TR_OK;
    if (status == U_MEMORY_ALLOCATION_ERROR) return tr_fail_memory(err);
    return tr_fail(err, TR_EUNSUPPORTED, "sentence boundaries: %s", u_errorName(status));
}

static bool is_opener(const tr_splitter *s, int32_t c)
{
    const int kind = u_charType(c);
    return kind == U_START_PUNCTUATION || (kind == U_INITIAL_PUNCTUATION && !s->has_spaces);
}

/* Opening marks between a terminator and a word, without blanks, belong to the word: UAX 29 takes
 * them for closing ones, so that text without blanks would be cut after them. */
static size_t before_openers(const tr_splitter *s, const char *text, size_t begin, size_t at)
{
    int32_t c;

    for (size_t before; at > begin; at = before) {
        before = tr_char_before(text, begin, at, &c);
        if (!is_opener(s, c)) break;
    }
    return at;
}

static bool is_closing_guillemet(int32_t c)
{
    return c == 0xBB || c == 0x203A;
}

/* French sets a blank before closing quotation marks: « Oui ! » */
static size_t after_quotes(const char *text, size_t at, size_t len)
{
    const size_t end = tr_utf8_skip(text, at, len, is_closing_guillemet);
    const size_t next = tr_utf8_skip(text, end, len, tr_is_space);
    return end == at || (next == end && next < len) ? at : next;
}

static int add_sentence_span(const char *text, size_t begin, size_t end, tr_span **spans,
                             size_t *capacity, size_t *n)
{
    const tr_span span = tr_span_trimmed(text, begin, end);
    if (span.begin == span.end) return 0;
    void *p = *spans;
    if (tr_reserve(&p, capacity, *n + 1, sizeof **spans) < 0) return -1;
    *spans = p;
    (*spans)[(*n)++] = span;
    return 0;
}

static int set_text(tr_splitter *s, const char *text, size_t len, tr_error *err)
{
    const int rc = s->breaks ? TR_OK : open_breaks(s, err);
    if (rc < 0) return rc;
    UErrorCode status = U_ZERO_ERROR;
    utext_openUTF8(&s->utext, text, (int64_t)len, &status);
    ubrk_setUText(s->breaks, &s->utext, &status);
    return U_SUCCESS(status) ? TR_OK : tr_fail_memory(err);
}

/* The first full stop of text [begin, end), a sentence with what follows it, that no blank follows
 * though it ends a sentence: where the next one begins, or `end`. */
static size_t tight_end(const tr_splitter *s, const char *text, size_t begin, size_t end)
{
    for (size_t i = begin + 1; s->has_spaces && i + 1 < end; i++)
        if (text[i] == '.' && tr_is_tight_end(s->stops, text, begin, i, end)) return i + 1;
    return end;
}

/* Adds a stretch between two boundaries, in which sentences may touch. */
static int add_tight_sentences(const tr_splitter *s, const char *text, size_t begin, size_t end,
                               tr_span **spans, size_t *capacity, size_t *n)
{
    int rc = 0;

    for (size_t at; rc == 0 && begin < end; begin = at) {
        at = tight_end(s, text, begin, end);
        rc = add_sentence_span(text, begin, at, spans, capacity, n);
    }
    return rc;
}

int tr_splitter_sentences(tr_splitter *s, const char *text, size_t len, tr_span **spans,
                          size_t *capacity, size_t *n, tr_error *err)
{
    *n = 0;
    size_t begin = 0;
    /* ICU counts in int32_t; a longer text stays whole, to be cut at clauses. */
    if (len <= INT32_MAX && has_inner_end(s, text, len)) {
        const int status = set_text(s, text, len, err);
        if (status < 0) return status;
        for (int32_t b; (b = ubrk_next(s->breaks)) != UBRK_DONE;) {
            size_t at = before_openers(s, text, begin, (size_t)b);
            if (s->orthography->spaced_guillemets) at = after_quotes(text, at, len);
            if (at <= begin || at >= len) continue;
            if (tr_sentence_goes_on(s->stops, text, begin, at, len)) continue;
            if (add_tight_sentences(s, text, begin, at, spans, capacity, n) < 0)
                return tr_fail_memory(err);
            begin = at;
        }
    }
    if (add_tight_sentences(s, text, begin, len, spans, capacity, n) < 0)
        return tr_fail_memory(err);
    return TR_OK;
}

/* ---- Cutting a sentence that is too long ------------------------------------------------ */

/* `a` is the character before: a hyphen is a dash only between blanks. */
static bool is_clause_mark(int32_t a, int32_t c)
{
    if (c == '-') return tr_is_space(a);
    const int kind = u_charType(c);
    return c == ';' || c == 0x61B || c == 0xFF1B || kind == U_DASH_PUNCTUATION ||
           kind == U_END_PUNCTUATION ||
           u_getIntPropertyValue(c, UCHAR_SENTENCE_BREAK) == U_SB_SCONTINUE;
}

static bool is_ideographic(int32_t c)
{
    return utf8proc_charwidth(c) == 2;
}

/* True if a cut between `a` and `b` is right after a clause: `a` is the last character of a clause
 * mark, or a closing mark or white space after it. */
static bool ends_clause(int32_t a, int32_t b)
{
    if (tr_is_space(a)) return true;
    return (is_ideographic(a) || is_ideographic(b)) && !tr_is_space(b) && !is_clause_mark(a, b) &&
           u_charType(b) != U_FINAL_PUNCTUATION;
}

size_t tr_clause_cut(const char *text, size_t len, size_t limit)
{
    if (len <= limit) return len;
    size_t clause = 0, blank = 0, cluster = 0;
    int32_t a, b, state = 0;
    size_t last = tr_utf8_decode(text, len, &a), step;
    bool marked = is_clause_mark(' ', a), blank_so_far = tr_is_space(a);
    for (size_t i = last; i < len && i <= limit; i += step, a = b) {
        step = tr_utf8_decode(text + i, len - i, &b);
        if (marked && ends_clause(a, b)) clause = i;
        if (tr_is_space(a) && !blank_so_far) blank = i;
        if (utf8proc_grapheme_break_stateful(a, b, &state)) cluster = i;
        marked = is_clause_mark(a, b) || (marked && (tr_is_space(b) || tr_is_closer(b)));
        blank_so_far = blank_so_far && tr_is_space(b);
        last = i;
    }
    return clause ? clause : blank ? blank : cluster ? cluster : last;
}
