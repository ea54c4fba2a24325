#include "document/typeset/read_latex.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/markup.h"
#include "document/segment/decoded.h"
#include "document/typeset/latex_paper.h"
#include "document/typeset/latex_scan.h"
#include "document/typeset/latex_write.h"

static const tr_wrap flowed = {.again = "\n", .width = 78};

static bool is_at(const tr_latex_paper *p, size_t end, const char *what)
{
    return tr_starts_with(p->x.t, p->at, end, what);
}

static void build(tr_latex_paper *p, size_t end);

/* True if a paragraph ends at byte `at`. */
static bool ends_paragraph(const tr_latex_paper *p, size_t at, size_t end)
{
    const size_t line = tr_skip(p->x.t, at, end, tr_ascii_is_blank);
    const size_t next = tr_after_line_end(p->x.t, line, end);
    const size_t text = tr_skip(p->x.t, next, end, tr_ascii_is_blank);
    return line == end || (next > line && (text == end || tr_ascii_is_line_end(p->x.t[text])));
}

/* TeX reads on behind blanks and one line end to find an argument in brackets. */
static size_t behind_blanks(const tr_latex_paper *p, size_t at, size_t end)
{
    const size_t line = tr_skip(p->x.t, at, end, tr_ascii_is_blank);
    return tr_skip(p->x.t, tr_after_line_end(p->x.t, line, end), end, tr_ascii_is_blank);
}

/* True if a sentence ends before byte `at`, and none goes on at byte `behind`. */
static bool is_between_sentences(const tr_latex_paper *p, size_t at, size_t behind, size_t end)
{
    const bool ends = at > 0 && tr_ascii_is_one_of(p->x.t[at - 1], ".!?:;}");
    return ends ? behind == end || tr_ascii_is_space(p->x.t[behind])
                : ends_paragraph(p, behind, end);
}

/* ---- Macros ---- */

/* "\verb|x|": up to the end of the line, if it has no end there. */
static void build_verbatim(tr_latex_paper *p, size_t args, size_t n, size_t end)
{
    const char *const t = p->x.t;
    const size_t sign = tr_latex_end_of_arguments(&p->x, args, end, n);
    const char close = sign == end ? '\0' : t[sign] == '{' ? '}' : t[sign];
    size_t behind = sign < end ? sign + 1 : end;

    while (behind < end && t[behind] != close && !tr_ascii_is_line_end(t[behind]))
        behind++;
    tr_latex_keep_code(p, behind + (behind < end && t[behind] == close));
}

static void read_name(const tr_latex_paper *p, size_t at, size_t end, char name[TR_LATEX_NAME_SIZE])
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
static void build_environment_arguments(tr_latex_paper *p, const char *name, size_t end, size_t n)
{
    size_t n_titles = tr_latex_titles(name), behind;
    const bool is_table = tr_latex_is_table(name);

    tr_latex_keep(p, tr_latex_end_of_overlay(p->x.t, p->at, end));
    while (p->at < end && tr_ascii_is_one_of(p->x.t[p->at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, p->at, end)) > 0) {
        const tr_span group = {p->at, behind}, inner = {p->at + 1, behind - 1};
        const bool braces = p->x.t[p->at] == '{', is_title = braces && n_titles;
        if (is_title || (!is_table && tr_latex_is_words(p, group)) ||
            (!braces && tr_latex_is_theorem(name) && !tr_latex_has_options(p, inner)))
            tr_latex_build_group(p, p->at, behind, is_title ? "title" : "p");
        else
            tr_latex_keep_options(p, '[', behind);
        n -= braces;
        n_titles -= is_title;
        tr_latex_keep(p, tr_latex_end_of_overlay(p->x.t, p->at, end));
    }
}

