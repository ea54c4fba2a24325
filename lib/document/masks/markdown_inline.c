#include "document/masks/markdown_inline.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/jsx.h"
#include "document/masks/markdown_directives.h"
#include "document/masks/markdown_formula.h"
#include "document/masks/markdown_mdx.h"
#include "document/masks/markdown_tags.h"

enum { MAX_LABEL = 100 /* bytes */ };

/* Returns the byte after `close`, for the `open` at `at`; 0 if the line has none.  *seen are bytes
 * without `close`, which are not searched twice. */
static size_t find_close(const char *t, size_t at, size_t end, const char *open, const char *close,
                         tr_span *seen)
{
    const size_t begin = at + strlen(open), n = strlen(close);

    if (!tr_starts_with(t, at, end, open)) return 0;
    if (begin < seen->begin || begin > seen->end) *seen = (tr_span){begin, begin};
    while (seen->end + n <= end && t[seen->end] != '`' && memcmp(t + seen->end, close, n) != 0)
        seen->end++;
    return seen->end + n <= end && t[seen->end] != '`' ? seen->end + n : 0;
}

/* "$x$": no blank within the dollars, and no digit after them; "$5 or 10$" is none, and
 * "[$A]($B)" is a link. */
static size_t end_of_formula(const char *t, size_t at, size_t begin, size_t end)
{
    if (tr_starts_with(t, at, end, "$$")) {
        tr_span seen = {0};
        return find_close(t, at, end, "$$", "$$", &seen);
    }
    if (at > begin && t[at - 1] == '\\') return 0;
    if (at + 2 >= end || tr_ascii_is_blank(t[at + 1])) return 0;
    for (size_t i = at + 2; i < end; i++) {
        if (t[i] == '`' || (tr_ascii_is_blank(t[i]) && tr_ascii_is_digit(t[at + 1]))) return 0;
        if (t[i] != '$' || t[i - 1] == '\\') continue;
        if (t[i - 1] == '(' && t[i - 2] == ']' && i + 1 < end && tr_md_is_name_byte(t[i + 1]))
            return 0;
        return tr_ascii_is_blank(t[i - 1]) || (i + 1 < end && tr_ascii_is_digit(t[i + 1])) ? 0
                                                                                           : i + 1;
    }
    return 0;
}

/* "[^label]" */
size_t tr_md_end_of_note(const char *t, size_t at, size_t end)
{
    if (!tr_starts_with(t, at, end, "[^")) return 0;
    for (size_t i = at + 2; i < end && i - at < MAX_LABEL; i++) {
        if (t[i] == ']') return i > at + 2 ? i + 1 : 0;
        if (tr_ascii_is_blank(t[i]) || t[i] == '[' || t[i] == '`') return 0;
    }
    return 0;
}

/* "{#name}", "{ .class }", "{: ...}", "{ width=300 }" */
static size_t end_of_attributes(const char *t, size_t at, size_t end, tr_span *seen)
{
    size_t i = at + 1, name;

    if (t[at] != '{') return 0;
    i = tr_skip(t, i, end, tr_ascii_is_blank);
    for (name = i; name < end && tr_md_is_name_byte(t[name]); name++) {
    }
    const bool first = i < end && t[i] && strchr("#.:", t[i]) != NULL;
    if (!first && (name == i || name == end || t[name] != '=')) return 0;
    return find_close(t, at, end, "{", "}", seen);
}

/* "~2~" and "^n+1^" after a letter or a digit, as in "H~2~O": an index. */
static size_t end_of_index(const char *t, size_t at, size_t begin, size_t end)
{
    if (at == begin || !tr_md_is_name_byte(t[at - 1]) || t[at - 1] == '-') return 0;
    for (size_t i = at + 1; i < end; i++) {
        if (t[i] == t[at]) return i > at + 1 ? i + 1 : 0;
        if (!tr_md_is_name_byte(t[i]) && t[i] != '+' && t[i] != '=') return 0;
    }
    return 0;
}

/* "++ctrl+alt+del++": keys. */
static size_t end_of_keys(const char *t, size_t at, size_t end)
{
    if (!tr_starts_with(t, at, end, "++")) return 0;
    for (size_t i = at + 2; i < end; i++) {
        if (tr_starts_with(t, i, end, "++")) return i > at + 2 ? i + 2 : 0;
        if (!tr_md_is_name_byte(t[i]) && t[i] != '+') return 0;
    }
    return 0;
}

