#include "text/final_marks.h"

#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/stops.h"

enum { ASKS = '?', SHOUTS = '!', GREEK_QUESTION_MARK = 0x37E, WIDE_STOP = 0x3002 };

/* Words of a short sentence: of a command, and of a question, which may become a request. */
enum { SHORT_COMMAND = 5, SHORT_QUESTION = 4 };

static bool is_behind(int32_t c)
{
    return tr_is_closer(c) || tr_is_space(c) || tr_is_unseen(c);
}

/* What a character is at the end of a sentence: ASKS, SHOUTS, or 0. */
static int32_t mark_of(int32_t c, const tr_orthography *o)
{
    if (c == '!' || c == 0xFF01) return SHOUTS;
    if (c == '?' || c == 0xFF1F || c == 0x61F) return ASKS;
    return o->semicolon_asks && (c == ';' || c == GREEK_QUESTION_MARK) ? ASKS : 0;
}

/* Where a text ends without what may stand behind its last mark. */
static size_t end_of_sentence(const char *text, size_t begin, size_t len)
{
    return tr_utf8_skip_back(text, begin, len, is_behind);
}

/* The mark that alone ends a short source; 0 if there is none. */
static int32_t own_mark(tr_string source, const tr_orthography *o)
{
    const size_t end = end_of_sentence(source.text, 0, source.len);
    size_t n_words = 1;
    int32_t c = 0;

    const size_t at = end > 0 ? tr_char_before(source.text, 0, end, &c) : 0;
    const int32_t mark = mark_of(c, o);
    for (size_t i = 0; i < at; i++)
        n_words += source.text[i] == ' ';
    const size_t most = mark == SHOUTS ? SHORT_COMMAND : SHORT_QUESTION;
    const bool alone = tr_is_alnum(tr_utf8_before(source.text, 0, at));
    return alone && n_words <= most ? mark : 0;
}

static const char *written(int32_t mark, const tr_orthography *o)
{
    if (mark == ASKS && o->semicolon_asks) return ";";
    if (o->no_blanks) return mark == ASKS ? "？" : "！";
    return mark == ASKS ? "?" : "!";
}

/* Puts `mark` into the place of bytes [at, end) of the text. */
static void put(tr_buf *text, size_t at, size_t end, const char *mark, size_t *offsets, size_t n)
{
    const size_t len = strlen(mark), rest = text->len - end;

    for (size_t i = end - at; i < len; i++)
        tr_buf_add(text, " ", 1);
    if (text->failed) return;
    memmove(text->data + at + len, text->data + end, rest);
    memcpy(text->data + at, mark, len);
    text->len = at + len + rest;
    for (size_t i = 0; i < n; i++)
        if (offsets[i] >= end) offsets[i] += len - (end - at);
}

/* The mark that opens the sentence, where the language has one. */
static void put_opening(tr_buf *text, size_t begin, int32_t mark, size_t *offsets, size_t n)
{
    const char *const opening = mark == ASKS ? "¿" : "¡";
    const size_t at = tr_utf8_skip(text->data, begin, text->len, tr_is_no_alnum);

    if (tr_span_find(text->data, begin, text->len, opening) == text->len)
        put(text, at, at, opening, offsets, n);
}

/* True if the mark is somewhere in the sentence: the name Yahoo! is no end of one. */
static bool has_mark(const tr_buf *text, size_t begin, int32_t mark, const tr_orthography *o)
{
    for (size_t at = begin; at < text->len;)
        if (mark_of(tr_utf8_next(text->data, &at, text->len), o) == mark) return true;
    return false;
}

void tr_final_marks_write(tr_string source, const tr_orthography *from, const tr_orthography *to,
                          tr_buf *text, size_t begin, size_t *offsets, size_t n)
{
    const int32_t mark = own_mark(source, from);
    int32_t c = 0;

    if (!mark || text->failed || text->len == begin) return;
    const size_t end = end_of_sentence(text->data, begin, text->len);
    if (end == begin) return;
    const size_t at = tr_char_before(text->data, begin, end, &c);
    const bool is_stop =
        (c == '.' && tr_is_alnum(tr_utf8_before(text->data, begin, at))) || c == WIDE_STOP;
    if ((!is_stop && !tr_is_alnum(c)) || has_mark(text, begin, mark, to)) return;
    put(text, is_stop ? at : end, end, written(mark, to), offsets, n);
    if (to->opening_marks && !text->failed) put_opening(text, begin, mark, offsets, n);
}
