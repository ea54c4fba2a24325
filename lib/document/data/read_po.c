#include "document/data/read_po.h"

#include <string.h>

#include "base/word_list.h"
#include "document/data/build_value.h"
#include "document/data/po_limit.h"
#include "document/markup/icu_message.h"
#include "document/markup/review.h"
#include "document/markup/separators.h"
#include "document/segment/decoded.h"
#include "language/language_data.h"

enum { MOST_FORMS = 6 };

/* A string, which may stand in several quotes. */
typedef struct po_string {
    tr_decoded value;
    tr_span raw; /* from its first quote to after its last */
    bool there;
} po_string;

typedef struct catalogue {
    tr_content *content;
    tr_builder b;
    size_t at, line;
    size_t entry; /* its first keyword */
    po_string context, id, plural, forms[MOST_FORMS];
    bool fuzzy, any_form;
    size_t most;    /* characters that a translation may have; 0: any (po_limit.h) */
    size_t n_forms; /* of the language, by Plural-Forms */
    const char *wrong;
} catalogue;

/* The bytes before and after the text in its msgid. */
typedef struct msgid_edges {
    tr_span before, after;
    size_t entry;          /* where the entry's first keyword is; 0: it is fuzzy already */
    tr_length_bound limit; /* most 0: none */
} msgid_edges;

/* ---- Out ---- */

/* Puts quotes around it, and the bytes that the msgid has around its text. */
static void finish_po_string(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const msgid_edges *const f = to->segment->extra;

    tr_buf_add(out, "\"", 1);
    tr_content_copy(to->content, f->before, out);
    tr_buf_add(out, text, len);
    tr_content_copy(to->content, f->after, out);
    tr_buf_add(out, "\"", 1);
}

static const tr_writing message = {.escapes = tr_quoted_escapes, .finish = finish_po_string};

/* ---- Entries ---- */

static void clear_entry(catalogue *c)
{
    po_string *const all[] = {&c->context, &c->id, &c->plural};
    for (size_t i = 0; i < 3; i++) {
        tr_decoded_clear(&all[i]->value);
        all[i]->there = false;
    }
    for (size_t i = 0; i < MOST_FORMS; i++) {
        tr_decoded_clear(&c->forms[i].value);
        c->forms[i].there = false;
    }
    c->fuzzy = c->any_form = false;
    c->most = 0;
}

/* Builds the text of a msgid; a line end in it is a gap. */
static void build_message(catalogue *c, const po_string *s, bool tags)
{
    po_string cut = *s;
    const size_t len = s->value.text.len;

    if (len > 2 && !memcmp(tr_buf_text(&s->value.text) + len - 2, "::", 2))
        cut.value.text.len--; /* what comes next is a listing to reStructuredText */
    tr_build_lines(&c->b, &cut.value, tags);
}

/* Adds a segment with the text of `from`; its translation replaces `to`. */
static void add_segment(catalogue *c, const po_string *from, const po_string *to)
{
    tr_content *const d = c->content;
    const size_t n = d->n_segments;
    msgid_edges *const f = TR_REGION_TAKE(&d->region, msgid_edges, 1);

    tr_build_where(&c->b, "line %zu", c->line);
    c->b.failed = c->b.failed || !f;
    if (c->b.failed || !tr_decoded_is_valid(&from->value)) return;
    tr_icu_choice choice;
    if (tr_icu_next_choice(tr_buf_text(&from->value.text), 0, from->value.text.len, &choice)) {
        d->n_passed++; /* its branches would be in the message, not beside it */
        return;
    }
    build_message(c, from, true);
    if (d->n_segments > n + 1) {
        tr_content_drop_from(d, n);
        build_message(c, from, false);
    }
    if (n && tr_content_segment(d, n - 1)->at.end > to->raw.begin) {
        tr_content_drop_from(d, n); /* plural forms in another order */
        return;
    }
    tr_segment *const p = tr_content_keep_one(d, n);
    if (!p) return;
    const size_t len = from->value.text.len;
    *f = (msgid_edges){{tr_decoded_where(&from->value, 0), p->at.begin},
                       {p->at.end, tr_decoded_where(&from->value, len)},
                       c->fuzzy ? 0 : c->entry,
                       {.most = c->most}};
    p->at = p->outer = to->raw;
    p->extra = f;
    c->b.failed = c->b.failed || !tr_content_change(d, p);
}

