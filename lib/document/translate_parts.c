#include "document/translate_parts.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/segment/ignorable.h"
#include "document/segment/tagged.h"
#include "setup/estimate.h"
#include "text/placeables/placeables.h"

/* The plain text of a tagged one without marks. */
static char *plain_text(tr_work *j, const char *text, size_t len, size_t *plain_len)
{
    char *const plain = tr_region_copy(&j->region, text, len);
    size_t n = 0;

    for (size_t i = 0; plain && i < len; i++) {
        const bool lt = text[i] == '&' && i + 3 < len && text[i + 1] == 'l';
        plain[n++] = lt ? '<' : text[i];
        if (text[i] == '&') i += lt ? 3 : 4;
    }
    if (plain) plain[n] = '\0';
    *plain_len = n;
    return plain;
}

/* A part that is not sent: it comes out as it is. */
static bool add_kept_unit(tr_work *j, size_t segment, char *text, size_t len)
{
    void *units = j->units;

    if (tr_reserve(&units, &j->capacity, j->n + 1, sizeof *j->units) < 0) return false;
    j->units = units;
    j->units[j->n++] = (tr_unit){.text = text,
                                 .len = len,
                                 .segment = segment,
                                 .next = (size_t)TR_NO_UNIT,
                                 .result = text,
                                 .result_len = len};
    return true;
}

/* True if the part of the text that begins at *at, or after blanks and atoms there, is within a
 * word that is kept, such as an address.  *at: after it then. */
static bool is_in_kept(const tr_segment *p, size_t len, size_t *at, tr_span *kept)
{
    int32_t c;

    for (size_t n; *at < p->len; *at += n) {
        n = tr_utf8_decode(p->text + *at, p->len - *at, &c);
        if (c != ' ' && (c < TR_PRIVATE_FIRST || c > TR_PRIVATE_LAST)) break;
    }
    const size_t begin = *at;
    *at += len;
    while (kept->end <= begin && kept->begin < p->len)
        if (!tr_placeables_first(p->text, kept->end, p->len, TR_FIND_KEPT, kept))
            *kept = (tr_span){p->len, p->len};
    return kept->begin <= begin && *at <= kept->end;
}

static int add_parts(tr_work *j, size_t segment)
{
    const tr_segment *const p = tr_document_segment_at(j->document, segment, NULL);
    tr_buf tagged = {0};
    size_t at = 0, len, plain_at = 0;
    tr_span part, kept = {0};
    bool failed = false;

    tr_tagged_source(p, &tagged);
    while (!failed && !tagged.failed && tr_tagged_next_text(&tagged, &at, &part)) {
        char *const plain = plain_text(j, tagged.data + part.begin, part.end - part.begin, &len);
        if (plain && is_in_kept(p, len, &plain_at, &kept))
            failed = !add_kept_unit(j, segment, plain, len);
        else
            failed = !plain || !tr_work_add_part(
                                   j, segment, (tr_string){plain, tr_ignorable_remove(plain, len)});
    }
    failed = failed || tagged.failed;
    tr_buf_free(&tagged);
    return failed ? tr_fail_memory(j->err) : TR_OK;
}

/* Puts the translations of its parts, from tr_unit *next on, into a segment. */
static int put_parts(tr_work *j, size_t segment, size_t *next)
{
    tr_document *const d = j->document;
    tr_buf tagged = {0}, out = {0};
    size_t at = 0, written = 0, n_lost = 0, n_tokens = 0;
    double log_probability = 0;
    tr_span part;
    tr_error e;
    bool complete = true; /* all parts have a translation */
    int rc = TR_OK;

    tr_tagged_source(tr_document_segment_at(d, segment, NULL), &tagged);
    while (tr_tagged_next_text(&tagged, &at, &part)) {
        const tr_unit *const u = &j->units[(*next)++];
        complete = complete && u->result;
        n_lost += u->n_lost;
        n_tokens += u->n_tokens;
        log_probability += u->log_probability;
        tr_buf_add(&out, tr_buf_text(&tagged) + written, part.begin - written);
        tr_tagged_add_text(&out, u->result ? u->result : u->text,
                           u->result ? u->result_len : u->len);
        written = part.end;
    }
    tr_buf_add(&out, tr_buf_text(&tagged) + written, tagged.len - written);
    if (out.failed || tagged.failed) rc = tr_fail_memory(j->err);
    if (rc == TR_OK && tr_work_put(j, segment, &out, &e) < 0) {
        rc = e.code == TR_ENOMEM ? tr_fail_memory(j->err) : tr_work_leave(j, segment, e.msg);
    } else if (rc == TR_OK) {
        const tr_segment *const p = tr_document_segment_at(d, segment, NULL);
        const float quality = tr_estimate(tr_model_nmt(j->model), log_probability, n_tokens);
        if (!tr_document_set_lost(d, segment, n_lost) ||
            !tr_document_set_quality(d, segment, quality))
            rc = tr_fail_memory(j->err);
        if (complete && p->n_marks) tr_work_remember(j, p, &out, NULL);
        d->stats.cut++;
    }
    tr_buf_free(&tagged);
    tr_buf_free(&out);
    return rc;
}

int tr_work_parts(tr_work *j, tr_stream_stats *stats)
{
    int (*const progress)(void *ctx, double done) = j->progress;
    size_t next = 0;
    int rc = TR_OK;

    tr_work_clear(j);
    j->parts = true;
    for (size_t i = j->first; i < j->last && rc == TR_OK; i++)
        if (tr_work_wants_parts(j, i)) rc = add_parts(j, i);
    j->progress = NULL;
    if (rc == TR_OK) rc = tr_work_run(j, false, stats);
    for (size_t i = j->first; i < j->last && rc == TR_OK; i++)
        if (tr_work_wants_parts(j, i)) rc = put_parts(j, i, &next);
    j->progress = progress;
    j->parts = false;
    return rc;
}
