#include "document/data/read_php.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/data/keyed_values.h"
#include "document/data/php_string.h"

enum { LONGEST_GUARD = 400 }; /* bytes of an "if" that stands before the data */

/* A program that is being read. */
typedef struct program {
    tr_keyed_values k;
    const char *text;
    size_t at, end;
    tr_decoded value;
    const char *wrong;
} program;

static const char is_code[] = "code that is no data";

static char peek(const program *p)
{
    return p->at < p->end ? p->text[p->at] : '\0';
}

static bool begins(const program *p, const char *what)
{
    return tr_starts_with(p->text, p->at, p->end, what);
}

static bool is_word_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '_' || c == '\\' || (unsigned char)c >= 0x80;
}

/* The byte after a comment that ends with its line, or with the program. */
static size_t end_of_line_comment(const program *p, size_t at)
{
    while (at < p->end && !tr_ascii_is_line_end(p->text[at]) &&
           !tr_starts_with(p->text, at, p->end, "?>"))
        at++;
    return at;
}

static bool skip_blanks(program *p)
{
    for (;;) {
        p->at = tr_skip(p->text, p->at, p->end, tr_ascii_is_space);
        if (begins(p, "//") || peek(p) == '#') {
            p->at = end_of_line_comment(p, p->at);
        } else if (begins(p, "/*")) {
            const size_t end = tr_span_find(p->text, p->at + 2, p->end, "*/");
            if (end == p->end) return tr_note_wrong(&p->wrong, "a comment does not end");
            p->at = end + 2;
        } else {
            return true;
        }
    }
}

static tr_span word_at(const program *p)
{
    return (tr_span){p->at, tr_skip(p->text, p->at, p->end, is_word_byte)};
}

static bool is_word(const program *p, tr_span word, const char *list)
{
    return tr_list_has_any_case(list, p->text + word.begin, word.end - word.begin);
}

/* Goes past a string, whose text is in p->value. */
static bool read_string(program *p, tr_php_string *s)
{
    if (!tr_php_string_read(p->text, p->at, p->end, &p->value, s))
        return tr_note_wrong(&p->wrong, "a string does not end");
    p->at = s->end;
    return true;
}

/* Goes past an expression up to a comma, a semicolon, an arrow or a bracket that ends more than
 * it.  What is in braces is code. */
static bool skip_expression(program *p)
{
    size_t depth = 0;
    tr_php_string s;

    while (skip_blanks(p) && p->at < p->end) {
        const char c = peek(p);
        const tr_span word = word_at(p);
        if (!depth && (strchr(",;)]", c) || begins(p, "=>") || begins(p, "?>"))) return true;
        if (strchr("{};", c)) return tr_note_wrong(&p->wrong, is_code);
        if (tr_php_begins_string(p->text, p->at, p->end)) {
            if (!read_string(p, &s)) return false;
        } else if (word.end > word.begin) {
            if (is_word(p, word, " function fn new match static include require eval "))
                return tr_note_wrong(&p->wrong, is_code);
            p->at = word.end;
        } else {
            depth += c == '(' || c == '[';
            depth -= (c == ')' || c == ']') && depth;
            p->at++;
        }
    }
    return p->wrong ? false : tr_note_wrong(&p->wrong, "an expression does not end");
}

/* Opens an array at p->at, or a call that puts several together; *opened: there is one. */
static bool open_array(program *p, bool *opened)
{
    const tr_span word = word_at(p);
    const size_t behind = tr_skip(p->text, word.end, p->end, tr_ascii_is_space);
    const bool is_list = peek(p) == '[';

    *opened = is_list || (is_word(p, word, " array array_merge array_replace ") &&
                          behind < p->end && p->text[behind] == '(');
    if (!*opened) return true;
    p->at = is_list ? p->at + 1 : behind + 1;
    return tr_keyed_open(&p->k, is_list ? ']' : ')') || tr_note_wrong(&p->wrong, "too many levels");
}

