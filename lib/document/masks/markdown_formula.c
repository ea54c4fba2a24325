#include "document/masks/markdown_formula.h"

#include <string.h>

enum { FORMULA_LINES = 64, MAX_LABEL = 100 /* bytes */ };

/* Beginnings of formulas: "$$", "\\[", or "\\begin{x}", whose `name` is "{x}". */
typedef struct opening {
    const char *name;
    size_t len;
    const char *close; /* of the first two: what ends it */
} opening;

static bool find_opening(const char *t, const tr_md_line *l, opening *o)
{
    static const char begin[] = "\\begin";
    size_t n = 1;

    *o = (opening){0};
    if (tr_starts_with(t, l->text, l->end, "$$")) o->close = "$$";
    if (tr_md_line_is(t, l, "\\[")) o->close = "\\]";
    if (tr_md_line_is(t, l, "\\\\[")) o->close = "\\\\]";
    if (o->close) return true;
    if (!tr_starts_with(t, l->text, l->end, "\\begin{")) return false;
    o->name = t + l->text + strlen(begin);
    while (n < MAX_LABEL && o->name + n < t + l->end && o->name[n] != '}')
        n++;
    o->len = n + 1;
    return o->name + n < t + l->end && o->name[n] == '}';
}

/* Returns the byte after the end mark of a formula at byte `at`; 0 if there is none. */
static size_t end_of_end(const char *t, const opening *o, size_t at, size_t end)
{
    const size_t name = at + strlen("\\end");

    if (o->close) return tr_starts_with(t, at, end, o->close) ? at + strlen(o->close) : 0;
    if (!tr_starts_with(t, at, end, "\\end") || end - name < o->len) return 0;
    return memcmp(t + name, o->name, o->len) ? 0 : name + o->len;
}

/* True if a line ends a formula from byte `begin` on: nothing follows but a sign or attributes.
 * *inside: it goes on. */
static bool ends_formula(const char *t, const opening *o, const tr_md_line *l, size_t begin,
                         bool *inside)
{
    size_t i, end = 0;
    for (i = begin; i < l->end && !end; i++)
        end = end_of_end(t, o, i, l->end);
    *inside = !end;
    for (i = end; i < l->end && strchr(".,;: ", t[i]); i++) {
    }
    return end && (i == l->end || t[i] == '{');
}

size_t tr_md_end_of_formula(const char *t, size_t size, const tr_md_line *first)
{
    size_t at = first->next;
    bool inside;
    opening o;

    if (!find_opening(t, first, &o)) return 0;
    if (ends_formula(t, &o, first, first->text + 2, &inside)) return o.close ? 0 : at;
    for (int n = 0; inside && n < FORMULA_LINES && at < size; n++) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        if (l.text == l.end) return 0;
        at = l.next;
        if (ends_formula(t, &o, &l, l.text, &inside)) return at;
    }
    return 0;
}

/* True if what stands in round brackets of TeX, or in square ones, is none of a language.  The
 * brackets may be escaped, too, as square ones of translated text are: "[i]", "[a_b]". */
static bool is_formula(const char *t, size_t begin, size_t end, bool square)
{
    enum { LONG = 3 };
    size_t letters = 0;
    bool is_short = true, has_signs = false, has_operators = false;

    for (size_t i = begin; i < end; i++) {
        letters = tr_ascii_is_letter(t[i]) || (unsigned char)t[i] >= 0x80 ? letters + 1 : 0;
        is_short = is_short && letters < LONG;
        has_signs = has_signs || t[i] == '^' ||
                    (t[i] == '\\' && i + 1 < end && tr_ascii_is_letter(t[i + 1]));
        has_operators = has_operators || strchr("_=+<>", t[i]);
    }
    if (begin == end || has_signs) return begin < end;
    if (square) return t[begin] == ' ' && has_operators;
    return is_short || memchr(t + begin, '_', end - begin);
}

size_t tr_md_end_of_tex(const char *t, size_t at, size_t end)
{
    static const char *const pairs[][2] = {
        {"\\\\(", "\\\\)"}, {"\\\\[", "\\\\]"}, {"\\(", "\\)"}, {"\\[", "\\]"}};
    enum { LONGEST = 2000 };
    const size_t most = end - at < LONGEST ? end : at + LONGEST;

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        const size_t n = strlen(pairs[k][0]);
        if (!tr_starts_with(t, at, most, pairs[k][0])) continue;
        for (size_t i = at + n; i < most && t[i] != '`'; i++) {
            if (tr_starts_with(t, i, most, pairs[k][0])) break;
            if (tr_starts_with(t, i, most, pairs[k][1]))
                return is_formula(t, at + n, i, k % 2) ? i + n : 0;
        }
        break;
    }
    return 0;
}
