#include "document/typeset/read_man.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/markup.h"
#include "document/segment/decoded.h"
#include "document/typeset/man_text.h"
#include "document/typeset/man_write.h"

/* Requests that begin what stays, up to the one that ends it or a section: a definition, which
 * holds sections, too, may name its end in its last argument; a part of mdoc ends within a line,
 * too. */
typedef struct code {
    const char *begin, *end;
    enum { DISPLAY, DEFINITION, PART } kind;
    int n_names; /* of a definition, before the name of its end */
} code;

static const code codes[] = {
    {"nf", "fi", DISPLAY, 0},    {"EX", "EE", DISPLAY, 0},   {"TS", "TE", DISPLAY, 0},
    {"EQ", "EN", DISPLAY, 0},    {"PS", "PE", DISPLAY, 0},   {"SY", "YS", DISPLAY, 0},
    {"Vb", "Ve", DISPLAY, 0},    {"ig", ".", DEFINITION, 0}, {"de", ".", DEFINITION, 1},
    {"de1", ".", DEFINITION, 1}, {"am", ".", DEFINITION, 1}, {"am1", ".", DEFINITION, 1},
    {"Rs", "Re", PART, 0},       {"Bk", "Ek", PART, 0},      {"Oo", "Oc", PART, 0},
    {"Fo", "Fc", PART, 0},       {"Xo", "Xc", PART, 0}};
static const code literal = {"Bd", "Ed", DISPLAY, 0};

/* Requests of a sentence in mdoc, each with blanks around it. */
static const char inlines[] =
    " Ad An Ar Bx Cd Cm Dv Er Ev Fa Fl Fn Fx Ft Ic In Li Lb Lk Ms Mt Nm Nx Ox Pa Ql St Sx Sy Em Tn "
    "Ux Va Vt Xr Dq Sq Qq Pq Aq Bq Brq Op No Ns At Bsx Pf "
    "Ao Bo Bro Do Eo Fo Oo Po Qo So Ac Bc Brc Dc Ec Fc Oc Pc Qc Sc ";

typedef struct page {
    tr_man_text m;
    bool is_mdoc;
    size_t text_end;       /* where the text of the paragraph ends that goes on; 0: none does */
    bool no_blank;         /* "\c" ends it: no blank is between it and the next line */
    bool is_link_whole;    /* the next line ends it */
    bool is_tag, is_title; /* the next line is a tag, or a heading */
    bool is_set_off;       /* it is in a font of its own */
    bool in_name, in_synopsis;
    size_t n_sections;
    bool is_about; /* the text behind the sign of the name has begun */
} page;

static const tr_man_place flowed = {.wrap = {.again = "\n", .width = 78}};
static const tr_man_place flowed_mdoc = {.wrap = {.again = "\n", .width = 78}, .is_mdoc = true};
static const tr_man_place one_line = {.wrap = {0}};
static const tr_man_place one_line_mdoc = {.is_mdoc = true};

static void begin_block(page *p, size_t at, const char *where, unsigned kind)
{
    tr_build_break(&p->m.b, at);
    p->m.b.where = where;
    p->m.b.kind = kind;
    p->m.b.extra =
        kind ? (p->is_mdoc ? &one_line_mdoc : &one_line) : (p->is_mdoc ? &flowed_mdoc : &flowed);
    p->m.font_open = p->m.size_open = false;
    p->text_end = 0;
    p->no_blank = false;
}

static void end_paragraph(page *p, size_t at)
{
    begin_block(p, at, "p", 0);
}

/* The blank between the text of a line and the text before it. */
static void join(page *p, size_t begin)
{
    if (p->text_end) tr_build_text(&p->m.b, (tr_span){p->text_end, begin}, " ", !p->no_blank);
    p->no_blank = false;
}

/* ---- What stays ---- */

static bool is_heading(const tr_roff_line *l)
{
    return l->is_request && tr_markup_listed(" SH SS Sh Ss ", l->name);
}