/* The number that "nplurals=" has in the header. */
static size_t count_forms(const char *header)
{
    const char *const n = strstr(header, "nplurals=");
    return n && n[9] >= '1' && n[9] <= '0' + MOST_FORMS ? (size_t)(n[9] - '0') : 2;
}

static bool is_header(const catalogue *c)
{
    return c->id.there && !c->id.value.text.len && !c->context.there;
}

/* What translators of GNOME's and GTK's catalogues are to write of their own. */
static bool is_for_translators(const tr_buf *id)
{
    static const char texts[] = " translator-credits translator_credits default:mm default:LTR ";
    return tr_list_has(texts, tr_buf_text(id), id->len);
}

/* An entry is translated if it is empty, or is fuzzy where fuzzy ones are asked for; if the
 * catalogue is read again, as it was the first time. */
static bool is_wanted(const catalogue *c, bool filled)
{
    const tr_document_options *const o = c->content->options;
    if (is_for_translators(&c->id.value.text)) return false;
    return c->fuzzy ? o && o->redo_fuzzy : !filled || c->content->again;
}

static void end_entry(catalogue *c)
{
    bool filled = false;

    for (size_t i = 0; i < MOST_FORMS; i++)
        filled = filled || c->forms[i].value.text.len;
    if (is_header(c) && c->forms[0].there)
        c->n_forms = count_forms(tr_buf_text(&c->forms[0].value.text));
    else if (c->id.there && c->any_form && is_wanted(c, filled))
        for (size_t i = 0; i < MOST_FORMS; i++) {
            if (!c->forms[i].there) continue;
            const bool plural = c->plural.there && (i > 0 || c->n_forms == 1);
            add_segment(c, plural ? &c->plural : &c->id, &c->forms[i]);
        }
    else if (c->id.there && c->any_form && filled)
        c->content->n_done++;
    clear_entry(c);
}

/* ---- Tokens ---- */

static char peek(const catalogue *c)
{
    return c->at < c->content->size ? c->content->bytes[c->at] : '\0';
}

static void skip_line(catalogue *c)
{
    while (c->at < c->content->size && peek(c) != '\n' && peek(c) != '\r')
        c->at++;
}

static bool begins_keyword(const catalogue *c, const char *word)
{
    const size_t n = strlen(word);
    return c->content->size - c->at >= n && !memcmp(c->content->bytes + c->at, word, n);
}

static void read_comment(catalogue *c)
{
    const size_t begin = c->at;

    if (c->any_form) end_entry(c);
    skip_line(c);
    if (begin + 1 >= c->content->size) return;
    if (c->content->bytes[begin + 1] == '~') c->fuzzy = false; /* an entry that is obsolete */
    if (c->content->bytes[begin + 1] != ',') return;
    const size_t most = tr_po_limit_read(c->content->bytes, (tr_span){begin, c->at});
    if (most) c->most = most;
    for (size_t i = begin; i + 5 <= c->at; i++)
        if (!memcmp(c->content->bytes + i, "fuzzy", 5)) c->fuzzy = true;
}

static bool read_po_escape(catalogue *c, po_string *s)
{
    static const char names[] = "abfnrtv\\\"?'", means[] = "\a\b\f\n\r\t\v\\\"?'";
    const size_t begin = c->at++;
    const char x = peek(c);
    const char *const name = x ? strchr(names, x) : NULL;

    if (name) {
        c->at++;
        tr_decoded_add(&s->value, means + (name - names), 1, begin);
        return true;
    }
    if (x == 'x' || (x >= '0' && x <= '7')) { /* a byte: it stays, and so does the entry */
        c->at++;
        tr_decoded_add(&s->value, "\0", 1, begin);
        return true;
    }
    return tr_note_wrong(&c->wrong, "no such escape");
}

