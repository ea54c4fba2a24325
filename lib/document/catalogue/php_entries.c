/* php_entries.c - the entries of PHP's data: keys of one array that is returned or given to a
 * variable, with the arrays in it; or statements, $lang['key'] = 'value'; and define(). */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/catalogue/entry_lines.h"
#include "document/data/php_string.h"

static size_t end_of_comment(const char *text, size_t at, size_t end)
{
    if (tr_starts_with(text, at, end, "/*")) {
        const size_t close = tr_span_find(text, at + 2, end, "*/");
        return close < end ? close + 2 : end;
    }
    return at < end && (text[at] == '#' || tr_starts_with(text, at, end, "//"))
               ? tr_line_end(text, at, end)
               : at;
}

static bool is_word_byte(char c)
{
    return tr_byte_is_word(c) || c == '\\' || c == '$';
}

/* Data that is being read. */
typedef struct reading {
    tr_entry_tree *tree;
    size_t at, end;
    size_t above;  /* where the comments begin that stand right above r->at, or it */
    size_t behind; /* the end of the expression that was passed, without comments */
    int group;     /* TR_NO_ENTRY: the array has ended */
    char closes[TR_ENTRY_DEPTH + 1];
    size_t places[TR_ENTRY_DEPTH + 1];
    tr_decoded string;
} reading;

static bool refuse(reading *r, const char *why)
{
    if (!r->tree->wrong) {
        r->tree->wrong = why;
        r->tree->wrong_at = r->at;
    }
    return false;
}

static char peek(const reading *r)
{
    return r->at < r->end ? r->tree->text[r->at] : '\0';
}

/* Goes past white space and comments.  A comment on a line of its own belongs to what comes next,
 * but for a blank line. */
static void skip_blanks(reading *r)
{
    const char *const text = r->tree->text;
    const size_t begin = r->at;

    for (size_t before = r->end + 1; r->at != before;) {
        before = r->at;
        r->at = tr_skip(text, r->at, r->end, tr_ascii_is_space);
        r->at = end_of_comment(text, r->at, r->end);
    }
    r->above = tr_entry_comments_above(text, begin, r->at, end_of_comment);
}

static bool begins_string(const reading *r)
{
    return r->at < r->end && tr_php_begins_string(r->tree->text, r->at, r->end);
}

static bool read_string(reading *r)
{
    tr_php_string s;

    if (!tr_php_string_read(r->tree->text, r->at, r->end, &r->string, &s))
        return refuse(r, "a string does not end");
    r->at = s.end;
    return true;
}

/* Goes past an expression up to one of the bytes, or an arrow, that is in no brackets: there, or at
 * the end, it stops. */
static bool skip_expression(reading *r, const char *stops)
{
    const char *const text = r->tree->text;
    size_t depth = 0;

    for (r->behind = r->at; r->at < r->end; r->behind = r->at) {
        skip_blanks(r);
        if (r->at == r->end) break;
        const char c = peek(r);
        if (!depth && (tr_ascii_is_one_of(c, stops) || tr_starts_with(text, r->at, r->end, "=>")))
            return true;
        if (begins_string(r)) {
            if (!read_string(r)) return false;
            continue;
        }
        depth += c == '(' || c == '[' || c == '{';
        depth -= (c == ')' || c == ']' || c == '}') && depth;
        r->at++;
    }
    return true;
}

/* The byte behind the bracket of an array that begins at r->at; 0: none does. */
static size_t opens_array(const reading *r)
{
    const char *const text = r->tree->text;
    const size_t word = tr_skip(text, r->at, r->end, is_word_byte);
    const size_t behind = tr_skip(text, word, r->end, tr_ascii_is_space);

    if (peek(r) == '[') return r->at + 1;
    return tr_list_has_any_case(" array ", text + r->at, word - r->at) && behind < r->end &&
                   text[behind] == '('
               ? behind + 1
               : 0;
}