/* The byte after the lines up to the request that ends them, or before the section behind them. */
static size_t behind_display(const page *p, const tr_roff_line *first, const char *end)
{
    size_t at = first->next;

    while (at < p->m.size) {
        const tr_roff_line l = tr_roff_line_read(p->m.t, p->m.size, at);
        if (is_heading(&l)) break;
        at = l.next;
        if (l.is_request && !strcmp(l.name, end)) break;
    }
    return at;
}

static bool is_at(const page *p, tr_span at, const char *word)
{
    const size_t n = strlen(word);
    return at.end - at.begin == n && !memcmp(p->m.t + at.begin, word, n);
}

/* The byte after a definition; all that follows is of one that does not end, as roff has it. */
static size_t behind_definition(const page *p, const tr_roff_line *first, const code *c)
{
    size_t at = first->args;
    tr_span name = {0}, end = {0};
    int n = 0;

    while (n <= c->n_names && tr_roff_next_argument(p->m.t, &at, first->end, &name))
        if (n++ == c->n_names) end = name;
    for (at = first->next; at < p->m.size;) {
        const tr_roff_line l = tr_roff_line_read(p->m.t, p->m.size, at);
        at = l.next;
        if (l.is_request && (end.end ? is_at(p, end, l.name) : !strcmp(l.name, c->end))) break;
    }
    return at;
}

/* How many parts begin in a request, less the ends in it: mdoc calls what its arguments name. */
static int count_parts(const page *p, const tr_roff_line *l, const code *c)
{
    size_t at = l->args;
    int n = !strcmp(l->name, c->begin) - !strcmp(l->name, c->end);
    tr_span word;

    while (tr_roff_next_argument(p->m.t, &at, l->end, &word))
        n += is_at(p, word, c->begin) - is_at(p, word, c->end);
    return n;
}

/* The byte after a part of mdoc; 0 if it is of one line, or does not end near. */
static size_t behind_part(const page *p, const tr_roff_line *first, const code *c)
{
    enum { MOST_LINES = 50 };
    tr_roff_line l = *first;
    int depth = count_parts(p, &l, c);

    if (depth <= 0) return 0;
    for (int n = 0; depth > 0 && n < MOST_LINES && l.next < p->m.size; n++) {
        l = tr_roff_line_read(p->m.t, p->m.size, l.next);
        if (is_heading(&l)) return 0;
        if (l.is_request) depth += count_parts(p, &l, c);
    }
    return depth > 0 ? 0 : l.next;
}

static size_t behind_code(const page *p, const tr_roff_line *first, const code *c)
{
    if (c->kind == PART) return behind_part(p, first, c);
    return c->kind == DEFINITION ? behind_definition(p, first, c)
                                 : behind_display(p, first, c->end);
}

static size_t count(const page *p, const tr_roff_line *l, const char *what)
{
    size_t n = 0;
    for (size_t i = l->begin; (i = tr_span_find(p->m.t, i, l->end, what)) < l->end; i += 2)
        n++;
    return n;
}

/* The byte after a condition, whose lines may stand in braces. */
static size_t behind_condition(const page *p, const tr_roff_line *first)
{
    tr_roff_line l = *first;
    size_t n_open = count(p, &l, "\\{"), n_closed = count(p, &l, "\\}");

    while (n_open > n_closed && l.next < p->m.size) {
        l = tr_roff_line_read(p->m.t, p->m.size, l.next);
        n_open += count(p, &l, "\\{");
        n_closed += count(p, &l, "\\}");
    }
    return l.next;
}

/* The byte after what begins with a request and stays; 0 if it does not.  A part may begin in the
 * arguments of a request: ".It Fl a Xo". */
static size_t behind_what_stays(const page *p, const tr_roff_line *l)
{
    size_t end = 0;

    if (tr_markup_listed(" if ie el while ", l->name)) return behind_condition(p, l);
    for (size_t i = 0; i < sizeof codes / sizeof *codes && !end; i++)
        if (!strcmp(l->name, codes[i].begin) || (p->is_mdoc && codes[i].kind == PART))
            end = behind_code(p, l, &codes[i]);
    if (end) return end;
    if (!strcmp(l->name, "Bd") && (tr_span_find(p->m.t, l->args, l->end, "-literal") < l->end ||
                                   tr_span_find(p->m.t, l->args, l->end, "-unfilled") < l->end))
        return behind_code(p, l, &literal);
    return 0;
}

