#include "text/terms/inflection.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/language.h"

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

/* ---- Endings ---- */

/* Endings of a language: those of plurals, and others; "ies>y" replaces an ending.  Blanks are
 * between them. */
typedef struct endings {
    const char *language, *plural, *other;
    bool umlauts;
} endings;

static const endings languages[] = {
    {"en", "s es ies>y ves>f ves>fe men>man children>child people>person feet>foot teeth>tooth "
           "geese>goose mice>mouse ices>ex ices>ix ses>sis", "d ed ing ing>e", false},
    {"de", "e en er n ern nen s se en>a en>um en>on \xC3\xA4nner>ann", "es em ens ses", true},
    {"nl", "s en", "n e", false},
    {"fr", "s x es aux>al", "e", false},
    {"es", "s es ces>z as>o os>a", "a>o o>a", false},
    {"pt", "s es as>o os>a ns>m ais>al eis>el ois>ol is>il \xC3\xB5""es>\xC3\xA3o", "a>o o>a", false},
    {"it", "i>o i>e e>a i>a", "a>o e>o", false},
    {"ru", "ы и ам ами ах ов ы>а и>ь ей", "а у е ой ом и>а у>а е>а ой>а я>ь ю>ь", false},
};

static const endings *endings_of(const char *language)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (tr_language_is_variety(language, languages[i].language)) return &languages[i];
    return NULL;
}

static size_t count_letters(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

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

typedef struct stems {
    tr_buf *out;
    size_t n;
    bool umlauts;
} stems;

static void add_form(stems *s, const char *text, size_t len)
{
    char plain[TR_LONGEST_WORD + 1];

    if (count_letters(text, len) < 3 || s->n == TR_MOST_FORMS) return;
    tr_buf_add(s->out, text, len);
    tr_buf_add(s->out, "", 1);
    s->n++;
    if (!s->umlauts || s->n == TR_MOST_FORMS || !without_umlaut(text, len, plain)) return;
    tr_buf_add(s->out, plain, strlen(plain) + 1);
    s->n++;
}

/* The word without one ending, of `size` bytes as the list has it. */
static void strip(stems *s, const char *word, size_t len, const char *ending, size_t size)
{
    const char *const arrow = memchr(ending, '>', size);
    const size_t n = arrow ? (size_t)(arrow - ending) : size;
    const size_t n_new = arrow ? size - n - 1 : 0;
    char stem[TR_LONGEST_WORD + 8];

    if (n > len || memcmp(word + len - n, ending, n) != 0) return;
    memcpy(stem, word, len - n);
    if (n_new) memcpy(stem + len - n, arrow + 1, n_new);
    add_form(s, stem, len - n + n_new);
}

static void strip_each(stems *s, const char *word, size_t len, const char *list)
{
    for (const char *at = list; *at;) {
        const size_t size = strcspn(at, " ");
        strip(s, word, len, at, size);
        at += size + (at[size] == ' ');
    }
}

size_t tr_stems(const char *language, const char *word, size_t len, tr_buf *out, size_t *n_plural)
{
    const endings *const e = len <= TR_LONGEST_WORD ? endings_of(language) : NULL;
    stems s = {.out = out, .n = 1};

    tr_buf_add(out, word, len);
    tr_buf_add(out, "", 1);
    *n_plural = 0;
    if (!e) return s.n;
    s.umlauts = e->umlauts;
    if (e->umlauts) add_form(&s, word, len);
    strip_each(&s, word, len, e->plural);
    *n_plural = s.n - 1;
    strip_each(&s, word, len, e->other);
    return s.n;
}