/* The content of an environment of code, behind its name: captions are text. */
static void keep_code_environment(tr_latex_paper *p, const char *name, size_t end)
{
    const char *const text = tr_latex_text_in(name);
    const size_t behind = tr_latex_end_of_environment(&p->x, p->at, end, name);
    const size_t group =
        p->at < end && p->x.t[p->at] == '[' ? tr_latex_end_of_group(&p->x, p->at, end) : 0;

    if (group) tr_latex_keep_options(p, '[', group);
    if (!behind) return;
    for (size_t at = p->at; text && (at = tr_span_find(p->x.t, at, behind, text)) < behind;) {
        const size_t open = at + strlen(text) - 1;
        const size_t close = tr_latex_end_of_group(&p->x, open, behind);
        if (close) tr_latex_build_group(p, open, close, text[1] == 'c' ? "caption" : "p");
        at = close ? close : open;
    }
    tr_latex_keep(p, behind > p->at ? behind : p->at);
}

/* "\begin{name}": all of it, if it is code. */
static void begin_environment(tr_latex_paper *p, size_t args, size_t end)
{
    enum { MOST = 4 };
    char name[TR_LATEX_NAME_SIZE];

    read_name(p, args, end, name);
    const size_t behind =
        args < end && p->x.t[args] == '{' ? tr_latex_end_of_group(&p->x, args, end) : 0;
    tr_latex_keep(p, behind ? behind : args);
    if (tr_latex_is_code(name)) {
        keep_code_environment(p, name, end);
    } else {
        p->n_tables += tr_latex_is_table(name);
        build_environment_arguments(p, name, end, tr_latex_is_plain(name) ? 0 : MOST);
    }
}

static void end_environment(tr_latex_paper *p, size_t args, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];

    read_name(p, args, end, name);
    if (tr_latex_is_table(name) && p->n_tables) p->n_tables--;
    tr_latex_keep(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
}

/* Names of people up to byte `behind`, whose thanks are text. */
static void keep_author(tr_latex_paper *p, size_t behind)
{
    static const char thanks[] = "\\thanks{";

    for (size_t at = p->at; (at = tr_span_find(p->x.t, at, behind, thanks)) < behind;) {
        const size_t open = at + strlen(thanks) - 1;
        const size_t close = tr_latex_end_of_group(&p->x, open, behind);
        if (close) tr_latex_build_group(p, open, close, "p");
        at = close ? close : behind;
    }
    tr_latex_keep(p, behind);
}