/* ---- Headings ---- */

static bool is_word(const page *p, tr_span at, const char *word)
{
    at = tr_roff_unquoted(p->m.t, at);
    return at.end - at.begin == strlen(word) && tr_starts_with(p->m.t, at.begin, at.end, word);
}

/* True if a section is the synopsis: in a translation, the one that is where the source has it. */
static bool is_synopsis(page *p, tr_span heading)
{
    tr_content *const d = p->m.b.content;
    size_t *const number = d->again ? NULL : TR_REGION_TAKE(&d->region, size_t, 1);

    if (d->again) return d->kept && *(const size_t *)d->kept == p->n_sections;
    if (!is_word(p, heading, "SYNOPSIS") || d->kept) return false;
    p->m.b.failed = p->m.b.failed || !number;
    if (number) *number = p->n_sections;
    d->kept = number;
    return true;
}

/* The text of a heading, but not the heading of the name, for programs look for it. */
static void build_heading(page *p, tr_span at, bool is_section)
{
    const tr_span line = tr_skip_around(p->m.t, at, tr_ascii_is_blank);

    p->in_name = is_section && is_word(p, line, "NAME");
    p->n_sections += is_section;
    p->in_synopsis = is_section && is_synopsis(p, line);
    p->is_about = p->is_title = false;
    begin_block(p, at.begin, is_section ? "h1" : "h2", 1);
    if (!p->in_name) {
        const bool quoted = line.begin < line.end && p->m.t[line.begin] == '"';
        const tr_span text = quoted ? tr_roff_unquoted(p->m.t, line) : line;
        tr_man_build_text(&p->m, text);
    }
    end_paragraph(p, at.end);
}

/* ---- Requests that show nothing ---- */

/* The first line behind such a request and others that follow it, of which *end is the end. */
static tr_roff_line behind_unseen(const page *p, const tr_roff_line *first, size_t *end)
{
    enum { MOST = 64 };
    tr_roff_line l = *first;

    for (int n = 0; n < MOST && l.is_request && tr_roff_is_unseen(p->m.t, &l); n++) {
        if (end) *end = l.end;
        if (l.next >= p->m.size) return (tr_roff_line){.begin = p->m.size, .end = p->m.size};
        l = tr_roff_line_read(p->m.t, p->m.size, l.next);
    }
    return l;
}

/* ---- Requests of mdoc ---- */

/* The arguments from behind which signs stand alone, each of which is text. */
static size_t begin_of_signs(const page *p, const tr_roff_line *l)
{
    size_t at = l->end;

    for (;;) {
        at = tr_skip_back(p->m.t, l->args, at, tr_ascii_is_blank);
        const bool alone = at > l->args && tr_ascii_is_blank(p->m.t[at - 2]);
        if (!alone || !tr_ascii_is_one_of(p->m.t[at - 1], ".,;:)?!]")) return at;
        at--;
    }
}

/* A request that is part of a sentence: it stays, signs behind it are text. */
static void build_inline(page *p, const tr_roff_line *l)
{
    const size_t signs = begin_of_signs(p, l);

    join(p, l->begin);
    tr_build_atom(&p->m.b, (tr_span){l->begin, signs});
    for (size_t i = signs, from = signs; i < l->end; i++)
        if (!tr_ascii_is_blank(p->m.t[i])) {
            tr_build_text(&p->m.b, (tr_span){from, i + 1}, p->m.t + i, 1);
            from = i + 1;
        }
    p->text_end = tr_skip_back(p->m.t, l->begin, l->end, tr_ascii_is_blank);
}

/* True if a request of mdoc is within a sentence: one that shows nothing is where the next line
 * goes on with it. */
