#include "line/line_names.h"

#include <string.h>

#include "base/unicode.h"
#include "language/language_data.h"
#include "line/line_marks.h"
#include "line/sentence_text.h"
#include "text/words/control_names.h"

/* What is marked of the line: pairs of tags in it, or spans that its options tell.  Spans live as
 * long as the line; false when out of memory. */
static bool find_marked(tr_line *line, tr_spans *found)
{
    const tr_marked_words *const told = line->options.marked;

    *found = told ? told->find(told->ctx, line->result.line) : (tr_spans){0};
    if (told || !line->marks) return true;
    const tr_marked_text *const plain = &line->marks->tags.plain;
    tr_span *const list = TR_REGION_TAKE(&line->region, tr_span, plain->n_marks);
    if (!list) return false;
    for (size_t i = 0; i < plain->n_marks; i++)
        if (plain->marks[i].kind == TR_MARK_PAIR)
            list[found->n++] = (tr_span){plain->marks[i].begin, plain->marks[i].end};
    found->list = list;
    return true;
}

/* True if the pair of tags of a line stands around code. */
static bool is_code(const tr_line_marks *marks, const tr_mark *m)
{
    const tr_span open = m->open;

    return m->kind == TR_MARK_PAIR && m->end > m->begin &&
           tr_inline_tag_is_code(marks->source + open.begin, open.end - open.begin);
}

/* The names of a sentence, and code in tags of the line, which says itself. */
typedef struct found {
    tr_known_name list[2 * TR_MOST_CONTROL_NAMES];
    size_t n;
} found;

/* Adds a name in order; what it shares bytes with goes. */
static void add_name(found *f, tr_known_name one)
{
    size_t n = 0, at = 0;

    for (size_t i = 0; i < f->n; i++)
        if (f->list[i].at.end <= one.at.begin || f->list[i].at.begin >= one.at.end)
            f->list[n++] = f->list[i];
    while (at < n && f->list[at].at.begin < one.at.begin)
        at++;
    memmove(f->list + at + 1, f->list + at, (n - at) * sizeof *f->list);
    f->list[at] = one;
    f->n = n + 1;
}

/* Adds the code in a sentence, unless there is much of it. */
static void add_code(const tr_line *line, tr_span sentence, found *f)
{
    const char *const text = line->result.source;
    tr_known_name code[TR_MOST_CONTROL_NAMES];
    size_t n = 0;

    for (size_t i = 0; line->marks && i < line->marks->tags.plain.n_marks; i++) {
        const tr_mark *const m = &line->marks->tags.plain.marks[i];
        if (m->begin < sentence.begin || m->end > sentence.end || !is_code(line->marks, m))
            continue;
        if (n == TR_MOST_CONTROL_NAMES) return;
        code[n++] = (tr_known_name){{m->begin, m->end}, {text + m->begin, m->end - m->begin}};
    }
    for (size_t i = 0; i < n; i++)
        add_name(f, code[i]);
}

/* Adds the names of a sentence to the line's.  False when out of memory. */
static bool keep_names(tr_line *line, const found *f)
{
    if (f->n && !line->names) line->names = TR_REGION_TAKE(&line->region, tr_line_names, 1);
    if (!f->n) return true;
    if (!line->names) return false;
    tr_line_names *const names = line->names;
    const size_t n = names->n + f->n;
    if (n > names->capacity) {
        tr_known_name *const list = TR_REGION_TAKE(&line->region, tr_known_name, 2 * n);
        if (!list) return false;
        if (names->n) memcpy(list, names->list, names->n * sizeof *list);
        names->list = list;
        names->capacity = 2 * n;
    }
    memcpy(names->list + names->n, f->list, f->n * sizeof *f->list);
    names->n = n;
    return true;
}

int tr_line_find_names(tr_line *line, const tr_setup *setup, const tr_passages *passages,
                       tr_error *err)
{
    const tr_language *const language = tr_language_data(setup->special.source_language);
    const tr_translation *const r = &line->result;
    tr_span names[TR_MOST_CONTROL_NAMES];
    tr_spans marked;

    if (!language->controls.acts && !line->marks) return 0;
    if (!find_marked(line, &marked)) return tr_fail_memory(err);
    for (size_t i = 0; i < passages->n; i++) {
        const size_t n = tr_control_names_find(language, r->source, passages->list[i], marked.list,
                                               marked.n, names);
        found f = {.n = 0};
        for (size_t k = 0; k < n; k++)
            add_name(&f, (tr_known_name){.at = names[k]});
        add_code(line, passages->list[i], &f);
        if (!keep_names(line, &f)) return tr_fail_memory(err);
    }
    return 0;
}

/* True if the translation of a name speaks to the reader, which a label does not. */
static bool speaks(const tr_sentence *s, const tr_setup *setup, const tr_buf *said)
{
    const tr_language *const to = tr_language_data(setup->special.target_language);
    return tr_address_of(to, s->who, tr_buf_text(said), said->len) != TR_ADDRESS_NONE;
}

/* What one sentence says of a name; no text if it says nothing that may stand for it. */
static int read_name(tr_line *line, const tr_sentence *s, const tr_setup *setup, tr_buf *buf,
                     tr_string *said, tr_error *err)
{
    *said = (tr_string){0};
    if (s->failure || !s->n_hypotheses || s->lost) return 0;
    tr_buf_clear(buf);
    const int rc = tr_sentence_text(s, &s->hypotheses[0], setup, buf, NULL, err);
    if (rc < 0 || !tr_has_letter(tr_buf_text(buf), 0, buf->len) || speaks(s, setup, buf)) return rc;
    const char *const text = tr_region_copy(&line->region, buf->data, buf->len);
    if (!text) return tr_fail_memory(err);
    *said = (tr_string){text, buf->len};
    return 0;
}

int tr_line_know_names(tr_line *line, const tr_setup *setup, tr_buf *buf, tr_error *err)
{
    tr_line_names *const names = line->names;
    const tr_sentence *s = line->sentences;
    size_t n = 0;
    int rc = 0;

    for (size_t i = 0; i < names->n && rc == 0; i++) {
        tr_known_name one = names->list[i];
        const bool is_code = one.said.len > 0; /* it has no sentence */
        size_t of_it = is_code;
        for (; !is_code && s && s->begin < one.at.end && rc == 0; s = s->next, of_it++)
            rc = read_name(line, s, setup, buf, &one.said, err);
        if (of_it == 1 && one.said.len) names->list[n++] = one;
    }
    names->n = n;
    names->known = true;
    for (tr_sentence *old = line->sentences; old; old = old->next)
        tr_region_free(&old->region);
    tr_line_drop_sentences(line);
    return rc;
}
