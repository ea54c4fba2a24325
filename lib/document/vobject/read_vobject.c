#include "document/vobject/read_vobject.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/data/build_value.h"
#include "document/keys/key_patterns.h"
#include "document/markup/language_code.h"
#include "document/markup/set_language.h"
#include "document/vobject/content_line.h"

enum { LONGEST_NAME = 60 };

/* A calendar or some cards that are being read. */
typedef struct vobject {
    tr_content *content;
    tr_builder b;
    bool is_card;
    tr_content_line line;
    tr_decoded value;
    tr_buf components; /* names of the open ones, with a point behind each name */
} vobject;

/* ---- Out ---- */

static void encode_text(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (tr_ascii_is_one_of(text[i], to->writing->signs)) tr_buf_add(out, "\\", 1);
        tr_buf_add(out, text + i, 1);
    }
}

static void encode_quoted(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (tr_ascii_is_one_of(text[i], to->writing->signs)) tr_buf_add(out, "\\", 1);
        if (c < ' ' || c > '~' || c == '=')
            tr_buf_printf(out, "=%02X", (unsigned)c);
        else
            tr_buf_add(out, text + i, 1);
    }
}

static const tr_writing new_text = {.encode = encode_text, .signs = "\\;,"};
static const tr_writing old_text = {.encode = encode_text, .signs = "\\;"};
static const tr_writing quoted_text = {.encode = encode_quoted, .signs = "\\;"};

/* ---- Values ---- */

/* The byte that bytes [*n] at byte i of the line's text stand for. */
static char byte_at(const tr_content_line *l, size_t i, size_t end, size_t *n)
{
    const char *const text = tr_buf_text(&l->text.text);
    const int64_t code = l->is_quoted && text[i] == '=' ? tr_ascii_hex(text, i + 1, end, 2) : -1;

    *n = code < 0 ? 1 : 3;
    return code < 0 ? text[i] : (char)code;
}

/* A line end is a blank in HTML. */
static void decode_value(vobject *v, tr_span part, bool is_html)
{
    const tr_content_line *const l = &v->line;
    tr_decoded *const out = &v->value;
    size_t n, n_next;

    tr_decoded_clear(out);
    for (size_t i = part.begin; i < part.end; i += n) {
        const size_t place = tr_decoded_where(&l->text, i);
        char c = byte_at(l, i, part.end, &n);
        if (c == '\\' && i + n < part.end) {
            c = byte_at(l, i + n, part.end, &n_next);
            n += n_next;
            if (c == 'n' || c == 'N') c = '\n';
        }
        if (is_html && tr_ascii_is_line_end(c)) c = ' ';
        tr_decoded_add(out, &c, 1, place);
    }
    tr_decoded_end(out, tr_decoded_where(&l->text, part.end));
}

/* True if no name goes on at byte `at`. */
static bool ends_name(const char *text, size_t at, size_t end)
{
    return at == end || tr_ascii_is_html_space(text[at]) || tr_ascii_is_one_of(text[at], "/>");
}

/* Where `stop` stands in text from byte `at` on, the end of a comment or an end tag; `end`:
 * nowhere. */
static size_t find_stop(const char *text, size_t at, size_t end, const char *stop)
{
    const size_t n = strlen(stop);

    for (; at < end; at++)
        if (end - at >= n && !strncasecmp(text + at, stop, n) &&
            (*stop != '<' || ends_name(text, at + n, end)))
            return at;
    return end;
}

/* Of text from byte `at` on, what of HTML is no text of a body: comments, and some elements. */
static tr_span next_hidden(const char *text, size_t at, size_t end)
{
    static const char *const hidden[][2] = {{"<!", ">"},
                                            {"<head", "</head"},
                                            {"<style", "</style"},
                                            {"<script", "</script"},
                                            {"<title", "</title"}};

    for (; (at = tr_find_byte(text, at, end, '<')) < end; at++) {
        for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
            const char *stop = tr_starts_with(text, at, end, "<!--") ? "-->" : hidden[i][1];
            const size_t n = strlen(hidden[i][0]);
            if (end - at < n || strncasecmp(text + at, hidden[i][0], n) != 0) continue;
            if (hidden[i][0][1] != '!' && !ends_name(text, at + n, end)) continue;
            return (tr_span){at, find_stop(text, at + n, end, stop)};
        }
    }
    return (tr_span){end, end};
}

