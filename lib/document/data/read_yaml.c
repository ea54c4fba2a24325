#include "document/data/read_yaml.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/data/build_value.h"
#include "document/data/yaml_block.h"
#include "document/keys/key_patterns.h"
#include "document/keys/value_kinds.h"
#include "document/segment/decoded.h"
#include "document/segment/wrap.h"

enum { MAX_DEPTH = 1000 };

typedef struct yaml_reading {
    tr_content *content;
    tr_builder *b;
    tr_decoded value;
    bool is_mapping[MAX_DEPTH]; /* of the collections that are open */
    bool is_key[MAX_DEPTH];     /* a key comes next in it */
    size_t depth;
    size_t flow_depth;          /* of them, levels in brackets or braces */
    tr_span part;               /* of the document: bytes that are YAML */
    size_t characters, bytes;   /* a place in it that is known in both */
    const char *keys;           /* "a,b": only values of these keys (key_patterns.h); NULL: all */
    tr_buf path;                /* keys, with a point between two */
    size_t path_len[MAX_DEPTH]; /* of the collections that are open */
    bool counting;              /* the first reading, which counts values and builds nothing */
    tr_value_kinds kinds;
} yaml_reading;

/* ---- Out ---- */

static const tr_escapes doubled = {{'\'', "''"}};

/* Words that are no strings without quotes. */
static bool is_keyword(const char *text, size_t len)
{
    return len && tr_list_beginning(" y n yes no on true false off null ", text, len) == len;
}

/* True if a plain scalar of these characters is itself (YAML 1.2, 7.3.3). */
static bool is_itself(const char *text, size_t len, bool in_flow)
{
    if (strchr("-?:,[]{}#&*!|>'\"%@`<= ", text[0])) return false; /* "" too */
    if (in_flow && text[strcspn(text, ",[]{}")]) return false;
    if (strchr(": ", text[len - 1]) || strstr(text, ": ") || strstr(text, " #")) return false;
    return !is_keyword(text, len);
}

static const tr_writing plain; /* outside of brackets and braces */

/* A plain scalar that would mean something else gets the quotes that need the fewest escapes. */
static void quote_plain(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const bool in_flow = to->writing != &plain;
    const bool is_double = !text[strcspn(text, "\"\\")];

    if (is_itself(text, len, in_flow)) {
        tr_buf_add(out, text, len);
        return;
    }
    tr_buf_add(out, is_double ? "\"" : "'", 1);
    tr_writing_escape(is_double ? tr_quoted_escapes : doubled, text, len, out);
    tr_buf_add(out, is_double ? "\"" : "'", 1);
}

