#include "text/placeables/placeholders.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "syntax/syntax.h"

bool tr_placeholder_next(const char *text, size_t len, size_t from, tr_span *found)
{
    return tr_syntax_next(TR_SYNTAX_PLACEHOLDERS, text, len, from, found) != NULL;
}

bool tr_placeholder_holds(const char *text, size_t len, size_t from, tr_span word, tr_span *p)
{
    while (p->begin < len && (p->end <= word.begin || p->begin < from))
        if (!tr_placeholder_next(text, len, p->end > from ? p->end : from, p))
            *p = (tr_span){len, len};
    return p->begin <= word.begin && word.end <= p->end;
}

bool tr_placeholder_is_tag(const char *text, const tr_span *p)
{
    size_t end;
    return tr_syntax_at(TR_SYNTAX_IS(TR_SYNTAX_TAG), text, p->end, p->begin, &end) != NULL;
}

bool tr_placeholder_is_private(const char *text, const tr_span *p)
{
    size_t end;
    return tr_syntax_at(TR_SYNTAX_IS(TR_SYNTAX_PRIVATE), text, p->end, p->begin, &end) != NULL;
}

/* ---- Comparing */

/* A placeholder and where it stands: before a blank, or a letter. */
typedef struct item {
    const char *text;
    size_t len;
    bool blank, letter;
} item;

/* "%s" and "%d" take arguments in order; "%%", "%1$s", "%1", "%(name)s" and "%{name}" do not. */
static bool is_ordered(const item *p)
{
    return p->text[0] == '%' && !strchr("%({", p->text[1]) && !memchr(p->text, '$', p->len) &&
           !tr_ascii_is_digit(p->text[p->len - 1]);
}

/* By kind, then by bytes; what is ordered keeps its order, for the sort is one of places, too. */
static int compare_placeholders(const void *left, const void *right)
{
    const item *const a = left, *const b = right;
    const bool a_ordered = is_ordered(a), b_ordered = is_ordered(b);
    if (a_ordered != b_ordered) return a_ordered ? -1 : 1;
    if (a_ordered) return a->text < b->text ? -1 : 1;
    const size_t len = a->len < b->len ? a->len : b->len;
    const int order = memcmp(a->text, b->text, len);
    if (order || a->len != b->len) return order ? order : a->len < b->len ? -1 : 1;
    return a->text < b->text ? -1 : a->text > b->text;
}

/* Of a role or a link with a text, only what stands behind the text: "<label>`". */
static tr_span without_text(const char *text, tr_span p)
{
    size_t at = p.begin;

    if (text[at] != ':' && text[at] != '`') return p;
    while (at < p.end && text[at] != '<')
        at++;
    return at < p.end ? (tr_span){at, p.end} : p;
}

/* The placeholders of a text, sorted; false when out of memory. */
static bool list(const char *text, size_t len, item **items, size_t *n)
{
    size_t capacity = 0;
    tr_span p = {0};

    *items = NULL;
    *n = 0;
    while (tr_placeholder_next(text, len, p.end, &p)) {
        void *grown = *items;
        if (tr_reserve(&grown, &capacity, *n + 1, sizeof **items) < 0) return false;
        *items = grown;
        const bool mark = tr_placeholder_is_private(text, &p); /* it has its place */
        const char next = mark ? '.' : p.end < len ? text[p.end] : ' ';
        const tr_span own = without_text(text, p);
        (*items)[(*n)++] =
            (item){text + own.begin, own.end - own.begin, next == ' ', tr_ascii_is_letter(next)};
    }
    if (*n) qsort(*items, *n, sizeof **items, compare_placeholders);
    return true;
}

bool tr_placeholders_agree(const char *a, size_t a_len, const char *b, size_t b_len)
{
    item *left, *right = NULL;
    size_t n_left, n_right = 0;
    bool agree = list(a, a_len, &left, &n_left) && list(b, b_len, &right, &n_right);

    agree = agree && n_left == n_right;
    for (size_t i = 0; agree && i < n_left; i++)
        agree = left[i].len == right[i].len && !memcmp(left[i].text, right[i].text, left[i].len) &&
                !(left[i].blank && right[i].letter);
    free(left);
    free(right);
    return agree;
}
