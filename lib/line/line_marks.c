#include "line/line_marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "line/sentence_text.h"
#include "text/marks/mark_walk.h"

bool tr_line_may_have_marks(const tr_setup *setup)
{
    return setup->is_text && !setup->options.raw && setup->m->config.alignment_layer >= 0;
}

int tr_line_take_marks(tr_line *line, bool spaces, tr_error *err)
{
    tr_translation *const r = &line->result;
    tr_inline_tags tags;

    if (!tr_inline_tags_may_be(r->source, r->source_len)) return 0;
    const int rc = tr_inline_tags_find(&tags, r->source, r->source_len, spaces, &line->region);
    if (rc == 0) return 0;
    tr_line_marks *const marks = TR_REGION_TAKE(&line->region, tr_line_marks, 1);
    if (rc < 0 || !marks) return tr_fail_memory(err);
    *marks = (tr_line_marks){.source = r->source, .source_len = r->source_len, .tags = tags};
    line->marks = marks;
    r->source = tags.plain.text;
    r->source_len = tags.plain.len;
    return 0;
}

/* ---- Laying ---- */

/* True for a point that is seen, beside which a blank may be needed. */
static bool is_seen_point(const tr_line_marks *marks, const tr_mark *m)
{
    return m->kind == TR_MARK_POINT &&
           !tr_is_unseen(tr_utf8_at(marks->source, m->open.begin, m->open.end));
}

/* True if a point stands between blanks in the line. */
static bool is_apart(const tr_line_marks *marks, const tr_mark *m)
{
    return is_seen_point(marks, m) && m->open.begin > 0 &&
           marks->source[m->open.begin - 1] == ' ' && marks->source[m->open.end] == ' ';
}

/* A text with its tags, as it is written, and where its bytes come to be. */
typedef struct job {
    const tr_line_marks *marks;
    const char *text; /* of the hypothesis */
    size_t len, at;   /* in it */
    bool blank;       /* one was added before the next point */
    tr_buf *buf;
    tr_taken_out *added; /* [n_added] bytes of tags, in order */
    size_t n_added;
} job;

static void add_bytes(job *j, const char *bytes, size_t len)
{
    const size_t before = j->buf->len;
    tr_unicode_add_visible(j->buf, bytes, len);
    j->added[j->n_added++] = (tr_taken_out){j->at, j->buf->len - before};
}

/* A point behind a blank comes to stand behind one, and so does one between blanks, which leaves
 * the one behind it. */
static bool stands_apart(const job *j, const tr_mark *m)
{
    const char *const source = j->marks->source;

    if (!is_seen_point(j->marks, m) || j->blank || j->at == j->len || m->open.begin == 0 ||
        source[m->open.begin - 1] != ' ')
        return false;
    if (j->at > 0 && j->text[j->at - 1] != ' ') return true;
    return is_apart(j->marks, m) && j->text[j->at] == ' ';
}

static void lay_step(void *ctx, enum tr_mark_step step, size_t mark, tr_span text)
{
    job *const j = ctx;
    const tr_mark *const m = &j->marks->tags.plain.marks[mark];
    const tr_span tag = step == TR_STEP_CLOSE ? m->close : m->open;

    if (step == TR_STEP_TEXT) {
        tr_buf_add(j->buf, j->text + text.begin, text.end - text.begin);
        j->at = text.end;
    } else if (step == TR_STEP_BLANK) {
        add_bytes(j, " ", 1);
    } else if (m->kind == TR_MARK_ATOM) {
        tr_unicode_add_visible(j->buf, j->marks->source + tag.begin, tag.end - tag.begin);
        j->at += tag.end - tag.begin;
    } else {
        if (stands_apart(j, m)) add_bytes(j, " ", 1);
        add_bytes(j, j->marks->source + tag.begin, tag.end - tag.begin);
    }
    j->blank = step == TR_STEP_BLANK;
}

/* Where the next blank is from `at` on, which point k may move to: no other mark is in the way;
 * `at` if there is none. */
static size_t next_blank(const tr_line_marks *marks, size_t k, const char *text, size_t len,
                         const tr_mark_place *places)
{
    const tr_marked_text *const plain = &marks->tags.plain;
    const int parent = plain->marks[k].parent;
    size_t to = places[k].begin, limit = parent < 0 ? len : places[parent].end;

    for (size_t i = 0; i < plain->n_marks; i++) {
        const tr_mark_place p = places[i];
        const bool is_other = i != k && plain->marks[i].parent == parent;
        if (is_other && p.end > places[k].begin && p.begin < limit) limit = p.begin;
    }
    while (to < limit && text[to] != ' ')
        to++;
    return to < limit ? to : places[k].begin;
}

/* Points that stand between blanks do not come to stand within a word, nor between it and a sign
 * that touches it; and points between a blank and a sign do not come to touch a word. */