/* Quotes a scalar of several lines, as wide as they were. */
static void quote_lines(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf line = {0};

    quote_plain(to, text, len, &line);
    if (!line.failed) tr_wrap_finish(to, tr_buf_text(&line), line.len, out);
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

static const tr_writing plain = {.finish = quote_plain};
static const tr_writing plain_in_flow = {.finish = quote_plain};
static const tr_writing single_quoted = {.escapes = doubled};
static const tr_writing double_quoted = {.escapes = tr_quoted_escapes};
static const tr_writing plain_lines = {.finish = quote_lines};
static const tr_writing single_quoted_lines = {.escapes = doubled, .finish = tr_wrap_finish};
static const tr_writing double_quoted_lines = {.escapes = tr_quoted_escapes,
                                               .finish = tr_wrap_finish};

/* ---- In ---- */

/* Returns the byte of character `n`.  The last place is remembered, because nearly all calls come
 * in order. */
static size_t byte_of_mark(yaml_reading *r, size_t n)
{
    const char *const text = r->content->bytes + r->part.begin;
    const size_t size = r->part.end - r->part.begin;

    if (n < r->characters) r->characters = r->bytes = 0;
    for (; r->characters < n && r->bytes < size; r->characters++) {
        r->bytes++;
        while (r->bytes < size && ((unsigned char)text[r->bytes] & 0xC0) == 0x80)
            r->bytes++;
    }
    return r->part.begin + r->bytes;
}

/* Reads the escape at text [len], after its backslash: its length, 0 if it is not known
 * (YAML 1.2, 5.7). */
static size_t read_yaml_escape(const char *text, size_t len, int32_t *c)
{
    static const struct escape {
        char name;
        int digits;
        int32_t means;
    } escapes[] = {{'n', 0, '\n'}, {'t', 0, '\t'}, {'"', 0, '"'},  {'\\', 0, '\\'},
                   {'/', 0, '/'},  {' ', 0, ' '},  {'_', 0, 0xA0}, {'e', 0, '\033'},
                   {'x', 2, 0},    {'u', 4, 0},    {'U', 8, 0}};

    for (size_t i = 0; len && i < sizeof escapes / sizeof *escapes; i++) {
        const struct escape *const e = &escapes[i];
        const size_t n = (size_t)e->digits;
        if (e->name != text[0]) continue;
        *c = e->means;
        if (!n) return 1;
        const int64_t number = tr_ascii_hex(text, 1, len, n);
        *c = (int32_t)number;
        return number >= 0 && number <= 0x10FFFF ? n + 1 : 0;
    }
    return 0;
}

/* The blanks from byte i on, which are one where a line ends in them.  *next: the byte after them.
 * False for an empty line, which ends a paragraph. */
static bool fold_line_end(yaml_reading *r, size_t i, size_t end, size_t *next)
{
    const char *const text = r->content->bytes;
    size_t n_ends = 0, at = i;

    for (; at < end && tr_ascii_is_space(text[at]); at++)
        n_ends += text[at] == '\n';
    *next = at;
    if (n_ends == 0)
        tr_decoded_add(&r->value, text + i, at - i, i);
    else
        tr_decoded_add(&r->value, " ", 1, i);
    return n_ends < 2;
}

/* The contents of a scalar at bytes [begin, end); false for an escape that is not read, and for
 * several paragraphs. */
static bool read_contents(yaml_reading *r, size_t begin, size_t end, yaml_scalar_style_t style)
{
    const char *const text = r->content->bytes;

    tr_decoded_clear(&r->value);
    for (size_t i = begin; i < end; i++) {
        const size_t at = i;
        if (tr_ascii_is_space(text[i])) {
            if (!fold_line_end(r, i, end, &i)) return false;
            i--;
            continue;
        }
        if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE && text[i] == '\\') {
            int32_t c;
            const size_t n = read_yaml_escape(text + i + 1, end - i - 1, &c);
            if (!n) return false;
            tr_decoded_add_character(&r->value, c, at);
            i += n;
            continue;
        }
        if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE && text[i] == '\'') i++;
        tr_decoded_add(&r->value, text + at, 1, at);
    }
    tr_decoded_end(&r->value, end);
    return !r->value.failed;
}

static bool has_line_end(const yaml_reading *r, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (r->content->bytes[i] == '\n' || r->content->bytes[i] == '\r') return true;
    return false;
}

/* Values of keys that were asked for are text if they look like it. */
static bool takes_yaml_text(const yaml_reading *r, const char *text, size_t len)
{
    if (r->keys) return tr_content_takes(r->content, text, len);
    return tr_value_kinds_take(&r->kinds, r->content, tr_buf_text(&r->path), text, len);
}

/* Past an anchor, "&name ", and a tag without a name, "! ", at byte `at`. */
static size_t behind_properties(const yaml_reading *r, size_t at, size_t end)
{
    const char *const text = r->content->bytes;

    while (at < end && tr_ascii_is_one_of(text[at], "&!")) {
        while (at < end && !tr_ascii_is_space(text[at]))
            at++;
        at = tr_skip(text, at, end, tr_ascii_is_space);
    }
    return at;
}

static const tr_writing *writing_of(const yaml_reading *r, yaml_scalar_style_t style, bool lines)
{
    if (style == YAML_SINGLE_QUOTED_SCALAR_STYLE)
        return lines ? &single_quoted_lines : &single_quoted;
    if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE)
        return lines ? &double_quoted_lines : &double_quoted;
    return lines ? &plain_lines : r->flow_depth ? &plain_in_flow : &plain;
}

