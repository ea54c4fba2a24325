#include "cases/case_file.h"

#include <stdio.h>
#include <string.h>

#include "cases/case_text.h"

static const char arrow[] = "=> ";

void case_file_open(case_file *f, const char *bytes, size_t size)
{
    *f = (case_file){.bytes = bytes, .size = size};
}

static void clear_texts(case_input *in)
{
    for (size_t i = 0; i < CASE_TEXTS; i++)
        tr_buf_clear(&in->text[i]);
    in->n = 0;
}

void case_file_close(case_file *f)
{
    for (size_t i = 0; i < CASE_TEXTS; i++)
        tr_buf_free(&f->input.text[i]);
    for (size_t i = 0; i < CASE_OPTIONS; i++)
        tr_buf_free(&f->input.option[i].value);
}

/* A line of the file, without white space at its end. */
typedef struct case_line {
    const char *text;
    size_t len, next;
    bool indented;
} case_line;

static case_line line_at(const case_file *f)
{
    const char *const from = f->bytes + f->at;
    const char *const end = memchr(from, '\n', f->size - f->at);
    case_line l = {.text = from, .len = end ? (size_t)(end - from) : f->size - f->at};

    l.next = f->at + l.len + (end != NULL);
    while (l.len && strchr(" \t\r", l.text[l.len - 1]))
        l.len--;
    l.indented = l.len && *l.text == ' ';
    for (; l.len && *l.text == ' '; l.len--)
        l.text++;
    return l;
}

static bool is_left_out(const case_line *l)
{
    return !l->len || (!l->indented && *l->text == '#');
}

/* Length of text up to the next arrow that stands between blanks, or of all of it. */
static size_t until_arrow(const char *text, size_t len)
{
    for (size_t i = 1; i + sizeof arrow - 1 < len; i++)
        if (text[i - 1] == ' ' && !memcmp(text + i, arrow, sizeof arrow - 1)) return i - 1;
    return len;
}

/* Adds the texts of a line, which arrows separate: the first one to text `to`. */
static const char *add_texts(case_input *in, size_t to, const char *text, size_t len)
{
    for (;; to = in->n) {
        const size_t n = until_arrow(text, len);
        if (to == CASE_TEXTS) return "too many texts";
        if (to == in->n) in->n++;
        if (!case_text_read(text, n, &in->text[to])) return "no such escape";
        if (n == len) return NULL;
        text += n + sizeof arrow, len -= n + sizeof arrow;
    }
}

/* Takes an indented line into the row: an arrow begins its next text, another line goes on with its
 * first. */
static const char *add_line(case_input *in, const case_line *l)
{
    const size_t skipped = sizeof arrow - 1;

    if (l->len >= skipped && !memcmp(l->text, arrow, skipped))
        return in->n ? add_texts(in, in->n, l->text + skipped, l->len - skipped)
                     : "nothing stands before the arrow";
    if (in->n) tr_buf_add(&in->text[0], "\n", 1);
    return add_texts(in, 0, l->text, l->len);
}

/* True if a line belongs to the row so far: one that begins with an arrow, or any line while the
 * row has one text. */
static bool goes_on(const case_input *in, const case_line *l)
{
    return l->indented && (in->n < 2 || !strncmp(l->text, arrow, sizeof arrow - 1));
}

static enum case_step read_row(case_file *f)
{
    clear_texts(&f->input);
    f->wrong = NULL;
    while (f->at < f->size) {
        const case_line l = line_at(f);
        if (!goes_on(&f->input, &l)) break;
        const char *const wrong = add_line(&f->input, &l);
        if (!f->wrong) f->wrong = wrong;
        f->at = l.next;
        f->n_lines++;
    }
    if (f->input.n < 2 && !f->wrong) f->wrong = "no line tells what is wanted";
    return f->wrong ? CASE_WRONG : CASE_ROW;
}

/* Length of the name of an option, "name: value"; 0 if the line is none. */
static size_t option_name(const case_line *l)
{
    const size_t n = strspn(l->text, "abcdefghijklmnopqrstuvwxyz-");
    return n + 1 < l->len && l->text[n] == ':' && l->text[n + 1] == ' ' ? n : 0;
}

static const char *add_option(case_file *f, const case_line *l, size_t name)
{
    case_input *const in = &f->input;
    case_option *const o = &in->option[in->n_options];

    if (in->n_options == CASE_OPTIONS) return "too many options";
    if (name >= sizeof o->name) return "the name of the option is too long";
    snprintf(o->name, sizeof o->name, "%.*s", (int)name, l->text);
    tr_buf_clear(&o->value);
    if (!case_text_read(l->text + name + 2, l->len - name - 2, &o->value)) return "no such escape";
    in->n_options++;
    if (!*f->title) f->n_of_all = in->n_options;
    return NULL;
}

static enum case_step begin_title(case_file *f, const case_line *l)
{
    if (l->len >= sizeof f->title) {
        f->wrong = "the title is too long";
        return CASE_WRONG;
    }
    snprintf(f->title, sizeof f->title, "%.*s", (int)l->len, l->text);
    f->input.n_options = f->n_of_all;
    return CASE_TITLE;
}

enum case_step case_file_next(case_file *f)
{
    while (f->at < f->size) {
        const case_line l = line_at(f);
        f->line = f->n_lines + 1;
        if (l.indented && !is_left_out(&l)) return read_row(f);
        f->at = l.next;
        f->n_lines++;
        if (is_left_out(&l)) continue;
        const size_t name = option_name(&l);
        if (!name) return begin_title(f, &l);
        if ((f->wrong = add_option(f, &l, name))) return CASE_WRONG;
    }
    return CASE_END;
}