static void move_points(const tr_line_marks *marks, const char *text, size_t len,
                        tr_mark_place *places)
{
    for (size_t k = 0; k < marks->tags.plain.n_marks; k++) {
        const tr_mark *const m = &marks->tags.plain.marks[k];
        const size_t at = places[k].begin;
        const bool first = at == 0 || (m->parent >= 0 && at == places[m->parent].begin);
        if (!is_seen_point(marks, m) || first || at == len) continue;
        size_t to = at;
        if (is_apart(marks, m) && text[at - 1] != ' ')
            to = next_blank(marks, k, text, len, places);
        else if (text[at - 1] == ' ' && tr_byte_is_word(text[at]) &&
                 !tr_byte_is_word(marks->source[m->open.end]))
            to = at - 1;
        places[k].begin = places[k].end = to;
    }
}

/* The places of the tokens, ascending, are in the text with tags.  A token begins behind tags that
 * stand before it, and ends before tags behind it. */
static void move_tokens(const job *j, tr_token *tokens, size_t n)
{
    const tr_inline_tags added = {.out = j->added, .n_out = j->n_added};

    for (size_t i = 0; i < n; i++) {
        const bool empty = tokens[i].begin == tokens[i].end;
        tokens[i].begin = tr_inline_tags_source(&added, tokens[i].begin, false);
        tokens[i].end =
            empty ? tokens[i].begin : tr_inline_tags_source(&added, tokens[i].end, true);
    }
}

static void drop_places(tr_token *tokens, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tokens[i].begin = tokens[i].end = 0;
}

/* Notes the tags whose words are lost.  False: out of memory. */
static bool note_lost(tr_line *line, const tr_mark_place *places)
{
    tr_line_marks *const marks = line->marks;
    const tr_marked_text *const plain = &marks->tags.plain;

    marks->lost = TR_REGION_TAKE(&line->region, tr_span, tr_marks_lost(plain, places) + 1);
    if (!marks->lost) return false;
    for (size_t k = 0; k < plain->n_marks; k++) {
        const tr_mark *const m = &plain->marks[k];
        if (places[k].lost && (m->parent < 0 || !places[m->parent].lost))
            marks->lost[marks->n_lost++] = (tr_span){m->open.begin, m->close.end};
    }
    line->result.n_lost += marks->n_lost;
    return true;
}

int tr_line_lay_marks(tr_line *line, tr_hypothesis *h, const tr_setup *setup, tr_buf *buf,
                      tr_error *err)
{
    const bool aligned = line->options.alignment;
    const char *const languages[] = {setup->special.source_language,
                                     setup->special.target_language};
    const tr_marked_text *const plain = &line->marks->tags.plain;
    tr_mark_place *const places = calloc(plain->n_marks + 1, sizeof *places);
    job j = {.marks = line->marks, .text = h->text, .len = h->text_len, .buf = buf};

    j.added = calloc(3 * plain->n_marks + 1, sizeof *j.added);
    tr_buf_clear(buf);
    int rc = places && j.added ? tr_marks_place(plain, &line->result, h, languages, places, err)
                               : tr_fail_memory(err);
    if (rc == 1 && h == line->result.hypotheses && !note_lost(line, places))
        rc = tr_fail_memory(err);
    if (rc == 1) move_points(line->marks, h->text, h->text_len, places);
    if (rc == 1 && tr_marks_walk(plain, places, h->text, h->text_len, lay_step, &j, err) < 0)
        rc = TR_ENOMEM;
    if (rc == 1) {
        tr_token *const tokens = (tr_token *)h->tokens;
        h->text = buf->failed ? NULL : tr_region_copy(&line->region, tr_buf_text(buf), buf->len);
        h->text_len = buf->len;
        if (!h->text) rc = tr_fail_memory(err);
        if (aligned) move_tokens(&j, tokens, h->n_tokens);
        if (!aligned) drop_places(tokens, h->n_tokens);
        if (!aligned) h->alignment = NULL;
    }
    free(places);
    free(j.added);
    return rc;
}

/* ---- The source ---- */

size_t tr_line_place(const tr_line *line, size_t at, bool ends)
{
    return line->marks ? tr_inline_tags_source(&line->marks->tags, at, ends) : at;
}

void tr_line_put_marks_back(tr_line *line, bool aligned)
{
    tr_translation *const r = &line->result;
    tr_token *const tokens = (tr_token *)r->source_tokens;

    for (size_t i = 0; i < r->n_source_tokens && aligned; i++) {
        tokens[i].begin = tr_line_place(line, tokens[i].begin, false);
        tokens[i].end = tr_line_place(line, tokens[i].end, true);
    }
    if (!aligned) drop_places(tokens, r->n_source_tokens);
    r->source = line->marks->source;
    r->source_len = line->marks->source_len;
}