/* A string: a key if an arrow is behind it, a value if nothing else is. */
static bool read_text(program *p, bool *is_key)
{
    tr_php_string s;

    if (!read_string(p, &s) || !skip_blanks(p)) return false;
    *is_key = begins(p, "=>");
    if (*is_key) {
        tr_keyed_set_key(&p->k, tr_buf_text(&p->value.text), p->value.text.len);
        p->at += 2;
        return true;
    }
    const bool alone = (peek(p) && strchr(",;)]", peek(p))) || begins(p, "?>");
    if (alone && s.is_read) {
        tr_build_extra(&p->k.b, &s.style, sizeof s.style);
        tr_keyed_take(&p->k, &p->value);
        return true;
    }
    p->k.content->n_passed += !p->k.counting; /* it is put together of several */
    return skip_expression(p);
}

/* An expression that is no text, or a key that is none. */
static bool read_other(program *p, bool *is_key)
{
    const size_t begin = p->at;

    if (!skip_expression(p)) return false;
    *is_key = begins(p, "=>");
    if (!*is_key) return true;
    const size_t end = tr_skip_back(p->text, begin, p->at, tr_ascii_is_space);
    tr_keyed_set_key(&p->k, p->text + begin, end - begin);
    p->at += 2;
    return true;
}

/* Goes from the end of a value past the ends of arrays to the next one.  *more: there is one. */
static bool read_ends(program *p, size_t depth, bool *more)
{
    for (*more = false; p->k.depth > depth;) {
        if (!skip_blanks(p)) return false;
        const bool comma = peek(p) == ',';
        p->at += comma;
        if (comma && !skip_blanks(p)) return false;
        if (peek(p) == tr_keyed_closing(&p->k)) {
            p->at++;
            tr_keyed_close(&p->k);
        } else if (comma) {
            tr_keyed_no_key(&p->k);
            return *more = true;
        } else {
            return tr_note_wrong(&p->wrong, "neither a comma nor the end of an array");
        }
    }
    return true;
}

/* Reads a value and all values in it. */
static bool read_value(program *p)
{
    const size_t depth = p->k.depth;
    bool more = true, is_key, opened;

    while (more && !p->k.b.failed) {
        is_key = false;
        if (!skip_blanks(p) || !open_array(p, &opened)) return false;
        if (opened) {
            if (!skip_blanks(p)) return false;
            if (peek(p) != tr_keyed_closing(&p->k)) continue;
        } else if (p->at < p->end && tr_php_begins_string(p->text, p->at, p->end)) {
            if (!read_text(p, &is_key)) return false;
        } else if (!read_other(p, &is_key)) {
            return false;
        }
        if (!is_key && !read_ends(p, depth, &more)) return false;
    }
    return true;
}

/* ---- Statements ---- */

/* The keys in brackets behind a variable: $lang['a']['b']. */
static bool read_indices(program *p)
{
    tr_php_string s;

    for (bool first = true; skip_blanks(p) && peek(p) == '['; first = false) {
        p->at++;
        if (!first && !tr_keyed_open(&p->k, '\0'))
            return tr_note_wrong(&p->wrong, "too many levels");
        if (!skip_blanks(p)) return false;
        const size_t begin = p->at;
        if (p->at < p->end && tr_php_begins_string(p->text, p->at, p->end)) {
            if (!read_string(p, &s) || !skip_blanks(p)) return false;
            tr_keyed_set_key(&p->k, tr_buf_text(&p->value.text), p->value.text.len);
        } else if (peek(p) != ']') {
            if (!skip_expression(p)) return false;
            tr_keyed_set_key(&p->k, p->text + begin, p->at - begin);
        }
        if (peek(p) != ']') return tr_note_wrong(&p->wrong, is_code);
        p->at++;
    }
    return !p->wrong;
}

/* An assignment, with what stands before the sign behind it. */
static bool read_assignment(program *p)
{
    if (!skip_blanks(p)) return false;
    if (peek(p) != '=' || begins(p, "==")) return tr_note_wrong(&p->wrong, is_code);
    p->at++;
    return read_value(p);
}