static bool read_po_string(catalogue *c, po_string *s)
{
    if (!s->there) s->raw.begin = c->at;
    c->at++;
    for (;;) {
        const char x = peek(c);
        if (c->at >= c->content->size || x == '\n')
            return tr_note_wrong(&c->wrong, "a string does not end");
        if (x == '"') break;
        if (x == '\\') {
            if (!read_po_escape(c, s)) return false;
        } else {
            tr_decoded_add(&s->value, &x, 1, c->at++);
        }
    }
    tr_decoded_end(&s->value, c->at);
    s->raw.end = ++c->at;
    s->there = true;
    return true;
}

/* Reads a keyword; returns the string that it names, NULL if there is no such keyword. */
static po_string *read_keyword(catalogue *c)
{
    const bool context = begins_keyword(c, "msgctxt"), plural = begins_keyword(c, "msgid_plural");
    const bool id = !plural && begins_keyword(c, "msgid"), form = begins_keyword(c, "msgstr");

    if ((context || id) && c->any_form) end_entry(c);
    if (!context && !plural && !id && !form) return NULL;
    if (context || (id && !c->context.there)) c->entry = c->at;
    c->at += context ? 7 : plural ? 12 : id ? 5 : 6;
    if (!form) return context ? &c->context : plural ? &c->plural : &c->id;
    size_t k = 0;
    if (peek(c) == '[' && c->content->size - c->at > 2) {
        k = (size_t)(c->content->bytes[c->at + 1] - '0');
        c->at += 3;
    }
    c->any_form = true;
    return k < MOST_FORMS ? &c->forms[k] : NULL;
}

static bool read_po_tokens(catalogue *c)
{
    po_string *current = NULL;

    while (c->at < c->content->size && !c->b.failed) {
        const char x = peek(c);
        c->line += x == '\n';
        if (strchr(" \t\r\n\f", x) && x) {
            c->at++;
        } else if (x == '#') {
            read_comment(c);
        } else if (x == '"') {
            if (!current) return tr_note_wrong(&c->wrong, "a string without a keyword");
            if (!read_po_string(c, current)) return false;
        } else if (begins_keyword(c, "domain")) {
            skip_line(c);
        } else if (!(current = read_keyword(c))) {
            return tr_note_wrong(&c->wrong, "neither a keyword nor a string");
        } else if (current->there) {
            return tr_note_wrong(&c->wrong, "a keyword comes twice");
        }
    }
    end_entry(c);
    return true;
}

int tr_read_po(tr_content *d, tr_error *err)
{
    catalogue c = {.content = d, .n_forms = 2, .line = 1};

    tr_builder_init(&c.b, d, &message);
    c.at = d->begin;
    if (memchr(d->bytes, '\r', d->size) && !memchr(d->bytes, '\n', d->size))
        tr_note_wrong(&c.wrong, "lines end in carriage returns alone");
    else
        read_po_tokens(&c);
    const int rc = c.wrong ? tr_content_refuse(d, c.at, c.wrong, err) : TR_OK;
    tr_decoded_free(&c.context.value);
    tr_decoded_free(&c.id.value);
    tr_decoded_free(&c.plural.value);
    for (size_t i = 0; i < MOST_FORMS; i++)
        tr_decoded_free(&c.forms[i].value);
    const int built = tr_builder_end(&c.b, rc ? NULL : err);
    return rc ? rc : built;
}

/* ---- Templates ---- */

static const char placeholder[] = "nplurals=INTEGER; plural=EXPRESSION;";
static const char second_form[] = "msgstr[1] \"\"";

/* The line at byte `at`, with its end. */
static tr_span line_at(const tr_content *d, size_t at)
{
    const char *const feed = memchr(d->bytes + at, '\n', d->size - at);
    return (tr_span){at, feed ? (size_t)(feed - d->bytes) + 1 : d->size};
}