/* The byte after the code that a run of backticks at `at` begins; after the run, if it begins none.
 */
static size_t end_of_code(tr_masks *m, const char *t, size_t at, size_t end)
{
    size_t n = 0, run;

    if (tr_mdx_has_tried_enough(m)) return at + 1;
    while (at + n < end && t[at + n] == '`')
        n++;
    for (size_t i = at + n; i < end; i += run + 1) {
        for (run = 0; i + run < end && t[i + run] == '`';)
            run++;
        if (run == n) return i + n;
    }
    m->searched += end - at;
    return at + n;
}

/* Masks what MDX and comments in braces have at byte *i of a line, and moves *i to its last byte.
 * False if there is none. */
static bool mask_expression(tr_masks *m, const char *t, const tr_md_line *l, size_t *i)
{
    const bool fragment =
        m->jsx && (tr_starts_with(t, *i, l->end, "<>") || tr_starts_with(t, *i, l->end, "</>"));
    const bool name = *i + 1 < l->end && strchr("#.:", t[*i + 1]) != NULL;
    const bool brace = t[*i] == '{' && ((m->jsx && !name) || tr_starts_with(t, *i, l->end, "{/*"));
    size_t end = 0;

    if (brace && m->jsx) end = tr_mdx_end_of_expression(m, t, m->size, *i, l->end);
    if (brace && !m->jsx) end = tr_mdx_end_of_expression(m, t, l->end, *i, l->end);
    if (fragment) end = *i + (t[*i + 1] == '/' ? 3 : 2);
    if (m->jsx && t[*i] == '<' && !fragment) tr_mdx_show_tag(m, t, *i, l->end);
    if (end <= *i) return false;
    const bool point = fragment || tr_jsx_is_comment(t, *i, end);
    const bool line = m->open > l->end || (*i == l->text && end == l->end);
    const size_t begin = *i;
    *i = end - 1;
    tr_masks_add(m, line ? TR_MASK_LINE : point ? TR_MASK_POINT : TR_MASK_ATOM, begin, end);
    return true;
}

/* ---- Pairs that md4c does not know ---- */

/* Where pairs that have begun in a line end: "==marked==", "^^new^^", "[[page|text]]". */
typedef struct pairs {
    size_t ends[3];   /* 0: none has begun */
    size_t vain[2];   /* up to here, there is no end of the first two */
    tr_span brackets; /* what was searched for the end of the last */
} pairs;

/* The mark "==" or "^^" that ends what begins at `at`; 0 if there is none. */
static size_t end_of_marked(const char *t, size_t at, size_t begin, size_t end, size_t *vain)
{
    const char c = t[at];
    size_t i = at + 2;

    if (at + 4 >= end || t[at + 1] != c || t[i] == c || tr_ascii_is_blank(t[i]) || at < *vain)
        return 0;
    if (at > begin && (tr_md_is_name_byte(t[at - 1]) || t[at - 1] == c)) return 0;
    for (i++; i + 1 < end && t[i] != '`'; i++) {
        const bool is_last = i + 2 == end || (t[i + 2] != c && !tr_md_is_name_byte(t[i + 2]));
        if (t[i] == c && t[i + 1] == c && is_last && !tr_ascii_is_blank(t[i - 1])) return i;
    }
    *vain = i;
    return 0;
}

/* Where "[[page|", the beginning of a link of a wiki with a text, ends at `at`; 0 if there is none.
 * *close: where it ends itself. */
static size_t end_of_wiki_target(const char *t, size_t at, size_t begin, size_t end, tr_span *seen,
                                 size_t *close)
{
    const size_t stop = find_close(t, at, end, "[[", "]]", seen);
    size_t i = at + 2;

    if (!stop || (at > begin && t[at - 1] == '!')) return 0;
    while (i < stop && !strchr("|[]", t[i]))
        i++;
    *close = stop - 2;
    return t[i] == '|' && i > at + 2 && i + 1 < *close ? i + 1 : 0;
}

/* Where the beginning of a role of MyST with a text and a target ends at `at`, as in
 * "{ref}`text <target>`"; 0 if there is none.  *close: the target, up to the last backtick. */