/* Builds part of a value that is HTML. */
static void build_part(vobject *v, const tr_decoded *all, tr_span part)
{
    const char *const text = tr_buf_text(&all->text);
    tr_decoded piece = {0};

    for (size_t i = part.begin; i < part.end; i++)
        tr_decoded_add(&piece, text + i, 1, tr_decoded_where(all, i));
    tr_decoded_end(&piece, tr_decoded_where(all, part.end));
    v->b.failed = v->b.failed || piece.failed;
    if (piece.text.len && !v->b.failed) tr_build_plain_value(&v->b, &piece, true);
    tr_decoded_free(&piece);
}

static void build_html(vobject *v)
{
    const tr_decoded *const all = &v->value;
    const char *const text = tr_buf_text(&all->text);

    for (size_t at = 0; at < all->text.len;) {
        const tr_span hidden = next_hidden(text, at, all->text.len);
        build_part(v, all, (tr_span){at, hidden.begin});
        at = hidden.end;
    }
}

/* Builds a value, or one of a list. */
static void build_text(vobject *v, tr_span part, bool is_html)
{
    decode_value(v, part, is_html);
    v->b.failed = v->b.failed || v->value.failed;
    if (!v->value.text.len || v->b.failed) return;
    if (!tr_decoded_is_valid(&v->value))
        v->content->n_unread[tr_decoded_fault(&v->value)]++;
    else if (is_html)
        build_html(v);
    else
        tr_build_plain_value(&v->b, &v->value, true);
}

/* Builds the values of a list, which signs part that have no backslash before them. */
static void build_list(vobject *v)
{
    const char *const text = tr_buf_text(&v->line.text.text);
    const char *const signs = v->line.is_old ? ",;" : ",";
    const tr_span all = v->line.value;

    for (size_t begin = all.begin, i = begin; i <= all.end; i++) {
        if (i < all.end && text[i] == '\\')
            i++;
        else if (i == all.end || tr_ascii_is_one_of(text[i], signs)) {
            build_text(v, (tr_span){begin, i}, false);
            begin = i + 1;
        }
    }
}

/* ---- Properties ---- */

enum kind { NO_TEXT, TEXT, LABEL /* text that may be a name to programs */, LIST, HTML };

static const struct property {
    const char *name;
    enum kind kind;
    bool in_calendars, in_cards;
} properties[] = {
    {"SUMMARY", TEXT, true, false},      {"DESCRIPTION", TEXT, true, false},
    {"COMMENT", TEXT, true, false},      {"NAME", TEXT, true, false},
    {"X-WR-CALNAME", TEXT, true, false}, {"X-WR-CALDESC", TEXT, true, false},
    {"X-ALT-DESC", HTML, true, false},   {"STYLED-DESCRIPTION", HTML, true, false},
    {"CATEGORIES", LIST, true, true},    {"RESOURCES", LIST, true, false},
    {"NOTE", TEXT, false, true},         {"TITLE", LABEL, false, true},
    {"ROLE", LABEL, false, true},        {"EXPERTISE", LABEL, false, true},
    {"HOBBY", LABEL, false, true},       {"INTEREST", LABEL, false, true},
};

/* What the value of the property at hand is, by its name alone. */
static enum kind kind_of(const vobject *v)
{
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        const struct property *const p = &properties[i];
        if ((v->is_card ? p->in_cards : p->in_calendars) && tr_content_line_is(&v->line, p->name))
            return p->kind;
    }
    return NO_TEXT;
}

static bool parameter_is(const vobject *v, const char *name, const char *value)
{
    tr_span at;

    if (!tr_content_line_parameter(&v->line, name, &at)) return false;
    const char *const text = tr_buf_text(&v->line.text.text) + at.begin;
    return at.end - at.begin == strlen(value) && !strncasecmp(text, value, strlen(value));
}

/* True if the value says, by its parameters, that it is something else than text. */
static bool is_other(const vobject *v)
{
    tr_span at;

    return parameter_is(v, "VALUE", "URI") || parameter_is(v, "VALUE", "BINARY") ||
           parameter_is(v, "ENCODING", "BASE64") || parameter_is(v, "ENCODING", "B") ||
           (tr_content_line_parameter(&v->line, "CHARSET", &at) && v->line.is_quoted &&
            !parameter_is(v, "CHARSET", "UTF-8") && !parameter_is(v, "CHARSET", "US-ASCII"));
}

/* True if a parameter says another language than the source's. */
static bool is_foreign(const vobject *v)
{
    const char *const source = v->content->options->source_language;
    tr_span at;

    return source && *source && tr_content_line_parameter(&v->line, "LANGUAGE", &at) &&
           at.begin < at.end &&
           !tr_language_matches(tr_buf_text(&v->line.text.text) + at.begin, at.end - at.begin,
                                source);
}

