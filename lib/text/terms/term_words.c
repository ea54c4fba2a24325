#include "text/terms/term_words.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* ---- Words ---- */

/* Characters of scripts that have no blanks between words. */
static bool stands_alone(int32_t c)
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
    return tr_is_alnum(c) && !stands_alone(c);
}

bool tr_next_word(const char *text, size_t len, size_t at, tr_span *found)
{
    at = tr_utf8_skip(text, at, len, tr_is_space);
    *found = (tr_span){at, at};
    if (at >= len) return false;
    const int32_t c = tr_utf8_next(text, &found->end, len);
    if (belongs_to_word(c)) found->end = tr_utf8_skip(text, found->end, len, belongs_to_word);
    return true;
}

static bool make_words(tr_term_words *w, const char *text, tr_region *region, tr_buf *buf)
{
    const size_t len = strlen(text);
    tr_span word = {0};
    size_t n = 0;

    for (; tr_next_word(text, len, word.end, &word); n++) {
    }
    tr_term_word *const list = TR_REGION_TAKE(region, tr_term_word, n);
    if (!list) return false;
    *w = (tr_term_words){list, n};
    word = (tr_span){0};
    for (size_t i = 0; i < n && tr_next_word(text, len, word.end, &word); i++) {
        const size_t size = word.end - word.begin;
        tr_buf_clear(buf);
        tr_fold(text + word.begin, size, buf);
        const char *const folded = tr_region_copy(region, tr_buf_text(buf), buf->len);
        list[i] = (tr_term_word){text + word.begin, folded, size};
        if (buf->failed || !folded) return false;
    }
    return true;
}

bool tr_term_words_make(tr_term_words *w, const char *text, tr_region *region)
{
    tr_buf buf = {0};
    const bool made = make_words(w, text, region, &buf);
    tr_buf_free(&buf);
    return made;
}

/* ---- In a text ---- */

void tr_term_scan_free(tr_term_scan *s)
{
    tr_buf_free(&s->folded);
    tr_buf_free(&s->stems);
}

bool tr_term_scan_stems(tr_term_scan *s, tr_span word)
{
    tr_buf_clear(&s->folded);
    tr_buf_clear(&s->stems);
    tr_fold(s->text + word.begin, word.end - word.begin, &s->folded);
    s->n = tr_stems(s->language, tr_buf_text(&s->folded), s->folded.len, &s->stems);
    return !s->folded.failed && !s->stems.failed;
}

/* True if the text has a capital where the term has one. */
static bool capitals_agree(const tr_term_word *w, const char *text, size_t len)
{
    for (size_t i = 0, at = 0; i < w->len;) {
        const bool is_capital = tr_is_upper(tr_utf8_next(w->text, &i, w->len));
        if (is_capital && !tr_is_upper(tr_utf8_at(text, at, len))) return false;
        if (at < len) tr_utf8_next(text, &at, len);
    }
    return true;
}

enum tr_word_form tr_term_scan_compare(tr_term_scan *s, const tr_term_word *w, tr_span word)
{
    if (!tr_term_scan_stems(s, word)) return TR_WORD_OTHER;
    const char *stem = tr_buf_text(&s->stems);
    for (size_t i = 0; i < s->n.all; i++, stem += strlen(stem) + 1)
        if (!strcmp(stem, w->folded) &&
            capitals_agree(w, s->text + word.begin, word.end - word.begin))
            return i == 0             ? TR_WORD_SAME
                   : i <= s->n.plural ? TR_WORD_PLURAL
                   : i < s->n.nominal ? TR_WORD_FORM
                                      : TR_WORD_VERB;
    return TR_WORD_OTHER;
}

enum tr_word_form tr_term_scan_match(tr_term_scan *s, const tr_term_words *w, tr_span first,
                                     size_t *end)
{
    enum tr_word_form all = TR_WORD_SAME;
    tr_span word = first;

    for (size_t i = 0; i < w->n; i++) {
        if (i && !tr_next_word(s->text, s->len, word.end, &word)) return TR_WORD_OTHER;
        const enum tr_word_form form = tr_term_scan_compare(s, &w->list[i], word);
        if (form == TR_WORD_OTHER) return form;
        if (form > all) all = form;
    }
    *end = word.end;
    return w->n ? all : TR_WORD_OTHER;
}