static bool is_inline(const page *p, const tr_roff_line *l)
{
    if (tr_markup_listed(inlines, l->name)) return true;
    if (!p->text_end || !tr_roff_is_unseen(p->m.t, l)) return false;
    const tr_roff_line next = behind_unseen(p, l, NULL);
    return next.is_request ? tr_markup_listed(inlines, next.name) : next.begin < next.end;
}

static void read_mdoc_request(page *p, const tr_roff_line *l)
{
    const tr_span args = {l->args, l->end};

    if (!strcmp(l->name, "Nd")) {
        begin_block(p, l->args, "p", 0);
        tr_man_build_text(&p->m, args);
        end_paragraph(p, l->end);
    } else if (is_inline(p, l) && !p->in_name && !p->in_synopsis) {
        build_inline(p, l);
    } else {
        end_paragraph(p, l->begin);
    }
}

/* ---- Lines ---- */

static bool stays(const page *p)
{
    return p->in_synopsis || (p->in_name && !p->is_about);
}

/* True if it is not told what the arguments of a request for fonts are: they change their font
 * themselves, or have quotes among others. */
static bool is_unclear(const page *p, const tr_roff_line *l)
{
    const char *const t = p->m.t;
    const bool alternates = tr_roff_alternates(l->name);
    size_t at = l->args;
    tr_span first;

    if (tr_span_find(t, at, l->end, "\\f") < l->end) return true;
    if (alternates || tr_find_byte(t, at, l->end, '"') == l->end) return false;
    return tr_roff_next_argument(t, &at, l->end, &first) && at < l->end;
}

/* True if bytes [at] are words, not an option or the like. */
static bool is_prose(const page *p, tr_span at)
{
    const char *const t = p->m.t + at.begin;
    const size_t n = at.end - at.begin;

    for (size_t i = 0; i < n; i++)
        if (tr_ascii_is_one_of(t[i], "\\=<>|[]{}$_@")) return false;
    return n && !tr_ascii_is_one_of(*t, "-+./~%#:") && memchr(t, ' ', n) &&
           tr_decoded_is_text(t, n);
}

/* Appends what bytes [at] mean; false if an escape among them is code. */
static bool decode_words(const page *p, tr_span at, tr_buf *out)
{
    for (size_t i = at.begin, end; i < at.end; i = end) {
        const bool is_escape = p->m.t[i] == '\\';
        end = is_escape ? tr_roff_end_of_escape(p->m.t, i, at.end) : i + 1;
        if (is_escape && !tr_roff_decode(p->m.t, i, end, out)) return false;
        if (!is_escape) tr_buf_add(out, p->m.t + i, 1);
    }
    return true;
}

/* Builds bytes [at] of a line, a tag or the like, as a text of its own, if they are words. */
static void build_alone(page *p, const tr_roff_line *l, tr_span at, const char *where)
{
    tr_buf words = {0};

    begin_block(p, l->begin, where, 2);
    if ((p->m.b.content->again || is_prose(p, at)) && decode_words(p, at, &words)) {
        tr_build_point(&p->m.b, (tr_span){l->begin, l->end});
        tr_build_attribute(&p->m.b, at, tr_buf_text(&words), words.len, &tr_man_writing, where);
    }
    p->m.b.failed = p->m.b.failed || words.failed;
    tr_buf_free(&words);
    end_paragraph(p, l->end);
}

/* The tag of ".IP". */
static void build_tag(page *p, const tr_roff_line *l)
{
    size_t at = l->args;
    tr_span tag;

    if (tr_roff_next_argument(p->m.t, &at, l->end, &tag))
        build_alone(p, l, tr_roff_unquoted(p->m.t, tag), "dt");
}

/* A request for fonts: text, unless it is a tag that is code. */
static void read_fonts(page *p, const tr_roff_line *l)
{
    if (p->is_tag && tr_roff_alternates(l->name)) {
        end_paragraph(p, l->begin);
    } else if (p->is_tag) {
        build_alone(p, l, (tr_span){l->args, l->end}, "dt");
    } else {
        join(p, l->begin);
        tr_man_build_fonts(&p->m, l);
        p->text_end = l->end;
    }
    p->is_tag = false;
}

