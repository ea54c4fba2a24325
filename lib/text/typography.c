#include "text/typography.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

enum { EN_DASH = 0x2013, EM_DASH = 0x2014, ELLIPSIS = 0x2026 };

/* ---- Quotation marks ---- */

static bool is_double(int32_t c)
{
    return c == '"' || (c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB;
}

static bool is_single(int32_t c)
{
    return c == '\'' || (c >= 0x2018 && c <= 0x201B) || c == 0x2039 || c == 0x203A;
}

static bool may_be_apostrophe(int32_t c)
{
    return c == '\'' || c == 0x2018 || c == 0x2019 || c == 0x201B;
}

/* Marks which French has blanks within. */
static bool is_guillemet(int32_t c)
{
    return c == 0xAB || c == 0xBB || c == 0x2039 || c == 0x203A;
}

static bool is_blank(int32_t c)
{
    return c == ' ' || c == 0xA0 || c == 0x202F;
}

static bool is_inner(int32_t before, int32_t after)
{
    return tr_is_alnum(before) && tr_is_alnum(after);
}

/* A double mark that is no sign of inches, as in 27": that is behind a digit where no quotation is
 * open, `n` marks being before it. */
static bool is_double_quote(int32_t c, int32_t before, size_t n)
{
    return is_double(c) && !(c == '"' && n % 2 == 0 && tr_is_digit(before));
}

typedef struct quote {
    size_t at;
    bool single, straight, opens;
    bool paired; /* a single mark without the other one is an apostrophe */
} quote;

enum { MOST_QUOTES = 32 };

/* The quotation marks of a text, in order; MOST_QUOTES + 1: there are more. */
typedef struct quote_list {
    quote list[MOST_QUOTES];
    size_t n;
} quote_list;

static void add_quote(quote_list *q, size_t at, int32_t c, bool opens)
{
    if (q->n < MOST_QUOTES)
        q->list[q->n] = (quote){.at = at,
                                .single = is_single(c),
                                .straight = c == '"' || c == '\'',
                                .opens = opens,
                                .paired = is_double(c) || !may_be_apostrophe(c)};
    if (q->n <= MOST_QUOTES) q->n++;
}

static void drop_apostrophes(quote_list *q)
{
    size_t n = 0;

    for (size_t i = 0; i < q->n && q->n <= MOST_QUOTES; i++)
        if (q->list[i].paired) q->list[n++] = q->list[i];
    if (q->n <= MOST_QUOTES) q->n = n;
}

/* True if a double mark opens a quotation: one before a word does, one behind a word does not, and
 * of others each second one does, `n` being before it. */
static bool opens_double(int32_t before, int32_t after, size_t n)
{
    return tr_is_alnum(before) == tr_is_alnum(after) ? n % 2 == 0 : tr_is_alnum(after);
}

/* A single mark opens a quotation between a blank and a word, and closes it behind one, as a double
 * one does if it is all that a model has for it.  The last that may open it does. */
static quote_list find_quotes(const char *text, size_t len)
{
    int32_t c, before = ' ';
    size_t n_doubles = 0, open = MOST_QUOTES;
    quote_list q = {.n = 0};

    for (size_t at = 0, n; at < len && q.n <= MOST_QUOTES; at += n, before = c) {
        n = tr_utf8_decode(text + at, len - at, &c);
        const int32_t after = tr_utf8_at(text, at + n, len);
        const bool is_quote = is_double_quote(c, before, n_doubles);
        const bool is_sure = !may_be_apostrophe(c);
        const bool ends_single =
            is_quote && open < q.n && n_doubles % 2 == 0 && before != ' ' && !tr_is_alnum(after);
        if (is_quote && !ends_single)
            add_quote(&q, at, c, opens_double(before, after, n_doubles++));
        if (!is_single(c) && !ends_single) continue;
        if (open < q.n && !tr_is_alnum(after) && (is_sure || before != ' ')) {
            q.list[open].paired = true;
            open = MOST_QUOTES;
            add_quote(&q, at, c, false);
            if (q.n <= MOST_QUOTES) q.list[q.n - 1].paired = true;
        } else if (!tr_is_alnum(before) && (is_sure || tr_is_alnum(after))) {
            open = q.n;
            add_quote(&q, at, c, true);
        }
    }
    drop_apostrophes(&q);
    return q;
}

/* ---- What the source has ---- */

/* What a text has of the marks; `inner` ones stand between two letters or digits. */
typedef struct marks {
    size_t straight, typographic; /* double quotation marks */
    bool range;                   /* a hyphen or dash between digits */
    bool dash, spaced_hyphen, ellipsis, points;
    int32_t spaced_dash; /* a dash between blanks or words, or 0 */
    bool inner_hyphen;
    int32_t hyphen; /* U+2010 or U+2011 amid a word, or 0 */
    bool slash, spaced_slash;
    bool two_points;
} marks;

static void add_hyphen(marks *m, int32_t before, int32_t c, int32_t after)
{
    const bool inner = is_inner(before, after), spaced = before == ' ' && after == ' ';

    if (c != '-' && c != 0x2010 && c != 0x2011 && c != EN_DASH && c != EM_DASH) return;
    m->range = m->range || (c != EM_DASH && tr_is_digit(before) && tr_is_digit(after));
    m->dash = m->dash || c == EN_DASH;
    if ((spaced && c == EN_DASH) || (c == EM_DASH && (spaced || inner))) m->spaced_dash = c;
    m->spaced_hyphen = m->spaced_hyphen || (c == '-' && spaced);
    m->inner_hyphen = m->inner_hyphen || (c == '-' && inner);
    if ((c == 0x2010 || c == 0x2011) && inner) m->hyphen = c;
}

static marks find_marks(const char *text, size_t len)
{
    int32_t before = ' ', c;
    marks m = {0};

    for (size_t at = 0, n; at < len; at += n, before = c) {
        n = tr_utf8_decode(text + at, len - at, &c);
        const int32_t after = tr_utf8_at(text, at + n, len);
        const bool is_quote = is_double_quote(c, before, m.straight + m.typographic);
        m.straight += is_quote && c == '"';
        m.typographic += is_quote && c != '"';
        m.ellipsis = m.ellipsis || c == ELLIPSIS;
        m.points = m.points || (c == '.' && before == '.' && after == '.');
        m.two_points = m.two_points || (c == '.' && before == '.');
        m.slash = m.slash || (c == '/' && tr_is_alnum(after) &&
                              (tr_is_alnum(before) || tr_is_currency(before)));
        m.spaced_slash = m.spaced_slash || (c == '/' && (before == ' ' || after == ' '));
        add_hyphen(&m, before, c, after);
    }
    return m;
}

/* ---- Writing ---- */

/* A translation that is being written. */
typedef struct writing {
    marks own;        /* of the source */
    marks theirs;     /* of the translation */
    bool typographic; /* double quotation marks become the language's, */
    bool straight;    /*   or straight ones, */
    bool alike;       /*   or all become what the source's are, one by one */
    quote_list own_quotes, quotes;
    bool lost_first, lost_last; /* one is missing at the beginning, or at the end */
    tr_quotes with;
    size_t n_quotes; /* so far */
    const char *text;
    size_t len;
    char bytes[5]; /* of a mark that is written */
} writing;

/* The one that is written for a quotation mark. */
static const char *mark_of(const writing *w, bool single, bool straight, bool opens)
{
    if (straight) return single ? "'" : "\"";
    if (single) return opens ? w->with.inner_open : w->with.inner_close;
    return opens ? w->with.open : w->with.close;
}

/* The quotation mark of the source that the next one of the translation is; NULL: none is left. */
static const quote *next_own(const writing *w)
{
    const size_t k = w->n_quotes + w->lost_first;
    return k < w->own_quotes.n ? &w->own_quotes.list[k] : NULL;
}

static const char *mark_like(const writing *w, const quote *own)
{
    return mark_of(w, own->single, own->straight, own->opens);
}

/* True if the next quotation mark closes a quotation. */
static bool closes_next(const writing *w)
{
    return w->alike ? next_own(w) && !next_own(w)->opens : w->n_quotes % 2;
}

/* What is written for the quotation mark at `at`; NULL if it is none, or stays.  *taken: its bytes,
 * and the bytes of a blank within. */
static const char *replaced_quote(writing *w, size_t at, int32_t c, int32_t before, size_t *taken)
{
    const size_t k = w->n_quotes;
    int32_t blank = 0;

    if (w->alike ? k == w->quotes.n || w->quotes.list[k].at != at
                 : !is_double_quote(c, before, k) || !(w->typographic || w->straight))
        return NULL;
    const bool opens = !closes_next(w);
    const quote *const own = w->alike ? next_own(w) : NULL;
    w->n_quotes++;
    if (opens && is_guillemet(c) && at + *taken < w->len) {
        const size_t n = tr_utf8_decode(w->text + at + *taken, w->len - at - *taken, &blank);
        if (is_blank(blank)) *taken += n;
    }
    return own ? mark_like(w, own) : mark_of(w, false, w->straight, opens);
}

static const char *bytes_of(writing *w, int32_t c)
{
    w->bytes[tr_utf8_encode(c, w->bytes)] = '\0';
    return w->bytes;
}

/* True if text [at] is the hyphen of "5 - 7", which the source has no blanks in. */
static bool is_wide_range(const writing *w, size_t at)
{
    const char *const text = w->text;

    return w->own.range && !w->own.spaced_hyphen && !w->own.spaced_dash && at > 1 &&
           at + 2 < w->len && text[at] == '-' && text[at - 1] == ' ' && text[at + 1] == ' ' &&
           tr_ascii_is_digit(text[at - 2]) && tr_ascii_is_digit(text[at + 2]);
}

/* True if the blank at text [at] has none in its place in the source: in a range, at a slash. */
static bool is_needless(const writing *w, size_t at, int32_t before, int32_t after)
{
    if (w->own.slash && !w->own.spaced_slash && (before == '/' || after == '/')) return true;
    return (at > 0 && is_wide_range(w, at - 1)) || (at + 1 < w->len && is_wide_range(w, at + 1));
}

/* What is written for a hyphen; NULL: itself. */
static const char *replaced_hyphen(writing *w, size_t at, int32_t before, int32_t after)
{
    const marks *const own = &w->own;

    if (is_wide_range(w, at)) {
        before = w->text[at - 2];
        after = w->text[at + 2];
    }
    if (own->dash && tr_is_digit(after) && (tr_is_digit(before) || before == ' '))
        return bytes_of(w, EN_DASH);
    if (own->spaced_dash && !own->spaced_hyphen && before == ' ' && after == ' ')
        return own->spaced_dash == EM_DASH || !w->with.dash ? w->with.dash : bytes_of(w, EN_DASH);
    if (!own->hyphen || own->inner_hyphen || !is_inner(before, after)) return NULL;
    return bytes_of(w, own->hyphen);
}

/* The marks that are written in the place of a character at `at`, after `before`; NULL: itself.
 * *taken: bytes of the text that they stand for. */
static const char *replacement(writing *w, size_t at, int32_t c, int32_t before, size_t *taken)
{
    const int32_t after = tr_utf8_at(w->text, at + *taken, w->len);
    const char *const mark = replaced_quote(w, at, c, before, taken);

    if (mark) return mark;
    if (is_blank(c) && is_guillemet(after) && closes_next(w)) return "";
    if (c == ' ' && is_needless(w, at, before, after)) return "";
    if (c == '.' && w->len - at >= 3 && !memcmp(w->text + at, "...", 3) && w->own.ellipsis &&
        !w->own.points) {
        *taken = 3;
        return bytes_of(w, ELLIPSIS);
    }
    if (c == '.' && before == '.' && !w->own.two_points && !w->own.ellipsis && !w->theirs.points)
        return "";
    return c == '-' ? replaced_hyphen(w, at, before, after) : NULL;
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

/* True if text [len] has at most three words: in longer commands people write a full stop as often.
 */
static bool is_short_call(const char *text, size_t len)
{
    enum { MOST_BLANKS = 2 };
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += text[i] == ' ';
    return n <= MOST_BLANKS;
}

/* The full stop that a translation ends in, for the exclamation mark of a short source: models take
 * a command for a statement.  Empty if there is none. */
static tr_span stop_for_exclamation(const char *source, tr_span own, const char *text, size_t len)
{
    const size_t end = tr_span_trimmed(text, 0, len).end;
    const bool exclaims = own.end - own.begin == 1 && source[own.begin] == '!' && own.begin > 0 &&
                          is_short_call(source, own.begin);
    const bool stops =
        end > 1 && text[end - 1] == '.' && text[end - 2] != '.' && text[end - 2] != ' ';

    return exclaims && stops ? (tr_span){end - 1, end} : (tr_span){end, end};
}

static bool begins_text(const quote_list *q, const char *text, size_t len)
{
    return q->n && q->list[0].at == tr_span_trimmed(text, 0, len).begin;
}

static bool ends_text(const quote_list *q, const char *text, size_t len)
{
    if (!q->n || q->n > MOST_QUOTES) return false;
    size_t at = q->list[q->n - 1].at;
    tr_utf8_next(text, &at, len);
    return at == tr_span_trimmed(text, 0, len).end;
}

/* A translation may lack the mark that its source begins or ends with, and have all others. */
static void find_lost_quote(writing *w, const char *source, size_t source_len)
{
    const bool opens = begins_text(&w->own_quotes, source, source_len);
    const bool closes = ends_text(&w->own_quotes, source, source_len);
    const bool has_first = begins_text(&w->quotes, w->text, w->len);
    const bool has_last = ends_text(&w->quotes, w->text, w->len);

    if (w->quotes.n + 1 != w->own_quotes.n) return;
    w->lost_first = opens && !has_first && (!closes || has_last);
    w->lost_last = closes && !has_last && (!opens || has_first);
}

/* Where text [len] ends without a bracket and up to three letters at its end that nothing closes,
 * where the source has none: models invent such a thing behind a few words. */
static size_t without_invented_bracket(const char *source, size_t source_len, const char *text,
                                       size_t len)
{
    enum { LONGEST = 3 };
    size_t at = len;

    if (memchr(source, '(', source_len)) return len;
    for (size_t n = 0; n <= LONGEST && at > 1; n++, at--) {
        if (text[at - 1] == '(') return at > 2 && text[at - 2] == ' ' ? at - 2 : len;
        if (!tr_ascii_is_letter(text[at - 1]) && text[at - 1] != '.') break;
    }
    return len;
}

/* How quotation marks are written. */
static void choose_quotes(writing *w, const char *source, size_t source_len)
{
    const size_t n = w->theirs.straight + w->theirs.typographic;

    w->straight = w->own.straight && !w->own.typographic;
    w->typographic = w->own.typographic && !w->own.straight && n % 2 == 0 && n > 0;
    w->own_quotes = find_quotes(source, source_len);
    if (!w->own_quotes.n) return;
    w->quotes = find_quotes(w->text, w->len);
    if (w->own_quotes.n > MOST_QUOTES || w->own_quotes.n % 2) return;
    find_lost_quote(w, source, source_len);
    w->alike = w->quotes.n == w->own_quotes.n || w->lost_first || w->lost_last;
}

void tr_typography_write(const char *source, size_t source_len, const char *text, size_t len,
                         tr_quotes quotes, tr_buf *out, size_t *offsets, size_t n)
{
    len = without_invented_bracket(source, source_len, text, len);
    writing w = {.own = find_marks(source, source_len),
                 .theirs = find_marks(text, len),
                 .with = quotes,
                 .text = text,
                 .len = len};
    const tr_span own = final_marks(source, source_len), ends_in = final_marks(text, len);
    const bool several = own.end - own.begin > 1 && ends_in.end > ends_in.begin;
    const tr_span theirs = several ? ends_in : stop_for_exclamation(source, own, text, len);
    const bool ends = theirs.end > theirs.begin;
    int32_t c, before = ' ';
    size_t k = 0;

    choose_quotes(&w, source, source_len);
    if (w.lost_first) tr_buf_add_string(out, mark_like(&w, &w.own_quotes.list[0]));
    for (size_t at = 0, taken; at < len; at += taken, before = c) {
        taken = tr_utf8_decode(text + at, len - at, &c);
        const char *by = replacement(&w, at, c, before, &taken);
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
    if (w.lost_last) tr_buf_add_string(out, mark_like(&w, next_own(&w)));
    for (; k < n; k++)
        offsets[k] = out->len;
}
