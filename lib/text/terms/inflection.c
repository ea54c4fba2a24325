#include "text/terms/inflection.h"

#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/terms/endings.h"

/* ---- Case ---- */

void tr_fold(const char *word, size_t len, tr_buf *out)
{
    for (size_t at = 0, n; at < len; at += n) {
        char small[4];
        int32_t c;
        n = tr_utf8_decode(word + at, len - at, &c);
        const size_t size = tr_utf8_encode(tr_to_lower(c), small);
        tr_buf_add(out, size == n ? small : word + at, n);
    }
}

size_t tr_fold_end(const char *word, size_t len, char small[TR_LONGEST_WORD])
{
    size_t begin = len > TR_LONGEST_WORD ? len - TR_LONGEST_WORD : 0;

    while (begin < len && begin > 0 && ((unsigned char)word[begin] & 0xC0) == 0x80)
        begin++;
    for (size_t at = begin, n; at < len; at += n) {
        char bytes[4];
        int32_t c;
        n = tr_utf8_decode(word + at, len - at, &c);
        const bool same = tr_utf8_encode(tr_to_lower(c), bytes) == n;
        memcpy(small + at - begin, same ? bytes : word + at, n);
    }
    return len - begin;
}

/* ---- Stems ---- */

/* ä, ö and ü become a, o and u; false when there is none. */
static bool without_umlaut(const char *text, size_t len, char *out)
{
    static const char letters[3][3] = {"\xC3\xA4", "\xC3\xB6", "\xC3\xBC"};
    bool any = false;

    for (size_t i = 0; i < len; i++) {
        size_t k = 0;
        while (k < 3 && (i + 1 == len || memcmp(text + i, letters[k], 2) != 0))
            k++;
        if (k < 3) i++;
        any = any || k < 3;
        *out++ = k < 3 ? "aou"[k] : text[i];
    }
    *out = '\0';
    return any;
}

enum { LONGEST_STEM = TR_LONGEST_WORD + 8 /* bytes */ };

typedef struct stems {
    tr_buf *out;
    size_t n;
    bool umlauts;
} stems;

static void add_form(stems *s, const char *text, size_t len)
{
    char plain[LONGEST_STEM + 1];

    if (tr_utf8_count(text, len) < 3 || s->n == TR_MOST_FORMS) return;
    tr_buf_add(s->out, text, len);
    tr_buf_add(s->out, "", 1);
    s->n++;
    if (!s->umlauts || s->n == TR_MOST_FORMS || !without_umlaut(text, len, plain)) return;
    tr_buf_add(s->out, plain, strlen(plain) + 1);
    s->n++;
}

/* The word without each ending that it has. */
static void strip_each(stems *s, const char *word, size_t len, const char *rules)
{
    char stem[LONGEST_STEM];
    tr_ending e;

    while (tr_ending_next(&rules, word, len, &e)) {
        if (len - e.len + e.n > sizeof stem) continue;
        memcpy(stem, word, len - e.len);
        memcpy(stem + len - e.len, e.with, e.n);
        add_form(s, stem, len - e.len + e.n);
    }
}

tr_stem_counts tr_stems(const char *language, const char *word, size_t len, tr_buf *out)
{
    stems s = {.out = out, .n = 1};

    tr_buf_add(out, word, len);
    tr_buf_add(out, "", 1);
    if (len > TR_LONGEST_WORD) return (tr_stem_counts){.all = s.n, .nominal = s.n};
    const tr_language *const l = tr_language_data(language);
    s.umlauts = l->nouns.umlauts;
    if (s.umlauts) add_form(&s, word, len);
    strip_each(&s, word, len, l->endings.plural);
    tr_stem_counts n = {.plural = s.n - 1};
    strip_each(&s, word, len, l->endings.other);
    n.nominal = s.n;
    strip_each(&s, word, len, l->endings.verbal);
    n.all = s.n;
    return n;
}

/* ---- Verbs ---- */

bool tr_may_be_verb(const char *language, const char *term, size_t len)
{
    const char *const infinitives = tr_language_data(language)->endings.infinitive;

    if (!infinitives) return true;
    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_find_byte(term, at, len, ' ');
        if (!tr_is_upper(tr_utf8_at(term, at, end)) &&
            tr_ending_longest(infinitives, term + at, end - at))
            return true;
    }
    return false;
}