/* A macro that parts text, with its arguments. */
static void build_break(tr_latex_paper *p, const char *name, size_t args, size_t end)
{
    enum { MOST = 9, LONGEST_HEAD = 200 };

    if (!strcmp(name, "begin")) {
        begin_environment(p, tr_skip(p->x.t, args, end, tr_ascii_is_blank), end);
    } else if (!strcmp(name, "end")) {
        end_environment(p, tr_skip(p->x.t, args, end, tr_ascii_is_blank), end);
    } else if (!strcmp(name, "iffalse")) {
        const size_t fi = tr_latex_end_of_condition(&p->x, args, end);
        tr_latex_keep(p, fi ? fi : args);
    } else if (tr_markup_listed(" item subfloat subfigure ", name)) {
        const size_t open = behind_blanks(p, args, end);
        const size_t label =
            open < end && p->x.t[open] == '[' ? tr_latex_end_of_group(&p->x, open, end) : 0;
        if (label)
            tr_latex_build_group(p, open, label, *name == 'i' ? "label" : "caption");
        else
            tr_latex_keep(p, args);
    } else if (tr_markup_listed(" def edef gdef xdef ", name)) {
        const size_t near = end - args < LONGEST_HEAD ? end : args + LONGEST_HEAD;
        const size_t group = tr_find_byte(p->x.t, args, near, '{');
        const size_t behind = group < near ? tr_latex_end_of_group(&p->x, group, end) : 0;
        tr_latex_keep(p, behind ? behind : args);
    } else if (!strcmp(name, "author")) {
        keep_author(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
    } else {
        tr_latex_keep_arguments(p, tr_latex_takes_options(name) ? '{' : '[', args, end, MOST);
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

/* Builds bytes [at] as a note with marks. */
static void build_note(tr_latex_paper *p, tr_span at, const tr_writing *writing, const char *where)
{
    const size_t behind = p->at, n_tables = p->n_tables;

    if (!tr_build_note_begin(&p->b, at, writing, where)) return;
    p->x.searched += at.end - at.begin; /* what stands in it is searched again */
    p->at = at.begin;
    p->n_tables = 0;
    build(p, at.end);
    tr_build_note_end(&p->b);
    p->at = behind;
    p->n_tables = n_tables;
}

/* A note amid a sentence, a point: it is a text behind the sentence's. */
static void keep_note(tr_latex_paper *p, size_t args, size_t behind, const char *where)
{
    size_t close;

    tr_latex_keep_point(p, behind);
    for (size_t at = args; at < behind && (close = tr_latex_end_of_group(&p->x, at, behind)) > 0;
         at = close) {
        tr_buf text = {0};
        const tr_span inner = {at + 1, close - 1};
        if (!tr_latex_decode_all(p->x.t, inner, &text))
            build_note(p, inner, tr_latex_writing_in(p, at), where);
        else if (p->b.content->again || tr_decoded_is_text(tr_buf_text(&text), text.len))
            tr_build_attribute(&p->b, inner, tr_buf_text(&text), text.len,
                               tr_latex_writing_in(p, at), where);
        p->b.failed = p->b.failed || text.failed;
        tr_buf_free(&text);
    }
}

/* Builds what stands in brackets from byte `at` on, before n arguments in braces and between them,
 * as texts, unless it is options. */
static void build_short(tr_latex_paper *p, size_t at, size_t n, size_t end, const char *where)
{
    size_t behind;

    while (at < end && tr_ascii_is_one_of(p->x.t[at], n ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, at, end)) > 0) {
        const bool brackets = p->x.t[at] == '[';
        if (brackets && !tr_latex_has_options(p, (tr_span){at + 1, behind - 1}))
            tr_latex_build_group(p, at, behind, where);
        n -= !brackets;
        at = behind;
    }
}

/* A macro whose last argument is text. */
static void build_text_macro(tr_latex_paper *p, enum tr_latex_kind kind, const char *name,
                             size_t args, size_t n, size_t end)
{
    const char *const where = where_of(name);
    const size_t group = tr_latex_end_of_arguments(&p->x, args, end, n);
    const bool has_group = group < end && p->x.t[group] == '{';
    const size_t behind = has_group ? tr_latex_end_of_group(&p->x, group, end) : 0;

    if (!behind) {
        tr_latex_keep(p, group);
    } else if (kind == TR_LATEX_MARK) {
        p->x.searched += behind - group; /* what stands in the group is searched again */
        tr_build_open(&p->b, (tr_span){p->at, group + 1}, "{", 1);
        p->at = group + 1;
    } else if (kind == TR_LATEX_NOTE && !is_between_sentences(p, p->at, behind, end)) {
        keep_note(p, tr_latex_has_short(name) ? args : group, behind, where);
    } else if (p->depth == TR_LATEX_DEEPEST) {
        tr_latex_keep_point(p, behind);
    } else {
        if (tr_latex_has_short(name)) build_short(p, args, n, end, where);
        tr_latex_build_group(p, group, behind, where);
        if (kind == TR_LATEX_BLOCK && !tr_latex_has_short(name))
            tr_latex_keep(p, tr_latex_end_of_arguments(&p->x, p->at, end, 0));
    }
}

enum { MOST_ARGUMENTS = 9 };

/* The arguments in braces of a macro that is not known, and which of them are words. */
typedef struct unknown_arguments {
    tr_span groups[MOST_ARGUMENTS];
    bool is_words[MOST_ARGUMENTS];
    size_t n, n_words, behind;
} unknown_arguments;

static unknown_arguments read_arguments(tr_latex_paper *p, const char *name, size_t args,
                                        size_t end)
{
    unknown_arguments a = {.behind = args};
    size_t behind;

    while (a.behind < end &&
           tr_ascii_is_one_of(p->x.t[a.behind], a.n < MOST_ARGUMENTS ? "[{" : "[") &&
           (behind = tr_latex_end_of_group(&p->x, a.behind, end)) > 0) {
        const tr_span group = {a.behind, behind};
        a.behind = behind;
        if (p->x.t[group.begin] == '[') continue;
        a.is_words[a.n] = !tr_latex_is_name(name) && tr_latex_is_words(p, group);
        a.n_words += a.is_words[a.n];
        a.groups[a.n++] = group;
    }
    /* Its second argument is the first one without formulas and fonts. */
    if (!strcmp(name, "texorpdfstring") && a.n == 2 && a.is_words[1] && !a.is_words[0]) {
        a.is_words[0] = true;
        a.n_words++;
    }
    return a;
}

/* True if nothing but bytes [at] is on their lines. */
static bool has_own_lines(const tr_latex_paper *p, tr_span at, size_t end)
{
    const size_t line = tr_skip_back(p->x.t, 0, at.begin, tr_ascii_is_blank);
    const size_t next = tr_skip(p->x.t, at.end, end, tr_ascii_is_blank);
    return (!line || tr_ascii_is_line_end(p->x.t[line - 1])) &&
           (next == end || tr_ascii_is_line_end(p->x.t[next]));
}

/* Any other macro stays with its arguments, but for words.  Words in the last argument alone are in
 * a mark of the sentence; words in several, and in a macro that stands alone, are texts. */
static void build_code_macro(tr_latex_paper *p, const char *name, size_t args, size_t end)
{
    const unknown_arguments a = read_arguments(p, name, args, end);
    const bool is_last = a.n_words == 1 && a.is_words[a.n - 1];
    size_t behind = a.behind;

    if (is_last && (a.n == 1 || !has_own_lines(p, (tr_span){p->at, behind}, end))) {
        const size_t text = a.groups[a.n - 1].begin + 1;
        tr_build_open(&p->b, (tr_span){p->at, text}, "{", 1);
        p->at = text;
    } else if (a.n_words && p->depth < TR_LATEX_DEEPEST) {
        for (size_t i = 0; i < a.n; i++)
            if (a.is_words[i]) tr_latex_build_group(p, a.groups[i].begin, a.groups[i].end, "p");
        tr_latex_keep(p, behind);
    } else {
        if (tr_starts_with(p->x.t, behind, end, "\\ ")) behind += 2;
        tr_latex_keep_code(p, behind);
    }
}

static void build_macro(tr_latex_paper *p, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];
    size_t n;

    const size_t args =
        tr_latex_end_of_overlay(p->x.t, tr_latex_name(&p->x, p->at, end, name), end);
    const enum tr_latex_kind kind = tr_latex_kind_of(name, &n);
    const size_t value = tr_skip(p->x.t, args, end, tr_ascii_is_blank);
    if (kind == TR_LATEX_LINE || (*name && value < end && p->x.t[value] == '='))
        tr_latex_keep(p, tr_line_end(p->x.t, args, end));
    else if (kind == TR_LATEX_VERBATIM)
        build_verbatim(p, args, n, end);
    else if (kind == TR_LATEX_BREAK)
        build_break(p, name, args, end);
    else if (kind == TR_LATEX_POINT)
        tr_latex_keep_point(p, tr_latex_end_of_arguments(&p->x, args, end, 1));
    else if (kind != TR_LATEX_CODE)
        build_text_macro(p, kind, name, args, n, end);
    else if (is_at(p, end, "\\\\"))
        tr_latex_keep(p, tr_latex_end_of_arguments(&p->x, args, end, 0));
    else
        build_code_macro(p, name, args, end);
}

/* ---- All ---- */

/* A comment and the line end behind it show nothing. */
static void build_comment(tr_latex_paper *p, size_t end)
{
    const size_t line = tr_line_end(p->x.t, p->at, end);
    const size_t behind = tr_after_line_end(p->x.t, line, end);

    if (behind < end && tr_ascii_is_line_end(p->x.t[behind]))
        tr_latex_keep(p, line);
    else
        tr_latex_keep_point(p, behind);
}

/* A line end is a blank; an empty line ends a paragraph. */
static void build_line_end(tr_latex_paper *p, size_t end)
{
    const size_t next = tr_skip(p->x.t, p->at, end, tr_ascii_is_space);
    const size_t line = tr_after_line_end(p->x.t, p->at, end);
    const size_t text = tr_skip(p->x.t, line, end, tr_ascii_is_blank);

    if (text < end && tr_ascii_is_line_end(p->x.t[text]))
        tr_latex_keep(p, next);
    else
        tr_build_text(&p->b, (tr_span){p->at, next}, " ", 1);
    p->at = next;
}

/* "{\em text}", "{\bfseries\itshape text}" and "{text}". */
static void open_group(tr_latex_paper *p, size_t end)
{
    static const char fonts[] =
        " em bf it sc sl sf rm bfseries mdseries itshape slshape scshape upshape rmfamily sffamily "
        "normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge ";
    char name[TR_LATEX_NAME_SIZE];
    size_t text = p->at + 1;

    while (text < end && p->x.t[text] == '\\') {
        const size_t behind = tr_latex_name(&p->x, text, end, name);
        if (!tr_markup_listed(fonts, name)) break;
        text = tr_skip(p->x.t, behind, end, tr_ascii_is_blank);
    }
    tr_build_open(&p->b, (tr_span){p->at, text}, "{", 1);
    p->at = text;
}

static void close_group(tr_latex_paper *p)
{
    tr_build_close(&p->b, (tr_span){p->at, p->at + 1}, "{", 1);
    p->at++;
}

static void build_letter(tr_latex_paper *p)
{
    tr_build_raw_text(&p->b, (tr_span){p->at, p->at + 1});
    p->at++;
}

static bool build_sign(tr_latex_paper *p, size_t end)
{
    tr_buf means = {0};
    const size_t n = tr_latex_decode(p->x.t, p->at, end, &means);

    if (n) tr_build_text(&p->b, (tr_span){p->at, p->at + n}, tr_buf_text(&means), means.len);
    p->b.failed = p->b.failed || means.failed;
    p->at += n;
    tr_buf_free(&means);
    return n > 0;
}

static bool build_formula(tr_latex_paper *p, size_t end)
{
    bool is_display;
    const size_t behind = tr_latex_end_of_formula(&p->x, p->at, end, &is_display);

    if (behind && is_display) tr_latex_keep(p, behind);
    if (behind && !is_display) tr_latex_keep_code(p, behind);
    return behind > 0;
}

static void build_next(tr_latex_paper *p, size_t end)
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
        tr_latex_keep(p, p->at + 1);
    else
        build_letter(p);
}