/* The value of a scalar, as the document means it, is text. */
static bool takes_scalar(const yaml_reading *r, const yaml_event_t *e)
{
    return takes_yaml_text(r, (const char *)e->data.scalar.value, e->data.scalar.length);
}

static void read_block(yaml_reading *r, const yaml_event_t *e, tr_span at)
{
    const char *const value = (const char *)e->data.scalar.value;
    const size_t len = e->data.scalar.length;

    if (!takes_scalar(r, e)) return;
    if (tr_key_is_for_programs(tr_buf_text(&r->path))) return;
    if (!r->content->again && !tr_yaml_block_is_prose(value, len)) return;
    tr_build_where(r->b, "line %zu", e->start_mark.line + 1);
    if (!tr_build_yaml_block(r->b, at.begin, at.end)) r->content->n_passed++;
}

/* Plain or quoted. */
static void read_flow_scalar(yaml_reading *r, const yaml_event_t *e, tr_span at)
{
    const yaml_scalar_style_t style = e->data.scalar.style;
    const bool quoted = style != YAML_PLAIN_SCALAR_STYLE, lines = has_line_end(r, at.begin, at.end);

    if (quoted && (at.end - at.begin < 2 || !strchr("\"'", r->content->bytes[at.begin]))) return;
    const tr_span inner = {at.begin + quoted, at.end - quoted};
    if (!read_contents(r, inner.begin, inner.end, style)) {
        if (lines)
            r->content->n_passed += takes_scalar(r, e);
        else
            r->content->n_unread[TR_UNREAD_FORM]++;
        return;
    }
    const char *const text = tr_buf_text(&r->value.text);
    if (!quoted && is_keyword(text, r->value.text.len)) return;
    if (!takes_yaml_text(r, text, r->value.text.len)) return;
    if (!tr_decoded_is_valid(&r->value)) return;
    tr_build_where(r->b, "line %zu", e->start_mark.line + 1);
    r->b->writing = writing_of(r, style, lines);
    if (lines) tr_keep_yaml_lines(r->b, at);
    const size_t n = r->content->n_segments;
    tr_build_value(r->b, &r->value, true);
    r->b->extra = NULL;
    /* With its quotes: a plain scalar may get some. */
    tr_segment *const p = tr_content_only(r->content, n);
    if (!p) return;
    p->outer = at;
    r->b->failed = r->b->failed || !tr_content_change(r->content, p);
}

/* A scalar that is a value. */
static void read_scalar(yaml_reading *r, const yaml_event_t *e)
{
    const yaml_scalar_style_t style = e->data.scalar.style;
    tr_span at = {byte_of_mark(r, e->start_mark.index), byte_of_mark(r, e->end_mark.index)};

    if (e->data.scalar.tag && strcmp((const char *)e->data.scalar.tag, "!") != 0) {
        r->content->n_passed += takes_scalar(r, e);
        return;
    }
    if (e->data.scalar.anchor || e->data.scalar.tag)
        at.begin = behind_properties(r, at.begin, at.end);
    if (style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE)
        read_block(r, e, at);
    else
        read_flow_scalar(r, e, at);
}

/* True if the node that comes now is a key; the next one is the other. */
static bool take_turn(yaml_reading *r)
{
    if (!r->depth || !r->is_mapping[r->depth - 1]) return false;
    const bool key = r->is_key[r->depth - 1];
    r->is_key[r->depth - 1] = !key;
    return key;
}

static void cut_path(yaml_reading *r, size_t len)
{
    r->path.len = len;
    if (r->path.data) r->path.data[len] = '\0';
}

/* True if the options want the value at hand. */
static bool is_wanted_scalar(const yaml_reading *r)
{
    const tr_document_options *const o = r->content->options;
    const char *const path = tr_buf_text(&r->path);

    if (!r->keys) return tr_key_is_wanted(o, path);
    if (!tr_key_is_known(o, r->keys, path)) return false;
    return !o->not_keys || !tr_key_is_listed(o->not_keys, path);
}

