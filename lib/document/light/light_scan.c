#include "document/light/light_scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

size_t tr_light_limit(const tr_light_scan *s)
{
    return s->depth ? s->open[s->depth - 1].close : s->n;
}

size_t tr_light_atom(tr_light_scan *s, size_t begin, size_t end)
{
    tr_light_add(s->marks, TR_LIGHT_ATOM, begin, end, NULL);
    return end;
}

size_t tr_light_pair(tr_light_scan *s, size_t begin, size_t in, size_t close, size_t end,
                     const char *name)
{
    if (s->depth == TR_LIGHT_DEEPEST) return tr_light_atom(s, begin, end);
    tr_light_add(s->marks, TR_LIGHT_OPEN, begin, in, name);
    s->open[s->depth++] = (struct tr_light_pair){in, close, end, name};
    return in;
}

void tr_light_scan_all(tr_light_scan *s, tr_light_take *mark)
{
    for (size_t at = 0; (at < s->n || s->depth) && !s->marks->failed;) {
        const struct tr_light_pair *const top = s->depth ? &s->open[s->depth - 1] : NULL;
        if (top && at >= top->close) {
            tr_light_add(s->marks, top->name ? TR_LIGHT_CLOSE : TR_LIGHT_FIXED, top->close,
                         top->end, top->name);
            at = top->end;
            s->in_note = s->in_note && top->name;
            s->depth--;
            continue;
        }
        const size_t end = mark(s, at);
        const bool is_word = !end && tr_ascii_is_alnum(s->t[at]);
        at = end ? end : is_word ? tr_skip(s->t, at, tr_light_limit(s), tr_ascii_is_alnum) : at + 1;
    }
}

/* ---- Notes ---- */

size_t tr_light_close_bracket(tr_light_scan *s, size_t at, enum tr_light_nested nested)
{
    const size_t limit = tr_light_limit(s);
    size_t depth = 0;

    if (s->searched / 64 > s->n) return 0;
    for (size_t i = at; i < limit; i++) {
        if (s->t[i] == '\\')
            i++;
        else if (s->t[i] == '[')
            depth += nested == TR_LIGHT_ALL ||
                     (nested == TR_LIGHT_MACROS && i > at && !tr_ascii_is_space(s->t[i - 1]));
        else if (s->t[i] == ']' && !depth--)
            return i;
    }
    s->searched += limit - at;
    return 0;
}

/* Finds the marks of a note, text [at].  False if it has none but escapes, and addresses, which are
 * words. */
static bool find_marks(const tr_light_scan *s, tr_span at, tr_light_take *mark,
                       tr_light_marks *marks)
{
    const size_t n = at.end - at.begin;
    tr_light_scan inner = {.t = s->t + at.begin, .n = n, .marks = marks, .in_note = true};
    bool found = false;

    tr_light_scan_all(&inner, mark);
    for (size_t i = 0; i < marks->n && !found; i++) {
        const tr_span m = marks->list[i].at;
        if (marks->list[i].kind == TR_LIGHT_ESCAPE) continue;
        found = marks->list[i].kind != TR_LIGHT_ATOM || !tr_ascii_is_letter(inner.t[m.begin]) ||
                tr_find_byte(inner.t, m.begin, m.end, '[') < m.end;
    }
    return found;
}

/* True if a sentence ends before byte `at`, and another one may begin at byte `behind`. */
static bool is_between_sentences(const tr_light_scan *s, size_t at, size_t behind)
{
    at = tr_skip_back(s->t, 0, at, tr_ascii_is_space);
    return (at == 0 || tr_ascii_is_one_of(s->t[at - 1], ".!?:;")) &&
           (behind == s->n || tr_ascii_is_space(s->t[behind]));
}

/* Takes a note that stands behind the sentence, with the marks in it. */
static size_t hold_note(tr_light_scan *s, tr_span note, tr_span at, const tr_light_marks *marks,
                        const tr_writing *writing)
{
    tr_light_add(s->marks, TR_LIGHT_POINT, note.begin, note.end, NULL);
    if (marks)
        tr_light_hold_note(s->marks, at.begin, at.end, marks, writing);
    else
        tr_light_hold(s->marks, at.begin, at.end, writing);
    return note.end;
}

size_t tr_light_note(tr_light_scan *s, tr_span note, tr_span at, tr_light_take *mark,
                     const tr_writing *writing)
{
    const bool is_whole = s->depth == 0 && is_between_sentences(s, note.begin, note.end);
    tr_light_marks marks = {0};
    size_t end = 0;

    if (s->in_note || at.begin >= at.end) return tr_light_atom(s, note.begin, note.end);
    const bool has_marks = find_marks(s, at, mark, &marks);
    const bool has_any = has_marks || memchr(s->t + at.begin, '\\', at.end - at.begin);
    if (!has_marks || !is_whole) end = hold_note(s, note, at, has_any ? &marks : NULL, writing);
    s->marks->failed = s->marks->failed || marks.failed;
    free(marks.list);
    if (end) return end;
    tr_light_add(s->marks, TR_LIGHT_FIXED, note.begin, at.begin, NULL);
    s->open[s->depth++] = (struct tr_light_pair){at.begin, at.end, note.end, NULL};
    s->in_note = true;
    return at.begin;
}