/* Says where the property is, as "VEVENT.SUMMARY". */
static void set_where(vobject *v)
{
    const char *const components = tr_buf_text(&v->components);
    const char *const name = tr_buf_text(&v->line.text.text) + v->line.name.begin;
    const size_t n = v->line.name.end - v->line.name.begin;
    size_t begin = v->components.len ? v->components.len - 1 : 0;

    while (begin > 0 && components[begin - 1] != '.')
        begin--;
    tr_build_where(&v->b, "%s%.*s", components + begin, (int)(n < LONGEST_NAME ? n : LONGEST_NAME),
                   name);
}

static void read_property(vobject *v)
{
    const tr_document_options *const o = v->content->options;
    const tr_content_line *const l = &v->line;
    enum kind kind = kind_of(v);

    if (l->value.begin == l->value.end || is_foreign(v) || (kind == NO_TEXT && !o->keys)) return;
    set_where(v);
    if (v->b.failed || !tr_key_is_wanted(o, v->b.where)) return;
    if (is_other(v)) {
        v->content->n_passed++;
        return;
    }
    if (kind == TEXT && parameter_is(v, "FMTTYPE", "text/html")) kind = HTML;
    v->b.writing = l->is_quoted ? &quoted_text : l->is_old ? &old_text : &new_text;
    v->b.values_only = kind == LIST || kind == LABEL;
    if (kind == LIST)
        build_list(v);
    else
        build_text(v, l->value, kind == HTML);
}

/* ---- Components ---- */

static void open_component(vobject *v)
{
    const tr_span s = v->line.value;
    const size_t n = s.end - s.begin;

    for (size_t i = 0; i < n && i < LONGEST_NAME; i++) {
        const char c = tr_buf_text(&v->line.text.text)[s.begin + i];
        tr_buf_add(&v->components, c == '.' ? "-" : &c, 1);
    }
    tr_buf_add(&v->components, ".", 1);
}

static void close_component(vobject *v)
{
    size_t len = v->components.len;

    if (!len) return;
    for (len--; len > 0 && v->components.data[len - 1] != '.';)
        len--;
    v->components.len = len;
    v->components.data[len] = '\0';
}

/* ---- Documents ---- */

static bool begins_with(const char *bytes, size_t size, const char *line)
{
    const size_t at = tr_skip(bytes, 0, size, tr_ascii_is_space), n = strlen(line);
    return size - at > n && !strncasecmp(bytes + at, line, n);
}

bool tr_is_icalendar(const char *bytes, size_t size)
{
    return begins_with(bytes, size, "BEGIN:VCALENDAR");
}

bool tr_is_vcard(const char *bytes, size_t size)
{
    return begins_with(bytes, size, "BEGIN:VCARD");
}

static int read_vobject(tr_content *d, bool is_card, tr_error *err)
{
    vobject v = {.content = d, .is_card = is_card};

    if (!begins_with(d->bytes + d->begin, d->size - d->begin, "BEGIN:"))
        return tr_content_refuse(d, d->begin, "no line begins a calendar or a card", err);
    tr_builder_init(&v.b, d, &new_text);
    tr_content_line_start(&v.line, d->begin);
    while (!v.b.failed && tr_content_line_next(&v.line, d->bytes, d->size)) {
        if (tr_content_line_is(&v.line, "BEGIN"))
            open_component(&v);
        else if (tr_content_line_is(&v.line, "END"))
            close_component(&v);
        else
            read_property(&v);
        tr_build_break(&v.b, v.line.text_end);
    }
    v.b.failed = v.b.failed || v.line.text.failed || v.components.failed;
    tr_content_line_free(&v.line);
    tr_decoded_free(&v.value);
    tr_buf_free(&v.components);
    return tr_builder_end(&v.b, err);
}

int tr_read_icalendar(tr_content *d, tr_error *err)
{
    return read_vobject(d, false, err);
}

int tr_read_vcard(tr_content *d, tr_error *err)
{
    return read_vobject(d, true, err);
}

void tr_set_language_vobject(const tr_content *source, const tr_content *d, tr_buf *out)
{
    tr_setting s = tr_setting_begin(d, out);
    vobject v = {.is_card = tr_is_vcard(d->bytes + d->begin, d->size - d->begin)};
    tr_span code;

    (void)source;
    tr_content_line_start(&v.line, d->begin);
    while (tr_content_line_next(&v.line, d->bytes, d->size))
        if (kind_of(&v) != NO_TEXT && tr_content_line_parameter(&v.line, "LANGUAGE", &code)) {
            const tr_span raw = tr_content_line_raw(&v.line, code);
            if (raw.end - raw.begin == code.end - code.begin) tr_setting_replace(&s, raw);
        }
    out->failed = out->failed || v.line.text.failed;
    tr_content_line_free(&v.line);
    tr_setting_end(&s);
}