/* True if the line is an empty second form, and neither its string nor another form follows. */
static bool is_empty_form(const tr_content *d, tr_span line)
{
    const size_t n = sizeof second_form - 1;
    size_t end = line.end;

    while (end > line.begin && strchr(" \t\r\n", d->bytes[end - 1]))
        end--;
    return end - line.begin == n && !memcmp(d->bytes + line.begin, second_form, n) &&
           (line.end == d->size || d->bytes[line.end] != '"') &&
           !tr_starts_with(d->bytes, line.end, d->size, "msgstr[");
}

/* The number of forms that the header of a catalogue says; 2 where it says none. */
static size_t said_forms(const tr_content *d)
{
    const size_t at = tr_span_find(d->bytes, d->begin, d->size, "nplurals=");
    return at < d->size ? count_forms(d->bytes + at) : 2;
}

static bool lacks_forms(const tr_content *d)
{
    for (size_t at = d->begin; at < d->size; at = line_at(d, at).end)
        if (is_empty_form(d, line_at(d, at))) return true;
    return false;
}

/* Appends the second form of a plural, and the later ones; or none, if the language has one. */
static void put_forms(const tr_content *d, tr_span line, int n_forms, tr_buf *out)
{
    const size_t end = line.begin + sizeof second_form - 1;

    if (n_forms < 2) return;
    tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
    for (int i = 2; i < n_forms; i++) {
        if (end == line.end) tr_buf_add(out, "\n", 1);
        tr_buf_printf(out, "msgstr[%d] \"\"", i);
        tr_buf_add(out, d->bytes + end, line.end - end);
    }
}

/* Appends the document from byte `at` on with `n_forms` forms of empty plurals. */
static void put_all_forms(const tr_content *d, size_t at, int n_forms, tr_buf *out)
{
    for (size_t end; at < d->size; at = end) {
        const tr_span line = line_at(d, at);
        end = line.end;
        if (is_empty_form(d, line))
            put_forms(d, line, n_forms, out);
        else
            tr_buf_add(out, d->bytes + line.begin, line.end - line.begin);
    }
}

bool tr_prepare_po(const tr_content *d, tr_buf *out)
{
    const char *const language = d->options->target_language;
    const char *const field = language ? tr_language_data(language)->plurals.gettext : NULL;
    const size_t at = field ? tr_span_find(d->bytes, d->begin, d->size, placeholder) : d->size;
    const size_t behind = at + sizeof placeholder - 1;

    if (at == d->size) {
        const size_t n_forms = said_forms(d);
        if (n_forms == 2 || !lacks_forms(d)) return false;
        put_all_forms(d, 0, (int)n_forms, out);
        return true;
    }
    tr_buf_add(out, d->bytes, at);
    tr_buf_add_string(out, field);
    const tr_span rest = {behind, line_at(d, behind).end};
    tr_buf_add(out, d->bytes + rest.begin, rest.end - rest.begin);
    put_all_forms(d, rest.end, field[strlen("nplurals=")] - '0', out);
    return true;
}

/* ---- Review ---- */

size_t tr_po_unit(const tr_segment *p)
{
    const msgid_edges *const f = p->extra;
    return f->entry;
}

const tr_length_bound *tr_po_limit(const tr_segment *p)
{
    const msgid_edges *const f = p->extra;
    return f->limit.most ? &f->limit : NULL;
}

size_t tr_po_written_length(const tr_segment *p)
{
    return tr_po_length(p->written, p->written_len);
}

void tr_mark_review_po(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_review review = tr_review_begin(source, d, out);
    const bool carriage = *tr_content_line_end(source) == '\r';
    const tr_segment *p;

    while ((p = tr_review_next(&review))) {
        const msgid_edges *const f = p->extra;
        if (f->entry && !p->trusted)
            tr_review_put(&review, (tr_span){f->entry, f->entry},
                          carriage ? "#, fuzzy\r\n" : "#, fuzzy\n");
    }
    tr_review_end(&review);
}