static size_t end_of_role(const char *t, size_t at, size_t end, tr_span *close)
{
    size_t name = at + 1, text, stop, target;

    while (name < end && (tr_md_is_name_byte(t[name]) || t[name] == ':'))
        name++;
    if (name == at + 1 || !tr_starts_with(t, name, end, "}`")) return 0;
    text = stop = name + 2;
    stop = tr_find_byte(t, stop, end, '`');
    if (stop == end || stop == text || t[stop - 1] != '>') return 0;
    for (target = stop - 1; target > text && t[target] != '<';)
        target--;
    while (target > text && t[target - 1] == ' ')
        target--;
    *close = (tr_span){target, stop + 1};
    return target > text && t[target] == ' ' ? text : 0;
}

/* Masks the beginning or the end of a role at byte *i, and moves *i to its last byte.  False if
 * there is none. */
static bool mask_role(tr_masks *m, const char *t, size_t begin, size_t end, size_t *i,
                      tr_span *close)
{
    const size_t at = *i;
    const bool closes = close->end && at == close->begin;
    tr_span next = {0};
    size_t stop = closes ? close->end : 0;

    if (t[at] == '{' && !close->end && (at == begin || t[at - 1] != '`'))
        stop = end_of_role(t, at, end, &next);
    if (!stop) return false;
    *close = next;
    memset(m->text + at, 'x', stop - at);
    *i = stop - 1;
    tr_masks_append(m, closes ? TR_MASK_CLOSE : TR_MASK_OPEN, at, stop);
    return true;
}

/* Masks the beginning or the end of such a pair at byte *i, and moves *i to its last byte.  False
 * if there is none. */
static bool mask_pair(tr_masks *m, const char *t, size_t begin, size_t end, size_t *i, pairs *p)
{
    const size_t at = *i, k = t[at] == '=' ? 0 : t[at] == '^' ? 1 : 2;
    enum tr_mask_kind kind = TR_MASK_OPEN;
    size_t stop = at + 2;

    if (p->ends[k] && at == p->ends[k]) {
        p->ends[k] = 0;
        kind = TR_MASK_CLOSE;
    } else if (p->ends[k] > at || t[at] == ']') {
        return false;
    } else if (k < 2) {
        p->ends[k] = end_of_marked(t, at, begin, end, &p->vain[k]);
        if (!p->ends[k]) return false;
    } else {
        size_t close = 0;
        stop = end_of_wiki_target(t, at, begin, end, &p->brackets, &close);
        p->ends[k] = stop ? close : 0;
        if (!stop) return false;
    }
    if (k == 2) memset(m->text + at, 'x', stop - at);
    *i = stop - 1;
    tr_masks_append(m, kind, at, stop);
    return true;
}

/* True if the line behind byte `at` has no text. */
static bool precedes_blank_line(const char *t, size_t at, size_t end)
{
    while (at < end && (tr_ascii_is_blank(t[at]) || t[at] == '>'))
        at++;
    return at == end || tr_ascii_is_line_end(t[at]);
}

size_t tr_md_end_of_text_note(const char *t, size_t at, size_t end, size_t *stop)
{
    size_t depth = 0, code = 0, i = at + 1; /* code: backticks that it began with */

    if (!tr_starts_with(t, at, end, "^[")) return 0;
    for (size_t run; i < end; i += run + !run) {
        for (run = 0; i + run < end && t[i + run] == '`';)
            run++;
        if (run && (!code || code == run)) code = code ? 0 : run;
        if (run) continue;
        if (t[i] == '\n' && precedes_blank_line(t, i + 1, end)) break;
        if (code) continue;
        depth += t[i] == '[';
        if (t[i] == ']' && --depth == 0) return i > at + 2 ? i + 1 : 0;
        i += t[i] == '\\';
    }
    *stop = i;
    return 0;
}

/* Masks the beginning or the end of a note of Pandoc at byte *i, and moves *i to its last byte.
 * False if there is none. */
