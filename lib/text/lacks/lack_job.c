#include "text/lacks/lack_job.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/lacks/word_chars.h"

void tr_lack_add(tr_lack_job *j, tr_span at, enum tr_lack_kind kind)
{
    for (size_t i = 0; i < j->n_lacks; i++)
        if (tr_spans_overlap(j->lacks[i].at, at)) return;
    if (j->n_lacks < j->most) j->lacks[j->n_lacks++] = (tr_lack){at, kind};
}
/* ---- How often ---- */

static bool are_alike(char a, char b, bool loose)
{
    return a == b || (loose && tr_ascii_is_one_of(a, ".,") && tr_ascii_is_one_of(b, ".,"));
}

/* Bytes of text [len] that are the word [n]; 0 if it begins otherwise.  `loose`: the marks of
 * numbers may be others, and any blanks are one. */
static size_t match(const char *text, size_t len, const char *word, size_t n, bool loose)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        if (loose && word[i] == ' ') {
            const size_t next = tr_utf8_skip(text, at, len, tr_is_space);
            if (next == at) return 0;
            at = next;
        } else if (at == len || !are_alike(text[at], word[i], loose)) {
            return 0;
        } else {
            at++;
        }
    }
    return at;
}

/* True if a character before or behind a word makes it another one. */
static bool is_part(int32_t beside, int32_t edge)
{
    if (tr_is_alnum(beside)) return true;
    return beside == edge && (edge == '-' || tr_is_lasting_sign(edge));
}

size_t tr_lack_count_word(const char *text, size_t len, const char *word, size_t n, bool loose)
{
    const int32_t first = tr_utf8_first(word, n), last = tr_utf8_before(word, 0, n);
    size_t count = 0;

    for (size_t at = 0; at < len; at++) {
        if (!loose) {
            const char *const found = memchr(text + at, word[0], len - at);
            if (!found) break;
            at = (size_t)(found - text);
        }
        const size_t bytes = match(text + at, len - at, word, n, loose);
        if (!bytes || is_part(tr_utf8_before(text, 0, at), first) ||
            is_part(tr_utf8_at(text, at + bytes, len), last))
            continue;
        count++;
    }
    return count;
}

const char *tr_lack_text(const tr_lack_job *j, tr_span at)
{
    return j->texts->source + at.begin;
}

size_t tr_lack_hyphened(const char *word, size_t n, char copy[TR_MOST_HYPHENED])
{
    static const char dash[] = "\xE2\x80\x93";
    size_t len = 0;
    bool any = false;

    if (n > TR_MOST_HYPHENED) return 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_dash = n - i >= 3 && !memcmp(word + i, dash, 3);
        copy[len++] = word[i];
        if (is_dash) copy[len - 1] = '-', i += 2;
        any = any || is_dash;
    }
    return any ? len : 0;
}

size_t tr_lack_count(const tr_lack_job *j, tr_span at, bool loose)
{
    const tr_two_texts *const t = j->texts;
    char copy[TR_MOST_HYPHENED];
    const size_t n = at.end - at.begin, n_copy = tr_lack_hyphened(tr_lack_text(j, at), n, copy);
    size_t count = tr_lack_count_word(t->target, t->n_target, tr_lack_text(j, at), n, loose);

    if (n_copy) count += tr_lack_count_word(t->target, t->n_target, copy, n_copy, loose);
    return count;
}

size_t tr_lack_count_before(const tr_lack_job *j, size_t i, tr_span at)
{
    size_t count = 0;

    for (size_t k = 0; k <= i; k++) {
        const tr_odd_word *const w = &j->list[k];
        if (w->kind != j->list[i].kind) continue;
        const tr_span own =
            w->kind == TR_WORD_ODD ? tr_odd_word_core(j->texts->source, w->at) : w->at;
        count += own.end - own.begin == at.end - at.begin &&
                 !memcmp(tr_lack_text(j, own), tr_lack_text(j, at), at.end - at.begin);
    }
    return count;
}

size_t tr_lack_count_part(const tr_lack_job *j, tr_span at)
{
    const size_t n = at.end - at.begin;
    size_t count = 0;

    for (size_t i = 0; i + n <= j->texts->n_target; i++)
        count += !memcmp(j->texts->target + i, tr_lack_text(j, at), n);
    return count;
}

/* ---- Words ---- */

bool tr_lack_is_strict(const tr_lack_job *j, size_t i)
{
    return i < j->n && (j->list[i].kind == TR_WORD_ODD || j->list[i].kind == TR_WORD_SIGN);
}

bool tr_lack_is_kind(const tr_lack_job *j, size_t i, enum tr_odd_kind kind)
{
    return i < j->n && j->list[i].kind == kind;
}

bool tr_lack_are_close(const tr_lack_job *j, size_t i)
{
    return i + 1 < j->n && j->list[i + 1].at.begin - j->list[i].at.end <= 2;
}

bool tr_lack_touches_strict(const tr_lack_job *j, size_t i)
{
    return (i > 0 && tr_lack_is_strict(j, i - 1) && tr_lack_are_close(j, i - 1)) ||
           (tr_lack_is_strict(j, i + 1) && tr_lack_are_close(j, i));
}

bool tr_lack_is_function(const tr_lack_job *j, tr_span at)
{
    return tr_is_grammar(j->texts, at);
}

bool tr_lack_is_small(const tr_lack_job *j, tr_span at)
{
    for (size_t i = at.begin; i < at.end;)
        if (!tr_is_lower(tr_utf8_next(j->texts->source, &i, at.end))) return false;
    return true;
}

bool tr_lack_is_placeholder(const tr_lack_job *j, size_t i)
{
    const tr_span at = j->list[i].at;
    const char *const word = tr_lack_text(j, at);
    const size_t n = at.end - at.begin;

    return tr_ascii_is_one_of(*word, "%{") || (n > 2 && word[0] == '#' && word[1] == '%') ||
           (n > 2 && word[0] == '$' && word[1] == '{') || memchr(word, '%', n) != NULL;
}

bool tr_lack_is_roman(const tr_lack_job *j, tr_span at)
{
    enum { LONGEST = 24 };
    size_t letters = 0;

    for (size_t i = at.begin; i < at.end; i++) {
        if (!tr_ascii_is_one_of(j->texts->source[i], "IVXLCDM/-.")) return false;
        letters += tr_ascii_is_letter(j->texts->source[i]);
    }
    return letters > 1 && at.end - at.begin < LONGEST;
}
