#include "document/data/read_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "document/data/build_value.h"
#include "document/data/json_scan.h"
#include "document/keys/key_patterns.h"
#include "document/keys/value_kinds.h"
#include "document/segment/decoded.h"

enum { MAX_WHERE = 200 };

/* The way that a string is written. */
typedef struct style {
    char quote;
    bool ascii;
} style;

/* An object or an array that is open. */
typedef struct json_level {
    char close;            /* the bracket that ends it */
    size_t key;            /* length of the path without this level's key */
    bool fixed, all_fixed; /* the value at hand, or no value in it, is translated */
} json_level;

typedef struct json {
    tr_json_scan scan;
    tr_content *content;
    tr_builder b;
    json_level levels[TR_JSON_DEPTH];
    size_t depth;
    tr_buf path; /* keys, with a point between two */
    tr_decoded value;
    bool counting; /* the first reading, which counts keys and values, builds nothing */
    tr_value_kinds kinds;
    bool chrome;              /* messages of a WebExtension: only "message" is text */
    const style *styles;      /* of strings in double and in single quotes */
    size_t n_top, n_messages; /* keys of the uppermost object; keys "message" one level below */
} json;

/* ---- Strings out */

static void encode_json_string(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const style *const s = to->segment->extra;
    tr_json_write_in(s->quote, text, len, s->ascii, out);
}

static const tr_writing string = {.encode = encode_json_string};

/* ---- Values that are text */

static bool is_fixed(const json *j)
{
    return j->depth && j->levels[j->depth - 1].fixed;
}

static bool ends_in_key(const json *j, const char *key)
{
    const char *const path = tr_buf_text(&j->path), *const point = strrchr(path, '.');
    return !strcmp(point ? point + 1 : path, key);
}

static bool take_json_string(json *j)
{
    const size_t len = j->value.text.len;
    const char *const text = tr_buf_text(&j->value.text), *const path = tr_buf_text(&j->path);

    if (is_fixed(j) || !tr_key_is_wanted(j->content->options, path)) return true;
    if (j->counting) {
        tr_value_kinds_count(&j->kinds, path, text, len);
        return true;
    }
    if (j->chrome && !ends_in_key(j, "message")) return true;
    if (!tr_value_kinds_take(&j->kinds, j->content, path, text, len)) return true;
    tr_build_where(&j->b, "%.*s", MAX_WHERE, path);
    if (j->value.failed) return j->b.failed = true;
    if (!tr_decoded_is_valid(&j->value))
        j->content->n_unread[tr_decoded_fault(&j->value)]++;
    else
        tr_build_value(&j->b, &j->value, true);
    return true;
}

/* ---- Structure */

static bool open_level(json *j)
{
    const char close = tr_json_peek(&j->scan) == '{' ? '}' : ']';
    const bool fixed = is_fixed(j) || (j->chrome && ends_in_key(j, "placeholders"));

    if (j->depth == TR_JSON_DEPTH) return tr_json_fail(&j->scan, "deeper than 1000 levels");
    j->levels[j->depth++] = (json_level){close, j->path.len, fixed, fixed};
    j->scan.at++;
    return true;
}

static bool read_key(json *j)
{
    json_level *const l = &j->levels[j->depth - 1];

    if (!tr_json_key(&j->scan, &j->value)) return false;
    j->path.len = l->key;
    if (j->path.data) j->path.data[l->key] = '\0';
    if (j->path.len) tr_buf_add(&j->path, ".", 1);
    tr_buf_add(&j->path, tr_buf_text(&j->value.text), j->value.text.len);
    l->fixed = l->all_fixed || (j->value.text.len && j->value.text.data[0] == '@');
    j->n_top += j->depth == 1;
    j->n_messages += j->depth == 2 && !strcmp(tr_buf_text(&j->value.text), "message");
    return true;
}

/* Goes from the end of a value, or from the beginning of a level (`first`), past the ends of
 * levels, a comma and a key to the next value.  *more: there is one. */
static bool read_ends(json *j, bool first, bool *more)
{
    for (*more = false; j->depth; first = false) {
        const json_level *const l = &j->levels[j->depth - 1];
        if (!tr_json_next(&j->scan, l->close, first, more)) return false;
        if (*more) return l->close == ']' || read_key(j);
        j->path.len = l->key;
        if (j->path.data) j->path.data[l->key] = '\0';
        j->depth--;
    }
    return true;
}

