#include "document/read_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "document/build_value.h"
#include "document/key_list.h"
#include "document/values.h"

enum { MAX_DEPTH = 1000, MAX_WHERE = 200 };

/* A value that is open: an object or an array. */
typedef struct level {
    char close;            /* what ends it */
    size_t key;            /* length of the path without this level's key */
    bool fixed, all_fixed; /* the value at hand, or no value in it, is translated */
} level;

typedef struct json {
    tr_doc *doc;
    tr_builder b;
    size_t at, end;
    level levels[MAX_DEPTH];
    size_t depth;
    tr_buf path; /* keys, with a point between two */
    tr_value value;
    bool counting;            /* of keys only, to find out whether it is */
    bool chrome;              /* of a WebExtension: only "message" is text */
    size_t n_top, n_messages; /* keys of the value, keys "message" in them */
    const char *wrong;        /* what is wrong at `at`; NULL: nothing */
} json;

/* ---- Strings out */

static bool is_ascii(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] >= 0x80) return false;
    return true;
}

static void add_unicode(int32_t c, tr_buf *out)
{
    if (c >= 0x10000)
        tr_buf_printf(out, "\\u%04x\\u%04x", 0xD800 + (((unsigned)c - 0x10000) >> 10),
                      0xDC00 + (((unsigned)c - 0x10000) & 0x3FF));
    else
        tr_buf_printf(out, "\\u%04x", (unsigned)c);
}

/* As the document has it: all in ASCII, or not. */
static void encode(const tr_doc *d, const tr_piece *p, const char *text, size_t len, tr_buf *out)
{
    const bool ascii = *(const bool *)p->extra;
    int32_t c;

    (void)d;
    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == '"' || c == '\\')
            tr_buf_printf(out, "\\%c", (char)c);
        else if (ascii && c >= 0x80)
            add_unicode(c, out);
        else
            tr_buf_add(out, text + i, n);
    }
}

static const tr_writing string = {.encode = encode};

/* ---- Reading */

static char peek(const json *j)
{
    return j->at < j->end ? j->doc->content[j->at] : '\0';
}

static void skip_blanks(json *j)
{
    while (j->at < j->end && strchr(" \t\r\n", j->doc->content[j->at]) && peek(j))
        j->at++;
}

static bool fail(json *j, const char *why)
{
    if (!j->wrong) j->wrong = why;
    return false;
}

static bool read_hex(json *j, unsigned *c)
{
    *c = 0;
    for (int i = 0; i < 4; i++, j->at++) {
        const char x = peek(j);
        const int digit = x >= '0' && x <= '9'   ? x - '0'
                          : x >= 'a' && x <= 'f' ? x - 'a' + 10
                          : x >= 'A' && x <= 'F' ? x - 'A' + 10
                                                 : -1;
        if (digit < 0) return fail(j, "four hexadecimal digits are missing");
        *c = 16 * *c + (unsigned)digit;
    }
    return true;
}

/* What follows "\u". */
static bool read_unicode(json *j, size_t begin)
{
    unsigned c, low;

    if (!read_hex(j, &c)) return false;
    const bool high = c >= 0xD800 && c < 0xDC00;
    if (high && j->end - j->at >= 6 && j->doc->content[j->at] == '\\' &&
        j->doc->content[j->at + 1] == 'u') {
        const size_t second = j->at;
        j->at += 2;
        if (!read_hex(j, &low)) return false;
        if (low >= 0xDC00 && low < 0xE000)
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        else
            j->at = second;
    }
    tr_value_add_character(&j->value, (int32_t)c, begin);
    return true;
}

static bool read_escape(json *j)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const size_t begin = j->at++;
    const char c = peek(j);
    const char *const name = c ? strchr(names, c) : NULL;

    if (c == 'u') {
        j->at++;
        return read_unicode(j, begin);
    }
    if (!name) return fail(j, "no such escape");
    j->at++;
    tr_value_add(&j->value, means + (name - names), 1, begin);
    return true;
}