static void build(tr_latex_paper *p, size_t end)
{
    while (p->at < end && !p->b.failed)
        build_next(p, end);
}

/* Before the document, titles and the like are text, and nothing else. */
static void build_preamble(tr_latex_paper *p, size_t end)
{
    char name[TR_LATEX_NAME_SIZE];

    while (p->at < end && !p->b.failed) {
        const char c = p->x.t[p->at];
        size_t n, behind = p->at + 1;
        if (c == '%') behind = tr_line_end(p->x.t, p->at, end);
        if (c == '\\') behind = tr_latex_name(&p->x, p->at, end, name);
        if (c != '\\' || !tr_latex_is_preamble_text(name))
            p->at = behind;
        else if (tr_latex_kind_of(name, &n) == TR_LATEX_BREAK)
            build_break(p, name, behind, end);
        else
            build_text_macro(p, TR_LATEX_BLOCK, name, behind, n, end);
    }
}

int tr_read_latex(tr_content *d, tr_error *err)
{
    static const char begin[] = "\\begin{document}", end[] = "\\end{document}";
    tr_latex_paper p = {.build = build, .x = {.t = d->bytes, .size = d->size}, .at = d->begin};

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
    if (!d->again) tr_latex_keep_list(&p);
    tr_buf_free(&p.codes);
    return tr_builder_end(&p.b, err);
}