/* Takes a key into the path, or reads a value. */
static void take_scalar(yaml_reading *r, const yaml_event_t *e)
{
    if (take_turn(r)) {
        cut_path(r, r->path_len[r->depth - 1]);
        if (r->path.len) tr_buf_add(&r->path, ".", 1);
        tr_buf_add(&r->path, e->data.scalar.value, e->data.scalar.length);
    } else if (is_wanted_scalar(r)) {
        if (r->counting)
            tr_value_kinds_count(&r->kinds, tr_buf_text(&r->path),
                                 (const char *)e->data.scalar.value, e->data.scalar.length);
        else
            read_scalar(r, e);
    }
}

static bool read_event(yaml_reading *r, const yaml_event_t *e)
{
    const bool mapping = e->type == YAML_MAPPING_START_EVENT;

    switch (e->type) {
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        take_turn(r);
        if (r->depth == MAX_DEPTH) return false;
        r->is_mapping[r->depth] = mapping;
        r->path_len[r->depth] = r->path.len;
        r->is_key[r->depth++] = mapping;
        r->flow_depth +=
            r->flow_depth || (mapping ? e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                                      : e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
        break;
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        cut_path(r, r->path_len[--r->depth]);
        r->flow_depth -= r->flow_depth > 0;
        break;
    case YAML_SCALAR_EVENT:
        take_scalar(r, e);
        break;
    case YAML_ALIAS_EVENT:
        take_turn(r);
        break;
    default:
        break;
    }
    return true;
}

static int refuse_yaml(yaml_reading *r, const yaml_parser_t *parser, tr_error *err)
{
    if (parser->error == YAML_MEMORY_ERROR) return tr_fail_memory(err);
    const char *const why = parser->problem ? parser->problem : "is not YAML";
    return tr_content_refuse(r->content, byte_of_mark(r, parser->problem_mark.index), why, err);
}

static int read_events(yaml_reading *r, yaml_parser_t *parser, tr_error *err)
{
    yaml_event_t e;

    for (bool more = true; more && !r->b->failed;) {
        if (!yaml_parser_parse(parser, &e)) return refuse_yaml(r, parser, err);
        more = e.type != YAML_STREAM_END_EVENT;
        const bool right = read_event(r, &e);
        const size_t start = e.start_mark.index;
        yaml_event_delete(&e);
        if (!right)
            return tr_content_refuse(r->content, byte_of_mark(r, start), "deeper than 1000 levels",
                                     err);
    }
    return TR_OK;
}

static int read_part(yaml_reading *r, bool counting, tr_error *err)
{
    const tr_content *const d = r->content;
    yaml_parser_t parser;

    if (!yaml_parser_initialize(&parser)) return tr_fail_memory(err);
    r->counting = counting;
    r->depth = r->flow_depth = 0;
    cut_path(r, 0);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)d->bytes + r->part.begin,
                                 r->part.end - r->part.begin);
    const int rc = read_events(r, &parser, err);
    yaml_parser_delete(&parser);
    return rc;
}

/* Builds the values of a part of the document: of `keys` alone, if there are some. */
static int parse_yaml(tr_builder *b, tr_span part, const char *keys, tr_error *err)
{
    yaml_reading *const r = calloc(1, sizeof *r);

    if (!r) return tr_fail_memory(err);
    r->content = b->content;
    r->b = b;
    r->keys = keys;
    r->part = part;
    int rc = keys ? TR_OK : read_part(r, true, err);
    if (rc == TR_OK) rc = read_part(r, false, err);
    tr_decoded_free(&r->value);
    r->b->failed = r->b->failed || r->path.failed;
    tr_buf_free(&r->path);
    free(r);
    return rc;
}

int tr_read_yaml(tr_content *d, tr_error *err)
{
    tr_builder b;

    tr_builder_init(&b, d, &plain);
    const int rc = parse_yaml(&b, (tr_span){d->begin, d->size}, NULL, err);
    const int built = tr_builder_end(&b, rc ? NULL : err);
    return rc ? rc : built;
}

void tr_build_yaml(tr_builder *b, tr_span part, const char *keys)
{
    const size_t n = b->content->n_segments;
    const int rc = parse_yaml(b, part, keys, NULL);

    b->failed = b->failed || rc == TR_ENOMEM;
    if (rc) tr_content_drop_from(b->content, n);
}