/* A string, which begins at `at`, into the value. */
static bool read_string(json *j)
{
    tr_value_clear(&j->value);
    j->at++;
    for (;;) {
        const char c = peek(j);
        if (j->at >= j->end) return fail(j, "a string does not end");
        if (c == '"') break;
        if ((unsigned char)c < ' ') return fail(j, "a control character in a string");
        if (c == '\\') {
            if (!read_escape(j)) return false;
        } else {
            tr_value_add(&j->value, &c, 1, j->at);
            j->at++;
        }
    }
    tr_value_end(&j->value, j->at);
    j->at++;
    return true;
}

static bool ends_word(char c)
{
    return !c || strchr(" \t\r\n,]}:", c);
}

/* true, false, null and numbers. */
static bool read_word(json *j)
{
    static const char *const words[] = {"true", "false", "null"};
    const size_t begin = j->at;
    const char *const text = j->doc->content + begin;

    while (j->at < j->end && !ends_word(peek(j)))
        j->at++;
    const size_t len = j->at - begin;
    for (size_t i = 0; i < 3; i++)
        if (len == strlen(words[i]) && !memcmp(text, words[i], len)) return true;
    size_t i = len && text[0] == '-', digits = i;
    while (i < len && text[i] >= '0' && text[i] <= '9')
        i++;
    const bool whole = i > digits && (text[digits] != '0' || i == digits + 1);
    for (digits = i; i < len && strchr("0123456789.eE+-", text[i]); i++) {
    }
    if (whole && i == len) return true;
    j->at = begin;
    return fail(j, "neither a value nor a string");
}

/* ---- Which values are text */

static bool is_fixed(const json *j)
{
    return j->depth && j->levels[j->depth - 1].fixed;
}

static bool is_key(const json *j, const char *key)
{
    const char *const path = tr_buf_text(&j->path), *const point = strrchr(path, '.');
    return !strcmp(point ? point + 1 : path, key);
}

static bool take_string(json *j)
{
    const size_t len = j->value.text.len;
    const char *const text = tr_buf_text(&j->value.text);

    if (j->counting || is_fixed(j) || !tr_key_is_wanted(j->doc->options, tr_buf_text(&j->path)) ||
        (j->chrome && !is_key(j, "message")))
        return true;
    if (!j->doc->options->keys && !tr_doc_takes(j->doc, text, len)) return true;
    const char *const where =
        tr_region_printf(&j->doc->region, "%.*s", MAX_WHERE, tr_buf_text(&j->path));
    j->b.where = where ? where : "";
    if (j->value.failed) return j->b.failed = true;
    if (!tr_value_is_valid(&j->value))
        j->doc->n_unread++;
    else
        tr_build_value(&j->b, text, len, j->value.places, true);
    return true;
}

/* ---- Structure */

static bool open_level(json *j)
{
    const char close = peek(j) == '{' ? '}' : ']';
    const bool fixed = is_fixed(j) || (j->chrome && is_key(j, "placeholders"));

    if (j->depth == MAX_DEPTH) return fail(j, "deeper than 1000 levels");
    j->levels[j->depth++] = (level){close, j->path.len, fixed, fixed};
    j->at++;
    return true;
}

/* The key of an object, and its colon. */
static bool read_key(json *j)
{
    level *const l = &j->levels[j->depth - 1];

    if (peek(j) != '"') return fail(j, "a key is missing");
    if (!read_string(j)) return false;
    j->path.len = l->key;
    if (j->path.data) j->path.data[l->key] = '\0';
    if (j->path.len) tr_buf_add(&j->path, ".", 1);
    tr_buf_add(&j->path, tr_buf_text(&j->value.text), j->value.text.len);
    l->fixed = l->all_fixed || (j->value.text.len && j->value.text.data[0] == '@');
    j->n_top += j->depth == 1;
    j->n_messages += j->depth == 2 && !strcmp(tr_buf_text(&j->value.text), "message");
    skip_blanks(j);
    if (peek(j) != ':') return fail(j, "a colon is missing");
    j->at++;
    skip_blanks(j);
    return true;
}

/* What comes behind a value: the ends of levels, and the comma before the next value.  *more: there
 * is a next value. */
