#include "document/data/read_properties.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/data/build_value.h"
#include "document/keys/key_patterns.h"
#include "document/keys/value_kinds.h"
#include "document/markup/icu_message.h"
#include "document/segment/decoded.h"

/* The way that a value is written. */
typedef struct style {
    bool ascii;           /* other characters as \uXXXX */
    size_t n_apostrophes; /* that stand for one: 2 in messages with arguments, 4 in a choice's */
    bool is_encoded;      /* two together are so by ICU's rules (icu_message.h) */
} style;

/* Of messages: the ones with quotes, and others. */
enum style_number { OF_VALUE, OF_MESSAGE, OF_QUOTES, OF_CHOICE, N_STYLES };

typedef struct properties {
    tr_content *content;
    tr_builder b;
    tr_decoded value, joined; /* joined: with each doubled apostrophe once */
    tr_decoded inner;         /* without blanks at its edges */
    tr_decoded branch;        /* of a choice */
    const style *styles;      /* [N_STYLES] */
    size_t at;
    bool counting; /* the first reading, which counts values and builds nothing */
    tr_value_kinds kinds;
} properties;

/* ---- Out ---- */

static void encode_property(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const style *const s = to->segment->extra;
    int32_t c;

    for (size_t i = 0, n; i < len; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (s->is_encoded && c == '\'' && i + 1 < len && text[i + 1] == '\'') i++;
        for (size_t k = c == '\'' ? s->n_apostrophes : 1 + (c == '\\'); k > 1; k--)
            tr_buf_add(out, text + i, 1);
        if (s->ascii && c >= 0x80)
            tr_utf16_write(c, true, out);
        else
            tr_buf_add(out, text + i, n);
    }
}

static const tr_writing plain = {.encode = encode_property};

/* ---- In ---- */

static char property_byte(const properties *p, size_t i)
{
    return i < p->content->size ? p->content->bytes[i] : '\n';
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_property_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* After the line end at i. */
static size_t join_next_line(const properties *p, size_t i)
{
    if (property_byte(p, i) == '\r' && i + 1 < p->content->size && property_byte(p, i + 1) == '\n')
        i++;
    return i + 1;
}

/* After the backslash, line end and blanks at i that join two lines; i if there are none. */
static size_t skip_join(const properties *p, size_t i)
{
    if (property_byte(p, i) != '\\' || i + 1 >= p->content->size ||
        !ends_line(property_byte(p, i + 1)))
        return i;
    i = join_next_line(p, i + 1);
    while (i < p->content->size && is_property_blank(property_byte(p, i)))
        i++;
    return i;
}

static void skip_key(properties *p)
{
    bool separated = false;

    while (p->at < p->content->size && !ends_line(property_byte(p, p->at))) {
        const char c = property_byte(p, p->at);
        if (is_property_blank(c) || c == '=' || c == ':') break;
        const size_t joined = skip_join(p, p->at);
        p->at = joined > p->at ? joined : p->at + 1 + (c == '\\');
    }
    for (; p->at < p->content->size; p->at++) {
        const char c = property_byte(p, p->at);
        const size_t joined = skip_join(p, p->at);
        if (joined > p->at) {
            p->at = joined - 1;
            continue;
        }
        if (!is_property_blank(c) && (separated || (c != '=' && c != ':'))) break;
        separated = separated || c == '=' || c == ':';
    }
    if (p->at > p->content->size) p->at = p->content->size;
}

/* An escape at p->at; false if it is none: the value is not read. */
static bool read_property_escape(properties *p)
{
    static const char names[] = "tnrf", means[] = "\t\n\r\f";
    const size_t begin = p->at;
    const char c = property_byte(p, begin + 1);
    const char *const name = strchr(names, c);

    if (c == 'u') {
        const tr_content *const d = p->content;
        const size_t end = tr_decoded_add_utf16(&p->value, d->bytes, begin + 2, d->size, begin);
        if (end) p->at = end;
        return end > 0;
    }
    if (begin + 1 >= p->content->size) return false;
    p->at = begin + 2;
    tr_decoded_add(&p->value, name ? means + (name - names) : &c, 1, begin);
    return true;
}

/* The value at p->at; false if it has an escape that is none. */
static bool read_property_value(properties *p)
{
    tr_decoded_clear(&p->value);
    while (p->at < p->content->size && !ends_line(property_byte(p, p->at))) {
        const size_t joined = skip_join(p, p->at);
        if (joined > p->at) {
            p->at = joined;
        } else if (property_byte(p, p->at) == '\\') {
            if (!read_property_escape(p)) return false;
        } else {
            tr_decoded_add(&p->value, p->content->bytes + p->at, 1, p->at);
            p->at++;
        }
    }
    tr_decoded_end(&p->value, p->at);
    return !p->value.failed;
}

/* Copies bytes [begin, end) of a value; with `joins`, each doubled apostrophe once. */
static void copy_value(properties *p, const tr_decoded *v, tr_span at, bool joins, tr_decoded *copy)
{
    const char *const text = tr_buf_text(&v->text);

    tr_decoded_clear(copy);
    for (size_t i = at.begin; i < at.end; i++) {
        tr_decoded_add(copy, text + i, 1, tr_decoded_where(v, i));
        i += joins && text[i] == '\'' && i + 1 < at.end && text[i + 1] == '\'';
    }
    tr_decoded_end(copy, tr_decoded_where(v, at.end));
    p->b.failed = p->b.failed || copy->failed;
}

/* How a value writes apostrophes.  They are doubled in messages, which have braces or doubled
 * quotes, but not around braces. */
static enum style_number style_of(const char *text, size_t len)
{
    bool is_message = memchr(text, '{', len), has_quotes = false;

    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\'') continue;
        const size_t next = ++i;
        if (next == len || !strchr("'{}", text[next])) return OF_VALUE;
        is_message = true;
        if (text[next] == '\'') continue;
        has_quotes = true;
        i = tr_find_byte(text, i, len, '\'');
        if (i == len) return OF_VALUE;
    }
    return has_quotes ? OF_QUOTES : is_message ? OF_MESSAGE : OF_VALUE;
}

