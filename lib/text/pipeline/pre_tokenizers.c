#include "text/pipeline/pre_tokenizers.h"

#include <string.h>

#include "base/utf8.h"

/* ---- Parts of a part ---- */

/* Writes parts one after the other, each joined to the one before where the rule says so. */
typedef struct splitter {
    const tr_step *s;
    const tr_aligned *in;
    tr_aligned *out;
    size_t begin, end;   /* of the part that is not written yet */
    bool open, is_match; /* there is such a part; what it ends in is a match */
} splitter;

static void write_part(splitter *w)
{
    const size_t begin = w->out->text.len;

    if (!w->open) return;
    tr_aligned_copy(w->out, w->in, w->begin, w->end);
    tr_aligned_end_part(w->out, begin, -1);
    w->open = false;
}

/* True if text [begin, end) goes on with the part before it. */
static bool joins(const splitter *w, bool is_match)
{
    if (!w->open) return false;
    switch (w->s->split) {
    case TR_SPLIT_WITH_PREVIOUS:
        return is_match && !w->is_match;
    case TR_SPLIT_WITH_NEXT:
        return !is_match && w->is_match;
    case TR_SPLIT_CONTIGUOUS:
        return is_match == w->is_match;
    default:
        return false;
    }
}

static void add_stretch(splitter *w, size_t begin, size_t end, bool matches)
{
    const bool is_match = matches != w->s->invert;

    if (begin == end && !matches) return;
    if (!joins(w, is_match)) {
        write_part(w);
        w->begin = begin;
    }
    w->end = end;
    w->open = !(is_match && w->s->split == TR_SPLIT_REMOVED);
    w->is_match = is_match;
}

int tr_step_split(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err)
{
    const char *const text = in->text.data + part->begin;
    const size_t len = part->end - part->begin;
    splitter w = {.s = s, .in = in, .out = out};
    tr_match_search search = {0};
    size_t done = 0;
    tr_span m;
    int rc;

    while ((rc = tr_expression_next(s->pattern, text, len, &search, &m, err)) > 0) {
        add_stretch(&w, part->begin + done, part->begin + m.begin, false);
        add_stretch(&w, part->begin + m.begin, part->begin + m.end, true);
        done = m.end;
    }
    if (rc < 0) return rc;
    add_stretch(&w, part->begin + done, part->end, false);
    write_part(&w);
    return 0;
}

/* ---- Signs for blanks ---- */

/* Each part begins with a sign, but for the first one. */
static void add_meta_parts(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                           bool prepends, tr_aligned *out)
{
    const size_t sign = strlen(s->text);
    size_t begin = out->text.len;

    if (prepends) tr_aligned_put(out, s->text, sign, in, part->begin, part->begin);
    for (size_t at = part->begin, n; at < part->end; at += n) {
        const bool blank = in->text.data[at] == ' ';
        const bool is_sign = tr_starts_with(in->text.data, at, part->end, s->text);
        n = is_sign ? sign : 1;
        if (s->splits && (blank || is_sign)) {
            tr_aligned_end_part(out, begin, -1);
            begin = out->text.len;
        }
        if (blank)
            tr_aligned_put(out, s->text, sign, in, at, at + 1);
        else
            tr_aligned_copy(out, in, at, at + n);
    }
    tr_aligned_end_part(out, begin, -1);
}

int tr_step_metaspace(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err)
{
    const bool begun = in->text.data[part->begin] == ' ' ||
                       tr_starts_with(in->text.data, part->begin, part->end, s->text);
    const bool first = tr_aligned_extent(in, part->begin, part->end).begin == 0;
    const bool wanted =
        s->prepend == TR_PREPEND_ALWAYS || (s->prepend == TR_PREPEND_FIRST && first);

    (void)err;
    add_meta_parts(s, in, part, wanted && !begun, out);
    return 0;
}

int tr_step_blank_first(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                        tr_aligned *out, tr_error *err)
{
    const size_t begin = out->text.len;

    (void)s, (void)err;
    if (in->text.data[part->begin] != ' ')
        tr_aligned_put(out, " ", 1, in, part->begin, part->begin);
    tr_aligned_copy(out, in, part->begin, part->end);
    tr_aligned_end_part(out, begin, -1);
    return 0;
}
