#include "text/typography.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/language.h"

#define STRAIGHT "\""
#define EN_DASH  "\xE2\x80\x93"
#define ELLIPSIS "\xE2\x80\xA6"

tr_quotes tr_quotes_of(const char *language)
{
    static const struct {
        const char *languages;
        tr_quotes quotes;
    } table[] = {
        {" de cs sk sl bg lt is et hr sr ", {"\xE2\x80\x9E", "\xE2\x80\x9C"}},
        {" pl ro hu ", {"\xE2\x80\x9E", "\xE2\x80\x9D"}},
        {" fr ", {"\xC2\xAB\xC2\xA0", "\xC2\xA0\xC2\xBB"}},
        {" es it ru uk be el no nb nn ", {"\xC2\xAB", "\xC2\xBB"}},
        {" sv fi ", {"\xE2\x80\x9D", "\xE2\x80\x9D"}},
        {" pt nl da tr ", {"\xE2\x80\x9C", "\xE2\x80\x9D"}},
    };
    char tag[16], word[20];

    tr_language_tag(language, tag, sizeof tag);
    tag[strcspn(tag, "-")] = '\0';
    strcat(strcat(strcpy(word, " "), tag), " ");
    for (size_t i = 0; *tag && i < sizeof table / sizeof *table; i++)
        if (strstr(table[i].languages, word)) return table[i].quotes;
    return (tr_quotes){STRAIGHT, STRAIGHT};
}

/* ---- What the source has ---- */

static bool is_quote(int32_t c)
{
    return c == '"' || c == 0x201C || c == 0x201D || c == 0x201E || c == 0x201F || c == 0xAB ||
           c == 0xBB;
}

/* « and », which French has blanks within. */
static bool is_guillemet(int32_t c)
{
    return c == 0xAB || c == 0xBB;
}

static bool is_blank(int32_t c)
{
    return c == ' ' || c == 0xA0 || c == 0x202F;
}

/* What a text has of the marks; `inner` ones stand between two letters or digits. */
typedef struct marks {
    size_t straight, typographic; /* quotation marks */
    bool dash, spaced_dash, spaced_hyphen, ellipsis, points;
    bool inner_hyphen;
    int32_t hyphen; /* U+2010 or U+2011 amid a word, or 0 */
    bool two_points;
} marks;

static bool is_inner(int32_t before, int32_t after)
{
    return (tr_is_letter(before) || tr_is_digit(before)) &&
           (tr_is_letter(after) || tr_is_digit(after));
}

static int32_t character_at(const char *text, size_t at, size_t len)
{
    int32_t c = ' ';
    if (at < len) tr_utf8_decode(text + at, len - at, &c);
    return c;
}

static marks find_marks(const char *text, size_t len)
{
    int32_t before = ' ', c;
    marks m = {0};

    for (size_t at = 0, n; at < len; at += n, before = c) {
        n = tr_utf8_decode(text + at, len - at, &c);
        const int32_t after = character_at(text, at + n, len);
        const bool inner = is_inner(before, after), spaced = before == ' ' && after == ' ';
        m.straight += c == '"';
        m.typographic += is_quote(c) && c != '"';
        m.dash = m.dash || c == 0x2013;
        m.spaced_dash = m.spaced_dash || (c == 0x2013 && spaced);
        m.spaced_hyphen = m.spaced_hyphen || (c == '-' && spaced);
        m.ellipsis = m.ellipsis || c == 0x2026;
        m.points = m.points || (c == '.' && before == '.' && after == '.');
        m.two_points = m.two_points || (c == '.' && before == '.');
        m.inner_hyphen = m.inner_hyphen || (c == '-' && inner);
        if ((c == 0x2010 || c == 0x2011) && inner) m.hyphen = c;
    }
    return m;
}

/* ---- Writing ---- */

/* A translation that is being written. */
typedef struct writing {
    marks own;    /* of the source */
    marks theirs; /* of the translation */
    bool quotes;  /* quotation marks are written by rule */
    tr_quotes with;
    size_t n_quotes; /* so far */
    const char *text;
    size_t len;
} writing;