static bool read_ends(json *j, bool *more)
{
    for (;;) {
        skip_blanks(j);
        *more = false;
        if (!j->depth) return true;
        level *const l = &j->levels[j->depth - 1];
        if (peek(j) == ',') {
            j->at++;
            skip_blanks(j);
            *more = true;
            return l->close == ']' || read_key(j);
        }
        if (peek(j) != l->close) return fail(j, "neither a comma nor the end of a list or object");
        j->at++;
        j->path.len = l->key;
        if (j->path.data) j->path.data[l->key] = '\0';
        j->depth--;
    }
}

/* One value, with all that is in it. */
static bool read_value(json *j)
{
    for (bool more = true; more;) {
        const char c = peek(j);
        if (c == '{' || c == '[') {
            if (!open_level(j)) return false;
            skip_blanks(j);
            if (peek(j) != j->levels[j->depth - 1].close) {
                if (c == '{' && !read_key(j)) return false;
                continue;
            }
        } else if (c == '"') {
            if (!read_string(j) || !take_string(j)) return false;
        } else if (!read_word(j)) {
            return false;
        }
        if (!read_ends(j, &more)) return false;
    }
    return true;
}

static void drop(json *j)
{
    tr_buf_free(&j->path);
    tr_value_free(&j->value);
}

static bool begin(json *j, tr_doc *d, tr_error *err)
{
    bool *const ascii = TR_REGION_TAKE(&d->region, bool, 1);
    *j = (json){.doc = d, .end = d->size};
    tr_builder_init(&j->b, d, &string);
    if (!ascii) return tr_fail_memory(err) == 0;
    *ascii = is_ascii(d->content, d->size) && strstr(d->content, "\\u");
    j->b.extra = ascii;
    j->at = d->size >= 3 && !memcmp(d->content, "\xEF\xBB\xBF", 3) ? 3 : 0;
    return true;
}

/* One value, and nothing behind it; from byte `at` on. */
static bool read_all(json *j, size_t at)
{
    j->at = at;
    j->depth = 0;
    tr_buf_clear(&j->path);
    skip_blanks(j);
    if (!read_value(j)) return false;
    skip_blanks(j);
    return j->at == j->end || fail(j, "something follows the value");
}

int tr_read_json(tr_doc *d, tr_error *err)
{
    json *const j = malloc(sizeof *j);
    int rc = TR_OK;

    if (!j) return tr_fail_memory(err);
    if (!begin(j, d, err)) {
        free(j);
        return TR_ENOMEM;
    }
    const size_t at = j->at;
    j->counting = true;
    const bool right = read_all(j, at);
    j->counting = false;
    j->chrome = j->n_top > 0 && j->n_messages == j->n_top;
    if (right) read_all(j, at);
    if (j->wrong) rc = tr_doc_refuse(d, j->at, j->wrong, err);
    drop(j);
    const int built = tr_builder_end(&j->b, rc ? NULL : err);
    free(j);
    return rc ? rc : built;
}

static bool is_blank_line(json *j, size_t at)
{
    j->at = at;
    skip_blanks(j);
    return j->at == j->end;
}

/* A line that is no value has no segments. */
static void read_json_line(json *j, size_t at, size_t end)
{
    const size_t n = j->doc->n_pieces;

    j->end = end;
    j->wrong = NULL;
    tr_build_break(&j->b, at);
    const bool right = read_all(j, at);
    tr_build_break(&j->b, end);
    if (right || is_blank_line(j, at)) return;
    j->doc->n_pieces = n;
    j->doc->n_unread++;
}

int tr_read_jsonl(tr_doc *d, tr_error *err)
{
    json *const j = malloc(sizeof *j);

    if (!j) return tr_fail_memory(err);
    if (!begin(j, d, err)) {
        free(j);
        return TR_ENOMEM;
    }
    for (size_t at = j->at, end; at < d->size && !j->b.failed; at = end + 1) {
        const char *const stop = memchr(d->content + at, '\n', d->size - at);
        end = stop ? (size_t)(stop - d->content) : d->size;
        read_json_line(j, at, end);
    }
    drop(j);
    const int rc = tr_builder_end(&j->b, err);
    free(j);
    return rc;
}