/* "\n.UE .", whose argument stands right behind the link. */
static void build_behind_link(page *p, const tr_roff_line *l)
{
    size_t at = l->args;
    tr_span argument;

    if (tr_roff_next_argument(p->m.t, &at, l->end, &argument)) {
        const tr_span text = tr_roff_unquoted(p->m.t, argument);
        tr_build_text(&p->m.b, (tr_span){l->args, text.begin}, "", 0);
        tr_man_build_text(&p->m, text);
    }
    p->text_end = l->end;
}

/* A link is a pair around the lines of its text; one without text shows its address. */
static void read_link(page *p, const tr_roff_line *l)
{
    const size_t stop = tr_skip_back(p->m.t, l->begin, l->args, tr_ascii_is_blank);
    const tr_roff_line next = tr_roff_line_read(p->m.t, p->m.size, l->next);

    if (tr_roff_ends_link(l->name)) {
        if (!p->is_link_whole) tr_build_close(&p->m.b, (tr_span){l->begin, stop}, "L", 1);
        p->is_link_whole = false;
        build_behind_link(p, l);
        return;
    }
    join(p, l->begin);
    if (next.is_request && tr_roff_ends_link(next.name)) {
        const size_t end = tr_skip_back(p->m.t, next.begin, next.args, tr_ascii_is_blank);
        p->is_link_whole = true;
        tr_build_atom(&p->m.b, (tr_span){l->begin, end});
        return;
    }
    tr_build_open(&p->m.b, (tr_span){l->begin, l->end}, "L", 1);
    p->text_end = 0;
}

static bool is_link(const page *p, const tr_roff_line *l)
{
    const bool in_text = !stays(p) && !p->is_title && !p->is_set_off && !p->is_tag;
    return in_text &&
           ((tr_roff_begins_link(l->name) && l->args < l->end) || tr_roff_ends_link(l->name));
}

/* True if a line is code: set in, with tabs, or a command behind a prompt. */
static bool is_code_line(const page *p, const tr_roff_line *l)
{
    const char *const t = p->m.t;
    return tr_ascii_is_blank(t[l->begin]) || tr_starts_with(t, l->begin, l->end, "$ ") ||
           tr_find_byte(t, l->begin, l->end, '\t') < l->end;
}

/* True if requests for fonts are text here, and none is set off. */
static bool is_flowing(const page *p)
{
    return !stays(p) && !p->is_title && !p->is_set_off;
}

/* Requests that show nothing are a point in the sentence around them; returns the byte after them,
 * 0 if there are none. */
static size_t read_unseen(page *p, const tr_roff_line *l)
{
    size_t end = l->end;

    if (p->is_mdoc || p->is_tag || !is_flowing(p) || !tr_roff_is_unseen(p->m.t, l)) return 0;
    const tr_roff_line next = behind_unseen(p, l, &end);
    join(p, l->begin);
    tr_build_point(&p->m.b, (tr_span){l->begin, end});
    p->text_end = 0;
    return next.begin;
}

static void read_request(page *p, const tr_roff_line *l)
{
    const bool is_section = !strcmp(l->name, "SH") || !strcmp(l->name, "Sh");
    const bool is_sub = !strcmp(l->name, "SS") || !strcmp(l->name, "Ss");

    if (is_section || is_sub) {
        end_paragraph(p, l->begin);
        p->is_title = l->args == l->end;
        p->is_tag = false;
        if (!p->is_title) build_heading(p, (tr_span){l->args, l->end}, is_section);
    } else if (p->is_mdoc) {
        read_mdoc_request(p, l);
    } else if (tr_roff_is_font(l->name) && l->args < l->end && !is_unclear(p, l) && is_flowing(p)) {
        read_fonts(p, l);
    } else if (is_link(p, l)) {
        read_link(p, l);
    } else {
        const bool is_comment = !l->name[0];
        end_paragraph(p, l->begin);
        p->is_set_off = tr_roff_is_font(l->name) && l->args == l->end;
        if (!strcmp(l->name, "IP") && !stays(p)) build_tag(p, l);
        p->is_tag = tr_markup_listed(" TP TQ ", l->name) || (p->is_tag && is_comment);
        p->is_title = p->is_title && is_comment;
    }
}