/* The one that is written for a quotation mark; *taken: its bytes, and those of a blank within. */
static const char *quote(writing *w, size_t at, int32_t c, bool straight, size_t *taken)
{
    const bool opens = w->n_quotes++ % 2 == 0;
    int32_t blank = 0;

    if (opens && is_guillemet(c) && at + *taken < w->len) {
        const size_t n = tr_utf8_decode(w->text + at + *taken, w->len - at - *taken, &blank);
        if (is_blank(blank)) *taken += n;
    }
    return straight ? STRAIGHT : opens ? w->with.open : w->with.close;
}

/* The marks that are written in the place of a character at `at`, after `before`; NULL: itself.
 * *taken: bytes of the text that they stand for. */
static const char *replacement(writing *w, size_t at, int32_t c, int32_t before, size_t *taken,
                               char own[5])
{
    const int32_t after = character_at(w->text, at + *taken, w->len);
    const bool straight = w->own.straight && !w->own.typographic;

    if (is_quote(c) && (w->quotes || straight)) return quote(w, at, c, straight, taken);
    if (is_blank(c) && is_guillemet(after) && w->n_quotes % 2) return "";
    if (c == '.' && w->len - at >= 3 && !memcmp(w->text + at, "...", 3) && w->own.ellipsis &&
        !w->own.points) {
        *taken = 3;
        return ELLIPSIS;
    }
    if (c == '.' && before == '.' && !w->own.two_points && !w->own.ellipsis && !w->theirs.points)
        return "";
    if (c != '-') return NULL;
    if (w->own.dash && tr_is_digit(after) && (tr_is_digit(before) || before == ' ')) return EN_DASH;
    if (w->own.spaced_dash && !w->own.spaced_hyphen && before == ' ' && after == ' ')
        return strcmp(w->with.open, STRAIGHT) ? EN_DASH : NULL; /* English has "-" as often */
    if (!w->own.hyphen || w->own.inner_hyphen || !is_inner(before, after)) return NULL;
    own[tr_utf8_encode(w->own.hyphen, own)] = '\0';
    return own;
}

/* Where the marks of exclamation and question at the end of a text begin, behind which quotation
 * marks and blanks may come. */
static tr_span final_marks(const char *text, size_t len)
{
    tr_span at = tr_span_trimmed(text, 0, len);

    at.begin = at.end;
    while (at.begin > 0 && (text[at.begin - 1] == '!' || text[at.begin - 1] == '?'))
        at.begin--;
    return at;
}

void tr_typography_write(const char *source, size_t source_len, const char *text, size_t len,
                         tr_quotes quotes, tr_buf *out, size_t *offsets, size_t n)
{
    writing w = {find_marks(source, source_len), find_marks(text, len), .text = text, .len = len};
    const tr_span own = final_marks(source, source_len), theirs = final_marks(text, len);
    const bool ends = own.end - own.begin > 1 && theirs.end > theirs.begin;
    const size_t n_quotes = w.theirs.straight + w.theirs.typographic;
    int32_t c, before = ' ';
    size_t k = 0;

    w.with = quotes;
    w.quotes = w.own.typographic && !w.own.straight && n_quotes % 2 == 0 && n_quotes > 0;
    for (size_t at = 0, taken; at < len; at += taken, before = c) {
        char bytes[5];
        taken = tr_utf8_decode(text + at, len - at, &c);
        const char *by = replacement(&w, at, c, before, &taken, bytes);
        size_t by_len = by ? strlen(by) : 0;
        if (ends && at == theirs.begin) {
            by = source + own.begin;
            by_len = own.end - own.begin;
            taken = theirs.end - theirs.begin;
        }
        for (; k < n && offsets[k] < at + taken; k++)
            offsets[k] = out->len;
        tr_buf_add(out, by ? by : text + at, by ? by_len : taken);
    }
    for (; k < n; k++)
        offsets[k] = out->len;
}
