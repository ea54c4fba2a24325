#include "document/typeset/read_latex.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/markup.h"
#include "document/segment/decoded.h"
#include "document/typeset/latex_scan.h"
#include "document/typeset/latex_write.h"

enum { DEEPEST = 4 }; /* texts of their own in each other */

typedef struct paper {
    tr_builder b;
    tr_latex_text x;
    size_t at;
    size_t depth;    /* of texts of their own */
    size_t n_tables; /* that are open */
} paper;

static const tr_wrap flowed = {.again = "\n", .width = 78};
static const tr_wrap one_line = {0};

static bool is_at(const paper *p, size_t end, const char *what)
{
    return tr_starts_with(p->x.t, p->at, end, what);
}

/* What stays up to byte `behind`, and parts text. */
static void keep(paper *p, size_t behind)
{
    tr_build_fixed(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

static void keep_code(paper *p, size_t behind)
{
    tr_build_atom(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

static void keep_point(paper *p, size_t behind)
{
    tr_build_point(&p->b, (tr_span){p->at, behind});
    p->at = behind;
}

/* ---- Texts of their own ---- */

static void build(paper *p, size_t end);

/* Builds bytes [at], which are next but for what stays, as a text of its own; what stands in
 * brackets or between commas cannot have them. */
static void build_own(paper *p, tr_span at, const tr_writing *writing, const char *where)
{
    const tr_writing *const outer = p->b.writing;
    const char *const outer_where = p->b.where;
    const void *const extra = p->b.extra;
    const unsigned kind = p->b.kind;

    keep(p, at.begin);
    if (p->depth < DEEPEST) {
        p->b.writing = writing;
        p->b.where = where;
        p->b.extra = &one_line;
        p->b.kind = 1;
        p->depth++;
        build(p, at.end);
        p->depth--;
    }
    keep(p, at.end);
    p->b.writing = outer;
    p->b.where = outer_where;
    p->b.extra = extra;
    p->b.kind = kind;
}

/* The writing of what stands in the braces or brackets that begin at byte `group`. */
static const tr_writing *writing_in(const paper *p, size_t group)
{
    return p->x.t[group] == '[' ? &tr_latex_bracketed : &tr_latex_writing;
}

/* Builds the group in braces or brackets at byte `group` as such a text. */
static void build_group(paper *p, size_t group, size_t behind, const char *where)
{
    build_own(p, (tr_span){group + 1, behind - 1}, writing_in(p, group), where);
    keep(p, behind);
}

/* True if a paragraph ends at byte `at`. */
static bool ends_paragraph(const paper *p, size_t at, size_t end)
{
    const size_t line = tr_skip(p->x.t, at, end, tr_ascii_is_blank);
    const size_t next = tr_after_line_end(p->x.t, line, end);
    const size_t text = tr_skip(p->x.t, next, end, tr_ascii_is_blank);
    return line == end || (next > line && (text == end || tr_ascii_is_line_end(p->x.t[text])));
}

/* True if a sentence ends before byte `at`, and none goes on at byte `behind`. */
static bool is_between_sentences(const paper *p, size_t at, size_t behind, size_t end)
{
    const bool ends = at > 0 && tr_ascii_is_one_of(p->x.t[at - 1], ".!?:;}");
    return ends ? behind == end || tr_ascii_is_space(p->x.t[behind])
                : ends_paragraph(p, behind, end);
}

/* True if an argument is words: two blanks between letters, and no sign of code. */
static bool is_prose(const paper *p, tr_span at)
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

/* ---- Options ---- */

/* True if an argument in brackets is options, not words. */
static bool has_options(const paper *p, tr_span at)
{
    return tr_find_byte(p->x.t, at.begin, at.end, '=') < at.end;
}

/* The value of an option that is text, "{[short]long}" among them. */
static void build_value(paper *p, tr_span value)
{
    const char *const t = p->x.t;

    if (value.begin == value.end) return;
    if (t[value.begin] != '{') {
        build_own(p, value, &tr_latex_value, "caption");
        return;
    }
    const size_t inner = value.begin + 1;
    const size_t behind = t[inner] == '[' ? tr_latex_end_of_group(&p->x, inner, value.end) : 0;
    keep(p, inner);
    if (behind) build_group(p, inner, behind, "caption");
    build_own(p, (tr_span){p->at, value.end - 1}, &tr_latex_writing, "caption");
}

/* What stays up to byte `behind`, an argument in brackets or braces, but for options that are text.
 */
static void keep_options(paper *p, size_t behind)
{
    const bool brackets = p->at < behind && p->x.t[p->at] == '[';
    size_t at = p->at + 1;
    tr_span name, value;

    while (brackets && tr_latex_next_option(&p->x, &at, behind - 1, &name, &value))
        if (tr_latex_is_caption(p->x.t, name)) build_value(p, value);
    keep(p, behind);
}

/* Arguments that stay, n in braces at most, but for such options. */
static void keep_arguments(paper *p, size_t args, size_t end, size_t n)
{
    size_t behind;

    keep(p, args);
    while (p->at < end && tr_ascii_is_one_of(p->x.t[p->at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, p->at, end)) > 0) {
        n -= p->x.t[p->at] == '{';
        keep_options(p, behind);
    }
}

/* ---- Macros ---- */

/* "\verb|x|": up to the end of the line, if it has no end there. */
static void build_verbatim(paper *p, size_t args, size_t n, size_t end)
{
    const char *const t = p->x.t;
    const size_t sign = tr_latex_end_of_arguments(&p->x, args, end, n);
    const char close = sign == end ? '\0' : t[sign] == '{' ? '}' : t[sign];
    size_t behind = sign < end ? sign + 1 : end;

    while (behind < end && t[behind] != close && !tr_ascii_is_line_end(t[behind]))
        behind++;
    keep_code(p, behind + (behind < end && t[behind] == close));
}

static void read_name(const paper *p, size_t at, size_t end, char name[TR_LATEX_NAME_SIZE])
{
    size_t n = 0;

    name[0] = '\0';
    if (at == end || p->x.t[at] != '{') return;
    const size_t near = end - at > TR_LATEX_NAME_SIZE ? at + TR_LATEX_NAME_SIZE + 1 : end;
    const size_t close = tr_find_byte(p->x.t, at, near, '}');
    if (close == near) return;
    for (size_t i = at + 1; i < close; i++)
        name[n++] = p->x.t[i];
    name[n] = '\0';
}

/* The arguments of an environment, n in braces at most: titles, and what is words. */
static void build_environment_arguments(paper *p, const char *name, size_t end, size_t n)
{
    size_t n_titles = tr_latex_titles(name), behind;
    const bool is_table = tr_latex_is_table(name);

    keep(p, tr_latex_end_of_overlay(p->x.t, p->at, end));
    while (p->at < end && tr_ascii_is_one_of(p->x.t[p->at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, p->at, end)) > 0) {
        const tr_span inner = {p->at + 1, behind - 1};
        const bool braces = p->x.t[p->at] == '{', is_title = braces && n_titles;
        if (is_title || (!is_table && is_prose(p, inner)) ||
            (!braces && tr_latex_is_theorem(name) && !has_options(p, inner)))
            build_group(p, p->at, behind, is_title ? "title" : "p");
        else
            keep_options(p, behind);
        n -= braces;
        n_titles -= is_title;
        keep(p, tr_latex_end_of_overlay(p->x.t, p->at, end));
    }
}

/* The content of an environment of code, behind its name: captions are text. */
static void keep_code_environment(paper *p, const char *name, size_t end)
{
    static const char caption[] = "\\caption{";
    const size_t behind = tr_latex_end_of_environment(&p->x, p->at, end, name);
    const size_t group =
        p->at < end && p->x.t[p->at] == '[' ? tr_latex_end_of_group(&p->x, p->at, end) : 0;

    if (group) keep_options(p, group);
    if (!behind) return;
    for (size_t at = p->at;
         tr_latex_is_float(name) && (at = tr_span_find(p->x.t, at, behind, caption)) < behind;) {
        const size_t open = at + strlen(caption) - 1;
        const size_t close = tr_latex_end_of_group(&p->x, open, behind);
        if (close) build_group(p, open, close, "caption");
        at = close ? close : open;
    }
    keep(p, behind > p->at ? behind : p->at);
}

/* "\begin{name}": all of it, if it is code. */
static void begin_environment(paper *p, size_t args, size_t end)
{
    enum { MOST = 4 };
    char name[TR_LATEX_NAME_SIZE];

    read_name(p, args, end, name);
    const size_t behind =
        args < end && p->x.t[args] == '{' ? tr_latex_end_of_group(&p->x, args, end) : 0;
    keep(p, behind ? behind : args);
    if (tr_latex_is_code(name)) {
        keep_code_environment(p, name, end);
    } else {
        p->n_tables += tr_latex_is_table(name);
        build_environment_arguments(p, name, end, tr_latex_is_plain(name) ? 0 : MOST);
    }
}

static void end_environment(paper *p, size_t args, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];

    read_name(p, args, end, name);
    if (tr_latex_is_table(name) && p->n_tables) p->n_tables--;
    keep(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
}

/* Names of people up to byte `behind`, whose thanks are text. */
static void keep_author(paper *p, size_t behind)
{
    static const char thanks[] = "\\thanks{";

    for (size_t at = p->at; (at = tr_span_find(p->x.t, at, behind, thanks)) < behind;) {
        const size_t open = at + strlen(thanks) - 1;
        const size_t close = tr_latex_end_of_group(&p->x, open, behind);
        if (close) build_group(p, open, close, "p");
        at = close ? close : behind;
    }
    keep(p, behind);
}

/* A macro that parts text, with its arguments. */
static void build_break(paper *p, const char *name, size_t args, size_t end)
{
    enum { MOST = 9, LONGEST_HEAD = 200 };

    if (!strcmp(name, "begin")) {
        begin_environment(p, args, end);
    } else if (!strcmp(name, "end")) {
        end_environment(p, args, end);
    } else if (!strcmp(name, "iffalse")) {
        const size_t fi = tr_latex_end_of_condition(&p->x, args, end);
        keep(p, fi ? fi : args);
    } else if (tr_markup_listed(" item subfloat subfigure ", name)) {
        const size_t label =
            args < end && p->x.t[args] == '[' ? tr_latex_end_of_group(&p->x, args, end) : 0;
        if (label)
            build_group(p, args, label, *name == 'i' ? "label" : "caption");
        else
            keep(p, args);
    } else if (tr_markup_listed(" def edef gdef xdef ", name)) {
        const size_t near = end - args < LONGEST_HEAD ? end : args + LONGEST_HEAD;
        const size_t group = tr_find_byte(p->x.t, args, near, '{');
        const size_t behind = group < near ? tr_latex_end_of_group(&p->x, group, end) : 0;
        keep(p, behind ? behind : args);
    } else if (!strcmp(name, "author")) {
        keep_author(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
    } else {
        keep_arguments(p, args, end, MOST);
    }
}

static const char *where_of(const char *name)
{
    static const char *const names[] = {"part",  "chapter",       "section",   "subsection",
                                        "title", "subsubsection", "paragraph", "footnote"};
    if (strstr(name, "title")) return "title";
    if (strstr(name, "chap")) return "chapter";
    if (strstr(name, "caption")) return "caption";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return names[i];
    return "p";
}

/* A note amid a sentence, a point: what is plain in it is a text behind the sentence's. */
static void keep_note(paper *p, size_t args, size_t behind, const char *where)
{
    size_t close;

    keep_point(p, behind);
    for (size_t at = args; at < behind && (close = tr_latex_end_of_group(&p->x, at, behind)) > 0;
         at = close) {
        tr_buf text = {0};
        const tr_span inner = {at + 1, close - 1};
        if (tr_latex_decode_all(p->x.t, inner, &text) &&
            (p->b.content->again || tr_decoded_is_text(tr_buf_text(&text), text.len)))
            tr_build_attribute(&p->b, inner, tr_buf_text(&text), text.len, writing_in(p, at),
                               where);
        p->b.failed = p->b.failed || text.failed;
        tr_buf_free(&text);
    }
}

/* Builds what stands in brackets from byte `at` on, before n arguments in braces and between them,
 * as texts, unless it is options. */
static void build_short(paper *p, size_t at, size_t n, size_t end, const char *where)
{
    size_t behind;

    while (at < end && tr_ascii_is_one_of(p->x.t[at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, at, end)) > 0) {
        const bool brackets = p->x.t[at] == '[';
        if (brackets && !has_options(p, (tr_span){at + 1, behind - 1}))
            build_group(p, at, behind, where);
        n -= !brackets;
        at = behind;
    }
}

/* A macro whose last argument is text. */
static void build_text_macro(paper *p, enum tr_latex_kind kind, const char *name, size_t args,
                             size_t n, size_t end)
{
    const char *const where = where_of(name);
    const size_t group = tr_latex_end_of_arguments(&p->x, args, end, n);
    const bool has_group = group < end && p->x.t[group] == '{';
    const size_t behind = has_group ? tr_latex_end_of_group(&p->x, group, end) : 0;

    if (!behind) {
        keep(p, group);
    } else if (kind == TR_LATEX_MARK) {
        p->x.searched += behind - group; /* what stands in the group is searched again */
        tr_build_open(&p->b, (tr_span){p->at, group + 1}, "{", 1);
        p->at = group + 1;
    } else if (kind == TR_LATEX_NOTE && !is_between_sentences(p, p->at, behind, end)) {
        keep_note(p, tr_latex_has_short(name) ? args : group, behind, where);
    } else if (p->depth == DEEPEST) {
        keep_point(p, behind);
    } else {
        if (tr_latex_has_short(name)) build_short(p, args, n, end, where);
        build_group(p, group, behind, where);
    }
}

/* Any other macro stays with its arguments, but for one that is words. */
static void build_code_macro(paper *p, const char *name, size_t args, size_t end)
{
    enum { MOST = 9 };
    const bool has_group = args < end && p->x.t[args] == '{';
    const size_t group = has_group ? tr_latex_end_of_group(&p->x, args, end) : 0;

    if (group && !tr_latex_is_name(name) && is_prose(p, (tr_span){args + 1, group - 1})) {
        tr_build_open(&p->b, (tr_span){p->at, args + 1}, "{", 1);
        p->at = args + 1;
        return;
    }
    size_t behind = tr_latex_end_of_arguments(&p->x, args, end, MOST);
    if (tr_starts_with(p->x.t, behind, end, "\\ ")) behind += 2;
    keep_code(p, behind);
}

static void build_macro(paper *p, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];
    size_t n;

    const size_t args =
        tr_latex_end_of_overlay(p->x.t, tr_latex_name(&p->x, p->at, end, name), end);
    const enum tr_latex_kind kind = tr_latex_kind_of(name, &n);
    const size_t value = tr_skip(p->x.t, args, end, tr_ascii_is_blank);
    if (kind == TR_LATEX_LINE || (*name && value < end && p->x.t[value] == '='))
        keep(p, tr_line_end(p->x.t, args, end));
    else if (kind == TR_LATEX_VERBATIM)
        build_verbatim(p, args, n, end);
    else if (kind == TR_LATEX_BREAK)
        build_break(p, name, args, end);
    else if (kind == TR_LATEX_POINT)
        keep_point(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
    else if (kind != TR_LATEX_CODE)
        build_text_macro(p, kind, name, args, n, end);
    else if (is_at(p, end, "\\\\"))
        keep(p, tr_latex_end_of_arguments(&p->x, args, end, 0));
    else
        build_code_macro(p, name, args, end);
}

/* ---- All ---- */

/* A comment and the line end behind it show nothing. */
static void build_comment(paper *p, size_t end)
{
    const size_t line = tr_line_end(p->x.t, p->at, end);
    const size_t behind = tr_after_line_end(p->x.t, line, end);

    if (behind < end && tr_ascii_is_line_end(p->x.t[behind]))
        keep(p, line);
    else
        keep_point(p, behind);
}

/* A line end is a blank; an empty line ends a paragraph. */
static void build_line_end(paper *p, size_t end)
{
    const size_t next = tr_skip(p->x.t, p->at, end, tr_ascii_is_space);
    const size_t line = tr_after_line_end(p->x.t, p->at, end);
    const size_t text = tr_skip(p->x.t, line, end, tr_ascii_is_blank);

    if (text < end && tr_ascii_is_line_end(p->x.t[text]))
        keep(p, next);
    else
        tr_build_text(&p->b, (tr_span){p->at, next}, " ", 1);
    p->at = next;
}

/* "{\em text}" and "{text}" */
static void open_group(paper *p, size_t end)
{
    static const char *const fonts[] = {"{\\em ", "{\\bf ", "{\\it ", "{\\sc ", "{\\sl ", "{\\sf "};
    size_t n = 1;

    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++)
        if (is_at(p, end, fonts[i])) n = strlen(fonts[i]);
    tr_build_open(&p->b, (tr_span){p->at, p->at + n}, "{", 1);
    p->at += n;
}

static void close_group(paper *p)
{
    tr_build_close(&p->b, (tr_span){p->at, p->at + 1}, "{", 1);
    p->at++;
}

static void build_letter(paper *p)
{
    tr_build_raw_text(&p->b, (tr_span){p->at, p->at + 1});
    p->at++;
}

static bool build_sign(paper *p, size_t end)
{
    tr_buf means = {0};
    const size_t n = tr_latex_decode(p->x.t, p->at, end, &means);

    if (n) tr_build_text(&p->b, (tr_span){p->at, p->at + n}, tr_buf_text(&means), means.len);
    p->b.failed = p->b.failed || means.failed;
    p->at += n;
    tr_buf_free(&means);
    return n > 0;
}

static bool build_formula(paper *p, size_t end)
{
    bool is_display;
    const size_t behind = tr_latex_end_of_formula(&p->x, p->at, end, &is_display);

    if (behind && is_display) keep(p, behind);
    if (behind && !is_display) keep_code(p, behind);
    return behind > 0;
}

static void build_next(paper *p, size_t end)
{
    const char c = p->x.t[p->at];

    if (tr_ascii_is_line_end(c))
        build_line_end(p, end);
    else if (c == '%')
        build_comment(p, end);
    else if (tr_ascii_is_one_of(c, "$\\") && build_formula(p, end))
        return;
    else if (tr_ascii_is_one_of(c, "\\~`'-") && build_sign(p, end))
        return;
    else if (c == '\\')
        build_macro(p, end);
    else if (c == '{')
        open_group(p, end);
    else if (c == '}')
        close_group(p);
    else if (tr_ascii_is_one_of(c, "&#^_$"))
        keep(p, p->at + 1);
    else
        build_letter(p);
}

static void build(paper *p, size_t end)
{
    while (p->at < end && !p->b.failed)
        build_next(p, end);
}

/* Before the document, titles are text, and nothing else. */
static void build_preamble(paper *p, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];

    while (p->at < end && !p->b.failed) {
        const char c = p->x.t[p->at];
        size_t n, behind = p->at + 1;
        if (c == '%') behind = tr_line_end(p->x.t, p->at, end);
        if (c == '\\') behind = tr_latex_name(&p->x, p->at, end, name);
        if (c == '\\' && tr_markup_listed(" title subtitle thanks ", name)) {
            tr_latex_kind_of(name, &n);
            build_text_macro(p, TR_LATEX_BLOCK, name, behind, n, end);
        } else {
            p->at = behind;
        }
    }
}

int tr_read_latex(tr_content *d, tr_error *err)
{
    static const char begin[] = "\\begin{document}", end[] = "\\end{document}";
    paper p = {.x = {.t = d->bytes, .size = d->size}, .at = d->begin};

    tr_builder_init(&p.b, d, &tr_latex_writing);
    p.b.where = "p";
    p.b.extra = &flowed;
    const size_t body = tr_span_find(d->bytes, d->begin, d->size, begin);
    const size_t last = tr_span_find(d->bytes, body, d->size, end);
    if (body < d->size) {
        build_preamble(&p, body);
        tr_build_break(&p.b, body);
    }
    build(&p, body < d->size ? last : d->size);
    tr_build_break(&p.b, p.at);
    return tr_builder_end(&p.b, err);
}