/* ---- Choices ----
 * A message may be one java.text.ChoiceFormat: "{0,choice,0#no files|1#one file|1<{0} files}".
 * https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/text/ChoiceFormat.html */

/* The byte after the limit of a branch and its sign, "0#", "1<" or "1\u2264", at text [at, end); 0
 * if there is none. */
static size_t behind_limit(const char *text, size_t at, size_t end)
{
    static const char less_or_equal[] = "\xE2\x89\xA4";
    const size_t n = strlen(less_or_equal), begin = at;

    while (at < end && (tr_ascii_is_digit(text[at]) || strchr(" -.", text[at])))
        at++;
    if (at == begin || at == end) return 0;
    if (text[at] == '#' || text[at] == '<') return at + 1;
    return end - at >= n && !memcmp(text + at, less_or_equal, n) ? at + n : 0;
}

/* Where the branch at `at` ends: at a bar outside braces, or at `end`. */
static size_t end_of_choice_branch(const char *text, size_t at, size_t end)
{
    size_t depth = 0;

    for (; at < end && (depth || text[at] != '|'); at++) {
        depth += text[at] == '{';
        depth -= text[at] == '}' && depth;
    }
    return at;
}

/* The text of the next branch of such a message, from byte *at on, which moves behind it.  False
 * after the last. */
static bool next_choice_branch(const char *text, size_t len, size_t *at, tr_span *branch)
{
    const size_t end = tr_span_trimmed(text, 0, len).end - 1; /* of the last brace */

    if (*at >= end) return false;
    branch->begin = behind_limit(text, *at, end);
    if (!branch->begin) return false;
    branch->end = end_of_choice_branch(text, branch->begin, end);
    *at = branch->end + 1;
    return true;
}

/* True if text [len] is one such message, all of whose branches can be told: nothing is in quotes
 * in it.  *at: where they begin. */
static bool is_choice_format(const char *text, size_t len, size_t *at)
{
    const tr_span all = tr_span_trimmed(text, 0, len);
    tr_icu_choice choice;
    tr_span branch;

    for (size_t i = all.begin; i + 1 < all.end; i++)
        if (text[i] == '\'' && strchr("{}#|<", text[i + 1])) return false;
    if (!tr_icu_next_choice(text, all.begin, all.end, &choice) || !choice.is_format) return false;
    if (choice.all.begin != all.begin || choice.all.end != all.end) return false;
    size_t next = *at = choice.branches;
    while (next_choice_branch(text, len, &next, &branch)) {
    }
    return next == all.end;
}