static void open_group(reading *r, int i, size_t behind)
{
    tr_entry *const e = &r->tree->entries[i];

    r->group = i;
    r->closes[e->depth] = r->tree->text[behind - 1] == '[' ? ']' : ')';
    r->places[e->depth] = 0;
    e->is_list = true; /* until a key comes */
    e->value.begin = r->at = behind;
}

/* A key and its value, or a value alone, whose key is its place. */
static bool read_element(reading *r)
{
    tr_entry_tree *const t = r->tree;
    tr_entry *const group = &t->entries[r->group];
    const size_t begin = r->above, first = r->at;
    char place[24];
    tr_string key = {place, 0};

    if (!opens_array(r) && !skip_expression(r, ",)]")) return false;
    if (tr_starts_with(t->text, r->at, r->end, "=>")) {
        tr_span s = {first, tr_skip_back(t->text, first, r->at, tr_ascii_is_space)};
        const bool quoted = s.end > s.begin + 1 && tr_ascii_is_one_of(t->text[s.begin], "'\"");
        key = (tr_string){t->text + s.begin + quoted, s.end - s.begin - 2 * quoted};
        group->is_list = false;
        r->at += 2;
        skip_blanks(r);
    } else {
        key.len = (size_t)snprintf(place, sizeof place, "[%zu]", r->places[group->depth]++);
        r->at = first;
    }
    const size_t value = r->at, behind = opens_array(r);
    const int i = tr_entry_tree_add(t, r->group, key.text, key.len, behind);
    if (i == TR_NO_ENTRY) return false;
    t->entries[i].whole.begin = begin;
    if (behind) {
        open_group(r, i, behind);
        return true;
    }
    if (!skip_expression(r, ",)]")) return false;
    const size_t end = r->behind;
    t->entries[i].value = (tr_span){value, end};
    t->entries[i].whole.end = end;
    return true;
}

/* Goes past the ends of arrays and the comma before the next element; false after the last end. */
static bool read_ends(reading *r)
{
    bool comma = false;

    for (;;) {
        tr_entry *const e = &r->tree->entries[r->group];
        const bool is_empty = e->child == TR_NO_ENTRY;
        skip_blanks(r);
        if (peek(r) == ',' && !comma && !is_empty) {
            comma = true;
            r->at++;
        } else if (r->at < r->end && peek(r) == r->closes[e->depth]) {
            e->value.end = r->at++;
            e->whole.end = r->at;
            comma = false;
            r->group = e->parent;
            if (r->group == TR_NO_ENTRY) return false;
        } else {
            return comma || is_empty || refuse(r, "neither a comma nor the end of an array");
        }
    }
}

/* The byte behind an array without elements that begins at r->at; 0: none does. */
static size_t end_of_empty_array(const reading *r)
{
    reading behind = *r;

    behind.at = opens_array(r);
    if (!behind.at) return 0;
    skip_blanks(&behind);
    return tr_ascii_is_one_of(peek(&behind), ")]") ? behind.at + 1 : 0;
}

/* True if an empty array begins at r->at, and statements fill `variable` behind it:
 * "$lang = []; $lang['open'] = 'Open';". */
static bool is_filled_later(const reading *r, tr_span variable)
{
    const char *const text = r->tree->text;
    const size_t len = variable.end - variable.begin;
    reading behind = *r;

    behind.at = end_of_empty_array(r);
    if (!behind.at) return false;
    skip_blanks(&behind);
    if (peek(&behind) != ';') return false;
    behind.at++;
    skip_blanks(&behind);
    return r->end - behind.at > len && !memcmp(text + behind.at, text + variable.begin, len) &&
           text[behind.at + len] == '[';
}

/* Finds the array that is all of the data: the value of "return" or of a variable; false where
 * there is none. */
