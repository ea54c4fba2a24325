#include "text/terms/inflection.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language.h"

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

/* Endings of a language: those of plurals, others, and those of verbs; "ies>y" replaces an ending.
 * Blanks are between them. */
typedef struct endings {
    const char *language, *plural, *other, *verbal;
    bool umlauts;
} endings;

static const char english_verbs[] =
    "d ed ing ing>e ied>y began>begin begun>begin bought>buy broke>break broken>break built>build "
    "came>come caught>catch chose>choose chosen>choose did>do drew>draw drawn>draw drove>drive "
    "driven>drive felt>feel found>find gave>give given>give got>get grew>grow grown>grow held>hold "
    "kept>keep knew>know known>know led>lead left>leave lent>lend lost>lose made>make meant>mean "
    "met>meet paid>pay ran>run said>say saw>see seen>see sent>send shown>show sold>sell "
    "spent>spend "
    "stood>stand taken>take taught>teach thought>think threw>throw thrown>throw told>tell "
    "took>take "
    "understood>understand went>go won>win wore>wear worn>wear written>write wrote>write";

static const endings languages[] = {
    {"en",
     "s es ies>y ves>f ves>fe men>man children>child people>person feet>foot teeth>tooth "
     "geese>goose mice>mouse ices>ex ices>ix ses>sis",
     "", english_verbs, false},
    {"de", "e en er n ern nen s se en>a en>um en>on \xC3\xA4nner>ann", "es em ens ses", "", true},
    {"nl", "s en", "n e", "", false},
    {"fr", "s x es aux>al", "e", "", false},
    {"es", "s es ces>z as>o os>a", "a>o o>a", "", false},
    {"pt",
     "s es as>o os>a ns>m ais>al eis>el ois>ol is>il \xC3\xB5"
     "es>\xC3\xA3o",
     "a>o o>a", "", false},
    {"it", "i>o i>e e>a i>a", "a>o e>o", "", false},
    {"ru", "ы и ам ами ах ов ы>а и>ь ей", "а у е ой ом и>а у>а е>а ой>а я>ь ю>ь", "", false},
};

static const endings *endings_of(const char *language)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (tr_language_is_variety(language, languages[i].language)) return &languages[i];
    return NULL;
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

    if (tr_utf8_count(text, len) < 3 || s->n == TR_MOST_FORMS) return;
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

tr_stem_counts tr_stems(const char *language, const char *word, size_t len, tr_buf *out)
{
    const endings *const e = len <= TR_LONGEST_WORD ? endings_of(language) : NULL;
    stems s = {.out = out, .n = 1};

    tr_buf_add(out, word, len);
    tr_buf_add(out, "", 1);
    if (!e) return (tr_stem_counts){.all = s.n};
    s.umlauts = e->umlauts;
    if (e->umlauts) add_form(&s, word, len);
    strip_each(&s, word, len, e->plural);
    tr_stem_counts n = {.plural = s.n - 1};
    strip_each(&s, word, len, e->other);
    n.nominal = s.n;
    strip_each(&s, word, len, e->verbal);
    n.all = s.n;
    return n;
}

/* ---- Verbs ---- */

/* True if a word ends in one of a list of endings, with blanks between. */
static bool has_ending(const char *word, size_t len, const char *list)
{
    for (const char *at = list; *at;) {
        const size_t size = strcspn(at, " ");
        if (len > size && !memcmp(word + len - size, at, size)) return true;
        at += size + (at[size] == ' ');
    }
    return false;
}

bool tr_may_be_verb(const char *language, const char *term, size_t len)
{
    static const struct {
        const char *language, *infinitives;
    } known[] = {{"de", "en ern eln"}, {"nl", "en"},          {"fr", "er ir re"},
                 {"es", "ar er ir"},   {"pt", "ar er ir or"}, {"it", "are ere ire"}};
    bool any = false;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!tr_language_is_variety(language, known[i].language)) continue;
        any = true;
        for (size_t at = 0; at < len;) {
            const char *const blank = memchr(term + at, ' ', len - at);
            const size_t end = blank ? (size_t)(blank - term) : len;
            int32_t c;
            tr_utf8_decode(term + at, end - at, &c);
            if (!tr_is_upper(c) && has_ending(term + at, end - at, known[i].infinitives))
                return true;
            at = end + 1;
        }
    }
    return !any;
}