/* Reads a value and all values in it. */
static bool read_json_member(json *j)
{
    for (bool more = true; more;) {
        const char c = tr_json_peek(&j->scan);
        const bool opens = c == '{' || c == '[';
        if (opens) {
            if (!open_level(j)) return false;
        } else if (tr_json_begins_string(&j->scan)) {
            j->b.extra = &j->styles[c == '\''];
            if (!tr_json_string(&j->scan, &j->value) || !take_json_string(j)) return false;
        } else if (!tr_json_word(&j->scan)) {
            return false;
        }
        if (!read_ends(j, opens, &more)) return false;
    }
    return true;
}

static bool begin_reading(json *j, tr_content *d, tr_error *err)
{
    style *const styles = TR_REGION_TAKE(&d->region, style, 2);
    *j = (json){.content = d, .scan = {.text = d->bytes, .end = d->size}};
    tr_builder_init(&j->b, d, &string);
    if (!styles) return tr_fail_memory(err) == 0;
    const bool ascii = tr_json_is_ascii(d->bytes, d->size);
    styles[0] = (style){'"', ascii};
    styles[1] = (style){'\'', ascii};
    j->styles = styles;
    j->scan.at = d->begin;
    return true;
}

/* Reads the value at byte `at`; nothing may follow it. */
static bool read_json_value(json *j, size_t at)
{
    j->scan.at = at;
    j->depth = 0;
    tr_buf_clear(&j->path);
    tr_json_skip_blanks(&j->scan);
    if (!read_json_member(j)) return false;
    tr_json_skip_blanks(&j->scan);
    return j->scan.at == j->scan.end || tr_json_fail(&j->scan, "something follows the value");
}

static bool is_blank_line(json *j, size_t at)
{
    j->scan.at = at;
    tr_json_skip_blanks(&j->scan);
    return j->scan.at == j->scan.end;
}

/* A line that is no value has no segments. */
static void read_json_line(json *j, size_t at, size_t end)
{
    const size_t n = j->content->n_segments;

    j->scan.end = end;
    j->scan.wrong = NULL;
    if (j->counting) {
        read_json_value(j, at);
        return;
    }
    tr_build_break(&j->b, at);
    const bool right = read_json_value(j, at);
    tr_build_break(&j->b, end);
    if (right || is_blank_line(j, at)) return;
    tr_content_drop_from(j->content, n);
    j->content->n_unread[TR_UNREAD_FORM]++;
}

static void read_json_lines(json *j, bool counting)
{
    const tr_content *const d = j->content;

    j->counting = counting;
    for (size_t at = d->begin, end; at < d->size && !j->b.failed; at = end + 1) {
        end = tr_find_byte(d->bytes, at, d->size, '\n');
        read_json_line(j, at, end);
    }
}

/* Reads one value. */
static int read_whole(json *j, tr_error *err)
{
    const size_t at = j->scan.at;

    j->counting = true;
    const bool right = read_json_value(j, at);
    j->counting = false;
    j->chrome = j->n_top > 0 && j->n_messages == j->n_top;
    if (right) read_json_value(j, at);
    return j->scan.wrong ? tr_content_refuse(j->content, j->scan.at, j->scan.wrong, err) : TR_OK;
}

static int read_values(tr_content *d, bool lines, bool five, tr_error *err)
{
    json *const j = malloc(sizeof *j);
    int rc = TR_OK;

    if (!j || !begin_reading(j, d, err)) {
        free(j);
        return tr_fail_memory(err);
    }
    j->scan.five = five;
    j->scan.comments = !lines && tr_json_has_comments(d->bytes, d->size);
    if (lines) read_json_lines(j, true);
    if (lines) read_json_lines(j, false);
    if (!lines) rc = read_whole(j, err);
    tr_buf_free(&j->path);
    tr_decoded_free(&j->value);
    const int built = tr_builder_end(&j->b, rc ? NULL : err);
    free(j);
    return rc ? rc : built;
}

int tr_read_json(tr_content *d, tr_error *err)
{
    return read_values(d, false, false, err);
}

int tr_read_jsonl(tr_content *d, tr_error *err)
{
    return read_values(d, true, false, err);
}

int tr_read_json5(tr_content *d, tr_error *err)
{
    return read_values(d, false, true, err);
}