/* Builds the branches of a message that is one choice; false if it is none.  A branch with a brace
 * is read as a message again, with its own apostrophes. */
static bool build_choice(properties *p, const tr_decoded *v)
{
    const char *const text = tr_buf_text(&v->text);
    const size_t len = v->text.len;
    tr_span branch;
    size_t at;

    if (!is_choice_format(text, len, &at)) return false;
    while (next_choice_branch(text, len, &at, &branch)) {
        const bool again = memchr(text + branch.begin, '{', branch.end - branch.begin);
        p->b.extra = &p->styles[again ? OF_CHOICE : OF_MESSAGE];
        copy_value(p, v, branch, again, &p->branch);
        if (branch.begin < branch.end) tr_build_value(&p->b, &p->branch, true);
    }
    return true;
}

static void read_property(properties *p)
{
    const size_t key = p->at;
    size_t end = key;

    skip_key(p);
    while (end < p->content->size && !strchr(" \t=:\r\n", p->content->bytes[end]))
        end++;
    tr_build_where(&p->b, "%.*s", (int)(end - key), p->content->bytes + key);
    const bool right = read_property_value(p);
    while (!right && p->at < p->content->size && !ends_line(property_byte(p, p->at))) {
        const size_t joined = skip_join(p, p->at);
        p->at = joined > p->at ? joined : p->at + 1;
    }
    if (!right || !tr_decoded_is_valid(&p->value)) {
        if (!p->counting)
            p->content->n_unread[right ? tr_decoded_fault(&p->value) : TR_UNREAD_FORM]++;
        return;
    }
    const tr_span all = {0, p->value.text.len};
    const enum style_number kind = style_of(tr_buf_text(&p->value.text), all.end);
    if (kind == OF_MESSAGE) copy_value(p, &p->value, all, true, &p->joined);
    const tr_decoded *value = kind == OF_MESSAGE ? &p->joined : &p->value;
    const tr_span inner = tr_span_trimmed(tr_buf_text(&value->text), 0, value->text.len);
    if (inner.begin > 0 || inner.end < value->text.len) { /* blanks, which may be escaped, stay */
        copy_value(p, value, inner, false, &p->inner);
        value = &p->inner;
    }
    p->b.extra = &p->styles[kind];
    if (!tr_key_is_wanted(p->content->options, p->b.where)) return;
    const char *const text = tr_buf_text(&value->text);
    if (p->counting)
        tr_value_kinds_count(&p->kinds, p->b.where, text, value->text.len);
    else if (tr_value_kinds_take(&p->kinds, p->content, p->b.where, text, value->text.len) &&
             !(kind == OF_MESSAGE && build_choice(p, value)))
        tr_build_value(&p->b, value, true);
}

static void read_properties(properties *p, bool counting)
{
    const tr_content *const d = p->content;

    p->counting = counting;
    p->at = d->begin;
    while (p->at < d->size && !p->b.failed) {
        const char c = d->bytes[p->at];
        if (ends_line(c) || is_property_blank(c)) {
            p->at++;
        } else if (c == '#' || c == '!') {
            while (p->at < d->size && !ends_line(d->bytes[p->at]))
                p->at++;
        } else {
            read_property(p);
        }
    }
}

int tr_read_properties(tr_content *d, tr_error *err)
{
    properties p = {.content = d};
    style *const styles = TR_REGION_TAKE(&d->region, style, N_STYLES);
    const bool ascii = tr_ascii_only(d->bytes, d->size) || d->is_latin1;

    if (!styles) return tr_fail_memory(err);
    styles[OF_VALUE] = (style){ascii, 1, false};
    styles[OF_MESSAGE] = (style){ascii, 2, false};
    styles[OF_QUOTES] = (style){ascii, 2, true};
    styles[OF_CHOICE] = (style){ascii, 4, false};
    p.styles = styles;
    tr_builder_init(&p.b, d, &plain);
    read_properties(&p, true);
    read_properties(&p, false);
    tr_decoded_free(&p.value);
    tr_decoded_free(&p.joined);
    tr_decoded_free(&p.inner);
    tr_decoded_free(&p.branch);
    return tr_builder_end(&p.b, err);
}