/* define('KEY', 'value') */
static bool read_define(program *p)
{
    tr_php_string s;

    if (!skip_blanks(p) || peek(p) != '(') return tr_note_wrong(&p->wrong, is_code);
    p->at++;
    if (!skip_blanks(p)) return false;
    if (p->at == p->end || !tr_php_begins_string(p->text, p->at, p->end))
        return tr_note_wrong(&p->wrong, is_code);
    if (!read_string(p, &s) || !skip_blanks(p)) return false;
    tr_keyed_set_key(&p->k, tr_buf_text(&p->value.text), p->value.text.len);
    if (peek(p) != ',') return tr_note_wrong(&p->wrong, is_code);
    p->at++;
    if (!read_value(p) || !skip_blanks(p)) return false;
    if (peek(p) != ')') return tr_note_wrong(&p->wrong, is_code);
    p->at++;
    return true;
}

/* A short "if" with what depends on it, as "if (!defined('A')) { exit; }". */
static bool skip_guard(program *p)
{
    const size_t begin = p->at, end = p->end;
    tr_php_string s;
    size_t depth = 0;

    p->end = end - begin > LONGEST_GUARD ? begin + LONGEST_GUARD : end;
    while (skip_blanks(p) && p->at < p->end) {
        const char c = peek(p);
        if (tr_php_begins_string(p->text, p->at, p->end)) {
            if (!read_string(p, &s)) break;
            continue;
        }
        p->at++;
        depth += c == '{' || c == '(';
        if ((c == '}' || c == ')') && depth) depth--;
        if (!depth && (c == '}' || c == ';')) {
            p->end = end;
            return true;
        }
    }
    p->at = begin;
    p->end = end;
    p->wrong = NULL;
    return tr_note_wrong(&p->wrong, is_code);
}

/* *ended: it ends itself, with no semicolon behind it. */
static bool read_statement(program *p, bool *ended)
{
    const tr_span word = word_at(p);

    *ended = false;
    if (peek(p) == '$') {
        p->at++;
        p->at = word_at(p).end;
        return read_indices(p) && read_assignment(p);
    }
    p->at = word.end;
    if (is_word(p, word, " return ")) return read_value(p);
    if (is_word(p, word, " define ")) return read_define(p);
    if (is_word(p, word, " const ")) {
        if (!skip_blanks(p)) return false;
        const tr_span name = word_at(p);
        tr_keyed_set_key(&p->k, p->text + name.begin, name.end - name.begin);
        p->at = name.end;
        return read_assignment(p);
    }
    if (is_word(p, word, " declare namespace use defined exit die ")) return skip_expression(p);
    p->at = word.begin;
    *ended = is_word(p, word, " if ");
    return *ended ? skip_guard(p) : tr_note_wrong(&p->wrong, is_code);
}

static bool read_program(program *p, bool counting)
{
    static const char begin[] = "<?php";
    const tr_content *const d = p->k.content;
    bool ended;

    p->at = tr_skip(d->bytes, d->begin, d->size, tr_ascii_is_space);
    if (!begins(p, begin)) return tr_note_wrong(&p->wrong, "no PHP begins here");
    p->at += strlen(begin);
    while (!p->k.b.failed) {
        tr_keyed_start(&p->k, counting);
        if (!skip_blanks(p)) return false;
        if (p->at == p->end) return true;
        if (begins(p, "?>")) {
            p->at = tr_skip(p->text, p->at + 2, p->end, tr_ascii_is_space);
            return p->at == p->end || tr_note_wrong(&p->wrong, "something follows the end of PHP");
        }
        if (peek(p) == ';') {
            p->at++;
            continue;
        }
        if (!read_statement(p, &ended) || !skip_blanks(p)) return false;
        if (!ended && peek(p) != ';' && !begins(p, "?>")) return tr_note_wrong(&p->wrong, is_code);
    }
    return true;
}

int tr_read_php(tr_content *d, tr_error *err)
{
    program *const p = calloc(1, sizeof *p);

    if (!p) return tr_fail_memory(err);
    tr_keyed_begin(&p->k, d, &tr_php_text);
    p->text = d->bytes;
    p->end = d->size;
    if (read_program(p, true)) read_program(p, false);
    const int rc = p->wrong ? tr_content_refuse(d, p->at, p->wrong, err) : TR_OK;
    tr_decoded_free(&p->value);
    const int built = tr_keyed_end(&p->k, rc ? NULL : err);
    free(p);
    return rc ? rc : built;
}
