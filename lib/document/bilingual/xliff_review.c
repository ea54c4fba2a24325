#include "document/bilingual/xliff_review.h"

#include <string.h>

#include "document/markup/review.h"

/* What a mark says: a machine's translation, which nobody has seen.  "translated" is XLIFF 2's
 * state of such a unit: the next is "reviewed". */
static const char version1_review[] =
    " state=\"needs-review-translation\" state-qualifier=\"leveraged-mt\"";
static const char version2_review[] = " state=\"translated\" subState=\"translate:mt\"";
/* And what it says with an estimate alone: the number comes behind. */
static const char version2_quality[] = " subState=\"translate:quality";

/* What ITS 2.0 has for a machine's confidence, but for the number behind it. */
static const char confidence[] = " xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\""
                                 " its:annotatorsRef=\"mt-confidence|translate\""
                                 " its:mtConfidence=\"";

const char *tr_xliff_wants_review(const tr_xliff_frame *f)
{
    return f->version2 ? version2_review : version1_review;
}

size_t tr_xliff_unit(const tr_segment *p)
{
    const tr_xliff_frame *const f = p->extra;
    return f->approved.begin; /* of version 2 each segment has a state: 0 */
}

/* What a translation says of itself. */
static const char *state_of(const tr_segment *p)
{
    const tr_xliff_frame *const f = p->extra;
    return p->trusted ? " state=\"translated\"" : tr_xliff_wants_review(f);
}

/* True if a translation of which no review is wanted has no state that would say otherwise. */
static bool says_nothing(const tr_segment *p)
{
    const tr_xliff_frame *const f = p->extra;
    return p->trusted && f->states[0].begin == f->states[0].end;
}

/* Where a segment of version 1 gets its confidence: at the end of the start tag, which is there or
 * is written.  A tag that says something of ITS stays as it is. */
static bool confidence_place(const tr_content *source, const tr_segment *p, size_t *place)
{
    const tr_xliff_frame *const f = p->extra;
    const tr_span tag = f->tag.end ? f->tag : f->start;
    tr_buf text = {0};

    tr_content_copy(source, tag, &text);
    const bool good = !text.failed && !strstr(tr_buf_text(&text), "its:");
    tr_buf_free(&text);
    if (f->is_new)
        *place = p->at.begin + (f->blanks.end - f->blanks.begin) + 1 +
                 (f->prefix.end - f->prefix.begin) + strlen(f->element);
    else if (f->tag.end)
        *place = f->tag.end - 1;
    else
        *place = p->at.begin + (f->start.end - f->start.begin);
    return good && (f->is_new || f->tag.end || f->start.end);
}

static void put_buffer(tr_review *review, tr_span place, tr_buf *text)
{
    if (!text->failed) tr_review_put(review, place, tr_buf_text(text));
    review->out->failed = review->out->failed || text->failed;
    tr_buf_free(text);
}

/* The states of a segment, and, of version 2, how good its translation is taken for: 0 is not
 * known. */
static void say_states(tr_review *review, const tr_segment *p, float quality)
{
    const tr_xliff_frame *const f = p->extra;
    tr_buf text = {0};

    if (!f->states[0].end || (says_nothing(p) && !(quality > 0))) return;
    tr_buf_add_string(&text, state_of(p));
    if (quality > 0) {
        if (p->trusted)
            tr_buf_add_string(&text, version2_quality);
        else
            text.len--;
        tr_buf_add_string(&text, "-");
        tr_review_add_quality(&text, quality);
        tr_buf_add_string(&text, "\"");
    }
    put_buffer(review, f->states[0], &text);
    if (f->states[1].end) tr_review_put(review, f->states[1], "");
}

/* How good a translation of version 1 is taken for; `marks`: behind its states. */
static void say_confidence(tr_review *review, const tr_segment *p, bool marks)
{
    const tr_xliff_frame *const f = p->extra;
    tr_buf text = {0};
    size_t place = 0;

    const bool has_place = confidence_place(review->source, p, &place);
    const bool together = marks && f->states[0].end && f->states[0].begin == place;
    if (marks && (!together || !has_place)) say_states(review, p, 0);
    if (!has_place) return;
    if (together && !says_nothing(p)) tr_buf_add_string(&text, state_of(p));
    tr_buf_add_string(&text, confidence);
    tr_review_add_quality(&text, p->quality);
    tr_buf_add_string(&text, "\"");
    put_buffer(review, (tr_span){place, place}, &text);
}

void tr_mark_review_xliff(const tr_content *source, const tr_content *d, tr_buf *out)
{
    /* Some programs leave out what is not approved, but take what says nothing. */
    const bool asked = d->options->mark_review > 0, marks = d->options->mark_review >= 0;
    tr_review review = tr_review_begin(source, d, out);
    const tr_segment *p;

    while ((p = tr_review_next(&review))) {
        const tr_xliff_frame *const f = p->extra;
        const float quality = d->options->say_quality ? p->quality : 0;
        if (marks && !p->trusted && f->approved.end > (asked ? 0 : f->approved.begin))
            tr_review_put(&review, f->approved, " approved=\"no\"");
        if (quality > 0 && !f->version2)
            say_confidence(&review, p, marks);
        else if (marks)
            say_states(&review, p, quality);
    }
    tr_review_end(&review);
}