static bool find_array(reading *r)
{
    const char *const text = r->tree->text;

    while (r->at < r->end) {
        skip_blanks(r);
        const size_t word = tr_skip(text, r->at, r->end, is_word_byte);
        const bool is_value = tr_list_has_any_case(" return ", text + r->at, word - r->at);
        const bool is_variable = peek(r) == '$';
        if (is_value || is_variable) {
            const tr_span name = {r->at, word};
            r->at = word;
            skip_blanks(r);
            if (is_variable && peek(r) != '=') return false;
            r->at += is_variable;
            skip_blanks(r);
            return opens_array(r) && !(is_variable && is_filled_later(r, name));
        }
        if (tr_list_has_any_case(" define const ", text + r->at, word - r->at)) return false;
        const bool is_guard = tr_list_has_any_case(" if ", text + r->at, word - r->at);
        if (!skip_expression(r, is_guard ? "{;" : ";")) return false;
        if (peek(r) == '{') {
            r->at++;
            if (!skip_expression(r, "}")) return false;
        }
        r->at++;
    }
    return false;
}

/* Reads the array at r->at; nothing but the end of its statement may follow it. */
static void read_array(reading *r)
{
    tr_entry_tree *const t = r->tree;

    t->commas = t->comments = true;
    if (tr_entry_tree_add(t, TR_NO_ENTRY, "", 0, true) == TR_NO_ENTRY) return;
    t->entries[0].whole.begin = r->at;
    open_group(r, 0, opens_array(r));
    while (!t->failed && !t->wrong && read_ends(r))
        if (!read_element(r)) return;
    skip_blanks(r);
    r->at += peek(r) == ';';
    skip_blanks(r);
    if (tr_starts_with(t->text, r->at, r->end, "?>"))
        r->at = tr_skip(t->text, r->at + 2, r->end, tr_ascii_is_space);
    if (r->at < r->end) refuse(r, "something follows the array");
}

/* ---- Statements ---- */

/* $lang['key'] = value; or define('KEY', value);  Others are none. */
static void read_statement(tr_entry_lines *l, size_t begin)
{
    tr_entry_tree *const t = l->tree;
    reading r = {.tree = t, .at = begin, .end = t->size};
    const size_t word = tr_skip(t->text, begin, t->size, is_word_byte);
    const bool is_define = tr_list_has_any_case(" define ", t->text + begin, word - begin);

    if (tr_starts_with(t->text, begin, t->size, "<?php") ||
        tr_starts_with(t->text, begin, t->size, "?>")) {
        l->at = tr_span_next_line(t->text, begin, t->size);
        return;
    }
    if (is_define) r.at = tr_skip(t->text, word, t->size, tr_ascii_is_blank) + 1;
    const size_t key = is_define ? r.at : begin;
    bool right = skip_expression(&r, is_define ? "," : "=;");
    const tr_span name = {key, tr_skip_back(t->text, key, r.at, tr_ascii_is_space)};
    bool is_entry = is_define || (peek(&r) == '=' && t->text[begin] == '$');
    r.at += r.at < r.end && peek(&r) != ';';
    skip_blanks(&r);
    const size_t value = r.at;
    is_entry = is_entry && !end_of_empty_array(&r); /* others fill it */
    right = right && skip_expression(&r, is_define ? ")" : ";");
    const size_t end = r.behind;
    if (is_define) right = right && skip_expression(&r, ";");
    if (right && r.at == r.end) refuse(&r, "a statement does not end");
    if (right && tr_entry_lines_end(l, r.at + 1) && is_entry)
        tr_entry_lines_add(l, (tr_string){t->text + name.begin, name.end - name.begin},
                           (tr_span){value, end}, false);
    t->failed = t->failed || r.string.failed;
    tr_decoded_free(&r.string);
}

void tr_php_entries(tr_entry_tree *t)
{
    reading r = {.tree = t, .end = t->size};

    r.at = tr_span_find(t->text, 0, t->size, "<?php");
    if (r.at == t->size) {
        refuse(&r, "no PHP begins here");
    } else {
        r.at += strlen("<?php");
        if (find_array(&r))
            read_array(&r);
        else if (!t->wrong)
            tr_entry_lines_read(
                &(tr_entry_lines){.tree = t, .comment = end_of_comment, .entry = read_statement});
    }
    t->failed = t->failed || r.string.failed;
    tr_decoded_free(&r.string);
}