static bool mask_note(tr_masks *m, const char *t, size_t *i)
{
    const size_t at = *i;
    const bool closes = m->note && at == m->note;
    const bool may_begin = !closes && m->note <= at && !tr_mdx_has_tried_enough(m);
    size_t searched = at;
    const size_t stop = may_begin ? tr_md_end_of_text_note(t, at, m->size, &searched) : 0;

    m->searched += searched - at;
    if (!closes && !stop) return false;
    const size_t n = closes ? 1 : 2;
    m->note = closes ? 0 : stop - 1;
    m->text[at + n - 1] = closes ? ')' : '(';
    *i = at + n - 1;
    tr_masks_append(m, closes ? TR_MASK_NOTE_END : TR_MASK_NOTE, at, at + n);
    return true;
}

/* Bytes that were searched for ends of braces. */
typedef struct seen_braces {
    tr_span values, tags, attributes;
} seen_braces;

/* The byte after what the brace at `at` begins; 0 if there is nothing.  *kind: of its mask. */
static size_t end_of_braces(tr_masks *m, const char *t, size_t at, size_t end, seen_braces *seen,
                            enum tr_mask_kind *kind)
{
    size_t stop = tr_md_behind_code_tags(m, t, at, end);

    if (stop) return stop;
    stop = find_close(t, at, end, "{{", "}}", &seen->values);
    if (!stop) stop = find_close(t, at, end, "{%", "%}", &seen->tags);
    if (stop && tr_md_tag_parts(m, t, at, stop, end)) *kind = TR_MASK_LINE;
    if (stop) return stop;
    *kind = TR_MASK_POINT;
    stop = tr_md_end_of_comment(m, t, at, end);
    return stop ? stop : end_of_attributes(t, at, end, &seen->attributes);
}

/* The byte after what stands for itself at `at` of a line; 0 if there is nothing. */
static size_t end_of_single(tr_masks *m, const char *t, size_t at, tr_span line, seen_braces *seen,
                            enum tr_mask_kind *kind)
{
    switch (t[at]) {
    case '$':
        return end_of_formula(t, at, line.begin, line.end);
    case '[':
        return tr_md_end_of_note(t, at, line.end);
    case '~':
    case '^':
        return end_of_index(t, at, line.begin, line.end);
    case '+':
        return end_of_keys(t, at, line.end);
    case '{':
        return end_of_braces(m, t, at, line.end, seen, kind);
    default:
        return 0;
    }
}

/* Masks a formula in brackets, which are escaped ones to md4c. */
static void mask_tex(tr_masks *m, const tr_md_line *l, size_t begin, size_t end)
{
    const bool is_line = begin == l->text && end == l->end;

    memset(m->text + begin, 'x', end - begin);
    tr_masks_append(m, is_line ? TR_MASK_LINE : TR_MASK_ATOM, begin, end);
}

void tr_masks_add_inline(tr_masks *m, const char *t, const tr_md_line *l, size_t begin)
{
    seen_braces braces = {0};
    pairs open = {0};
    tr_span role = {0};

    for (size_t i = begin; i < l->end; i++) {
        enum tr_mask_kind kind = TR_MASK_ATOM;
        size_t end = 0;
        const bool escaped = t[i] == '\\';
        if (escaped && !m->jsx && (end = tr_md_end_of_tex(t, i, l->end))) {
            mask_tex(m, l, i, end);
            i = end - 1;
            continue;
        }
        i += escaped;
        if (i >= l->end) break;
        if (escaped && m->jsx) continue;
        if (t[i] == '`' && m->jsx) {
            i = end_of_code(m, t, i, l->end) - 1;
            continue;
        }
        if (!m->jsx && (t[i] == '{' || (t[i] == ' ' && role.end)) &&
            mask_role(m, t, begin, l->end, &i, &role))
            continue;
        if ((t[i] == '{' || t[i] == '<') && mask_expression(m, t, l, &i)) continue;
        if (strchr("=^[]", t[i]) && t[i] &&
            (mask_note(m, t, &i) || mask_pair(m, t, begin, l->end, &i, &open)))
            continue;
        end = end_of_single(m, t, i, (tr_span){begin, l->end}, &braces, &kind);
        if (!end) continue;
        if (i == l->text && end == l->end) kind = TR_MASK_LINE;
        if (kind == TR_MASK_LINE && tr_md_has_titles(t, i, end))
            tr_md_mask_titles(m, t, i, end);
        else
            tr_masks_add(m, kind, i, end);
        i = end - 1;
    }
}