/* "name \- what it does" */
static void build_name(page *p, const tr_roff_line *l)
{
    static const char *const signs[] = {" \\- ", " \\(en ", " \\(em ", " - "};

    for (size_t i = 0; i < sizeof signs / sizeof *signs && !p->is_about; i++) {
        const size_t at = tr_span_find(p->m.t, l->begin, l->end, signs[i]);
        if (at == l->end) continue;
        p->is_about = true;
        begin_block(p, at + strlen(signs[i]), "p", 0);
        tr_man_build_text(&p->m, (tr_span){at + strlen(signs[i]), l->end});
        p->text_end = l->end;
    }
}

/* True if a line ends in "\c", which is an escape. */
static bool ends_in_c(const char *t, size_t begin, size_t end)
{
    size_t at = end;

    if (end < begin + 2 || t[end - 1] != 'c') return false;
    for (at = end - 1; at > begin && t[at - 1] == '\\';)
        at--;
    return (end - 1 - at) % 2 == 1;
}

static void read_text(page *p, const tr_roff_line *l)
{
    const char *const t = p->m.t;
    const bool is_code = is_code_line(p, l);

    if (p->is_title) {
        build_heading(p, (tr_span){l->begin, l->end}, true);
    } else if (p->is_tag || p->is_set_off) {
        if (!stays(p)) build_alone(p, l, (tr_span){l->begin, l->end}, p->is_tag ? "dt" : "p");
        p->is_tag = p->is_set_off = false;
    } else if (is_code || stays(p)) {
        end_paragraph(p, l->begin);
        if (p->in_name && !is_code) build_name(p, l);
    } else {
        const size_t end = tr_skip_back(t, l->begin, l->end, tr_ascii_is_blank);
        const bool goes_on = ends_in_c(t, l->begin, end);
        join(p, l->begin);
        tr_man_build_text(&p->m, (tr_span){l->begin, end - (goes_on ? 2 : 0)});
        p->text_end = end - (goes_on ? 2 : 0);
        p->no_blank = goes_on;
    }
}

int tr_read_man(tr_content *d, tr_error *err)
{
    page p = {.m = {.t = d->bytes, .size = d->size}};

    tr_builder_init(&p.m.b, d, &tr_man_writing);
    p.is_mdoc = tr_starts_with(d->bytes, d->begin, d->size, ".Sh ") ||
                tr_span_find(d->bytes, d->begin, d->size, "\n.Sh ") < d->size;
    begin_block(&p, d->begin, "p", 0);
    for (size_t at = d->begin; at < d->size && !p.m.b.failed;) {
        const tr_roff_line l = tr_roff_line_read(d->bytes, d->size, at);
        const size_t behind = l.is_request ? behind_what_stays(&p, &l) : 0;
        const size_t unseen = l.is_request && !behind ? read_unseen(&p, &l) : 0;
        at = behind ? behind : unseen ? unseen : l.next;
        if (unseen) continue;
        if (behind)
            end_paragraph(&p, l.begin);
        else if (l.is_request)
            read_request(&p, &l);
        else if (l.begin == l.end)
            end_paragraph(&p, l.begin);
        else
            read_text(&p, &l);
    }
    return tr_builder_end(&p.m.b, err);
}

bool tr_is_man(const char *bytes, size_t size)
{
    size_t at = tr_span_skip(bytes, 0, size, "\r\n");

    if (at == size || !tr_ascii_is_one_of(bytes[at], ".'")) return false;
    while (at < size) {
        const tr_roff_line l = tr_roff_line_read(bytes, size, at);
        if (l.is_request && tr_markup_listed(" TH Dd ", l.name) && l.args < l.end) return true;
        at = l.next;
    }
    return false;
}
