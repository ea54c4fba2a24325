#include "document/typeset/latex_paper.h"

#include <string.h>

#include "base/ascii.h"
#include "document/segment/string_list.h"
#include "document/typeset/latex_write.h"

static const tr_wrap one_line = {0};

void tr_latex_keep(tr_latex_paper *p, size_t behind)
{
    tr_build_fixed(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

void tr_latex_keep_code(tr_latex_paper *p, size_t behind)
{
    tr_build_atom(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

void tr_latex_keep_point(tr_latex_paper *p, size_t behind)
{
    tr_build_point(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

/* ---- Texts of their own ---- */

void tr_latex_build_own(tr_latex_paper *p, tr_span at, const tr_writing *writing, const char *where)
{
    const tr_writing *const outer = p->b.writing;
    const char *const outer_where = p->b.where;
    const void *const extra = p->b.extra;
    const unsigned kind = p->b.kind;

    tr_latex_keep(p, at.begin);
    if (p->depth < TR_LATEX_DEEPEST) {
        p->b.writing = writing;
        p->b.where = where;
        p->b.extra = &one_line;
        p->b.kind = 1;
        p->depth++;
        p->build(p, at.end);
        p->depth--;
    }
    tr_latex_keep(p, at.end);
    p->b.writing = outer;
    p->b.where = outer_where;
    p->b.extra = extra;
    p->b.kind = kind;
}

const tr_writing *tr_latex_writing_in(const tr_latex_paper *p, size_t group)
{
    return p->x.t[group] == '[' ? &tr_latex_bracketed : &tr_latex_writing;
}

void tr_latex_build_group(tr_latex_paper *p, size_t group, size_t behind, const char *where)
{
    tr_latex_build_own(p, (tr_span){group + 1, behind - 1}, tr_latex_writing_in(p, group), where);
    tr_latex_keep(p, behind);
}

/* True if an argument is words: two blanks between letters, and no sign of code. */
static bool is_prose(const tr_latex_paper *p, tr_span at)
{
    enum { LONGEST = 500 };
    size_t n_blanks = 0;

    if (at.end - at.begin > LONGEST) return false;
    for (size_t i = at.begin; i < at.end; i++) {
        if (tr_ascii_is_one_of(p->x.t[i], "=\\_^&#|/@$")) return false;
        n_blanks += p->x.t[i] == ' ' && i && tr_byte_is_letter(p->x.t[i - 1]);
    }
    return n_blanks > 1;
}

/* The group in braces or brackets [at], for a list of such. */
static tr_buf group_name(const tr_latex_paper *p, tr_span at)
{
    enum { LONGEST = 600 };
    const size_t n = at.end - at.begin;
    tr_buf name = {0};

    tr_buf_add(&name, p->x.t + at.begin, n < LONGEST ? n : LONGEST);
    return name;
}

bool tr_latex_is_words(tr_latex_paper *p, tr_span at)
{
    if (is_prose(p, (tr_span){at.begin + 1, at.end - 1})) return true;
    tr_buf name = group_name(p, at);
    const tr_buf *const kept = p->b.content->kept;
    const bool again = p->b.content->again && kept;
    const bool is_code = !again || tr_string_list_has(kept, tr_buf_text(&name));
    if (!p->b.content->again) tr_buf_add(&p->codes, tr_buf_text(&name), name.len + 1);
    p->b.failed = p->b.failed || name.failed || p->codes.failed;
    tr_buf_free(&name);
    return !is_code;
}

void tr_latex_keep_list(tr_latex_paper *p)
{
    tr_content *const d = p->b.content;
    tr_buf *const kept = TR_REGION_TAKE(&d->region, tr_buf, 1);
    const bool right = kept && tr_string_list_sort(&p->codes) && !p->codes.failed;
    const char *const codes =
        right ? tr_region_copy(&d->region, tr_buf_text(&p->codes), p->codes.len) : NULL;

    p->b.failed = p->b.failed || !codes;
    if (codes) *kept = (tr_buf){.data = (char *)codes, .len = p->codes.len};
    d->kept = codes ? kept : NULL;
}

/* ---- Options ---- */

bool tr_latex_has_options(const tr_latex_paper *p, tr_span at)
{
    return tr_find_byte(p->x.t, at.begin, at.end, '=') < at.end;
}

/* The value of an option that is text, "{[short]long}" among them. */
static void build_value(tr_latex_paper *p, tr_span value)
{
    const char *const t = p->x.t;

    if (value.begin == value.end) return;
    if (t[value.begin] != '{') {
        tr_latex_build_own(p, value, &tr_latex_value, "caption");
        return;
    }
    const size_t inner = value.begin + 1;
    const size_t behind = t[inner] == '[' ? tr_latex_end_of_group(&p->x, inner, value.end) : 0;
    tr_latex_keep(p, inner);
    if (behind) tr_latex_build_group(p, inner, behind, "caption");
    tr_latex_build_own(p, (tr_span){p->at, value.end - 1}, &tr_latex_writing, "caption");
}

void tr_latex_keep_options(tr_latex_paper *p, char open, size_t behind)
{
    const bool options = p->at < behind && p->x.t[p->at] == open;
    size_t at = p->at + 1;
    tr_span name, value;

    while (options && tr_latex_next_option(&p->x, &at, behind - 1, &name, &value))
        if (tr_latex_is_caption(p->x.t, name)) build_value(p, value);
    tr_latex_keep(p, behind);
}

void tr_latex_keep_arguments(tr_latex_paper *p, char open, size_t args, size_t end, size_t n)
{
    size_t behind;

    tr_latex_keep(p, args);
    while (p->at < end && tr_ascii_is_one_of(p->x.t[p->at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, p->at, end)) > 0) {
        n -= p->x.t[p->at] == '{';
        tr_latex_keep_options(p, open, behind);
    }
}
