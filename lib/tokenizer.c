#include "tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "unicode.h"

struct tr_tokenizer {
    tr_spm *spm;
    int form;          /* enum tr_normal_form */
    int32_t n_pieces;  /* SentencePiece's; ids behind them have no piece */
    bool *may_produce; /* [n_pieces] */
};

/* ---- Creating */

static int parse_form(const char *text)
{
    static const char *const names[] = {"none", "nfc", "nfkc"};
    for (int form = TR_FORM_NONE; form <= TR_FORM_NFKC; form++)
        if (strcmp(text, names[form]) == 0) return form;
    return -1;
}

static bool holds_control(const char *text)
{
    const size_t len = strlen(text);
    int32_t c;
    for (size_t i = 0; i < len;) {
        i += tr_utf8_decode(text + i, len - i, &c);
        if (tr_is_control(c)) return true;
    }
    return false;
}

/* The value of a byte piece, "<0x0A>". */
static long byte_of(const char *piece)
{
    return strtol(piece + 1, NULL, 16);
}

/* Bytes from 0x80 pass: alone they are incomplete, and what they complete is seen by decode. */
static bool is_producible(const tr_spm *spm, int32_t id)
{
    const char *const piece = tr_spm_piece(spm, id);
    switch (tr_spm_kind(spm, id)) {
    case TR_SPM_NORMAL:
    case TR_SPM_USER_DEFINED:
        return !holds_control(piece);
    case TR_SPM_BYTE:
        return byte_of(piece) >= 0x20 && byte_of(piece) != 0x7F;
    default:
        return id == tr_spm_eos(spm);
    }
}

static int check_ids(const tr_spm *spm, uint32_t n_vocab, uint32_t eos, uint32_t unk,
                     const char *name, tr_error *err)
{
    if ((uint32_t)tr_spm_size(spm) > n_vocab)
        return tr_fail(err, TR_EFORMAT, "%s: %ld pieces, but the network's vocabulary has %lu",
                       name, (long)tr_spm_size(spm), (unsigned long)n_vocab);
    if (tr_spm_eos(spm) < 0 || (uint32_t)tr_spm_eos(spm) != eos)
        return tr_fail(err, TR_EFORMAT, "%s: </s> has id %ld, but %lu in the network", name,
                       (long)tr_spm_eos(spm), (unsigned long)eos);
    if ((uint32_t)tr_spm_unk(spm) != unk)
        return tr_fail(err, TR_EFORMAT, "%s: <unk> has id %ld, but %lu in the network", name,
                       (long)tr_spm_unk(spm), (unsigned long)unk);
    return TR_OK;
}

int tr_tokenizer_create(tr_tokenizer **tokenizer, const void *spm, size_t size,
                        const char *normalization, uint32_t n_vocab, uint32_t eos, uint32_t unk,
                        const char *name, tr_error *err)
{
    int status;
    tr_tokenizer *const t = *tokenizer = calloc(1, sizeof *t);
    if (!t) return tr_fail_memory(err);
    t->form = parse_form(normalization);
    if (t->form < 0) {
        status = tr_fail(err, TR_EFORMAT, "%s: normalization \"%s\" is not none, nfc or nfkc", name,
                         normalization);
        goto fail;
    }
    if ((status = tr_spm_open(&t->spm, spm, size, name, err)) < 0) goto fail;
    if ((status = check_ids(t->spm, n_vocab, eos, unk, name, err)) < 0) goto fail;
    t->n_pieces = tr_spm_size(t->spm);
    t->may_produce = malloc((size_t)t->n_pieces * sizeof *t->may_produce);
    if (!t->may_produce) {
        status = tr_fail_memory(err);
        goto fail;
    }
    for (int32_t id = 0; id < t->n_pieces; id++)
        t->may_produce[id] = is_producible(t->spm, id);
    return TR_OK;
fail:
    tr_tokenizer_free(t);
    *tokenizer = NULL;
    return status;
}

void tr_tokenizer_free(tr_tokenizer *t)
{
    if (!t) return;
    tr_spm_close(t->spm);
    free(t->may_produce);
    free(t);
}

/* ---- Text to ids */

int tr_tokenizer_encode(const tr_tokenizer *t, const char *text, size_t len, int32_t **ids,
                        size_t *capacity, size_t *n, tr_error *err)
{
    if (t->form == TR_FORM_NONE) return tr_spm_encode(t->spm, text, len, ids, capacity, n, err);
    tr_buf normal = {0};
    tr_unicode_normalize(t->form, text, len, &normal);
    const int status = normal.failed ? tr_fail_memory(err)
                                     : tr_spm_encode(t->spm, tr_buf_text(&normal), normal.len, ids,
                                                     capacity, n, err);
    tr_buf_free(&normal);
    return status;
}

/* A stretch of text that was rewritten; between two of them, bytes correspond one by one. */
typedef struct edit {
    size_t old_begin, old_end, new_begin, new_end;
} edit;

/* Text, and how it came from an older one. */
typedef struct rewrite {
    tr_buf text;
    edit *edits; /* ascending */
    size_t n, capacity;
} rewrite;

static void rewrite_free(rewrite *r)
{
    tr_buf_free(&r->text);
    free(r->edits);
}

/* Notes that old bytes [begin, end) became what stands in r->text from `new_begin` on. */
static void add_edit(rewrite *r, size_t begin, size_t end, size_t new_begin)
{
    void *edits = r->edits;
    if (tr_reserve(&edits, &r->capacity, r->n + 1, sizeof *r->edits) < 0) {
        r->text.failed = true;
        return;
    }
    r->edits = edits;
    r->edits[r->n++] = (edit){begin, end, new_begin, r->text.len};
}

/* The last edit that begins at or before `at` in the new text, or NULL. */
static const edit *edit_before(const rewrite *r, size_t at)
{
    size_t low = 0, high = r->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (r->edits[mid].new_begin <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low > 0 ? &r->edits[low - 1] : NULL;
}

/* Where the character that holds byte `at` of the new text begins in the old one. */
static size_t old_begin(const rewrite *r, size_t at)
{
    const edit *const e = edit_before(r, at);
    if (!e) return at;
    return at < e->new_end ? e->old_begin : e->old_end + (at - e->new_end);
}

/* Where the character that holds byte `at` - 1 of the new text ends in the old one. */
static size_t old_end(const rewrite *r, size_t at)
{
    const edit *const e = edit_before(r, at - 1);
    if (!e) return at;
    return at < e->new_end ? e->old_end : e->old_end + (at - e->new_end);
}

static void map_back(const rewrite *r, tr_spm_piece_span *spans, size_t n)
{
    for (size_t i = 0; r->n > 0 && i < n; i++) {
        const bool empty = spans[i].begin == spans[i].end;
        spans[i].begin = old_begin(r, spans[i].begin);
        spans[i].end = empty ? spans[i].begin : old_end(r, spans[i].end);
    }
}

/* tr_utf8_repair() with its edits. */
static void repair(rewrite *r, const char *text, size_t len)
{
    size_t done = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c <= 0) {
            tr_buf_add(&r->text, text + done, i - done);
            done = i;
            const size_t new_begin = r->text.len;
            tr_utf8_repair(text + i, n, &r->text);
            done += n;
            add_edit(r, i, done, new_begin);
        }
        i += n;
    }
    tr_buf_add(&r->text, text + done, len - done);
}

/* tr_unicode_normalize() with its edits. */
static void normalize(rewrite *r, int form, const char *text, size_t len)
{
    size_t n;
    for (size_t i = 0; i < len && form != TR_FORM_NONE; i += n) {
        n = tr_unicode_segment(form, text + i, len - i);
        const size_t new_begin = r->text.len;
        tr_unicode_normalize(form, text + i, n, &r->text);
        if (r->text.failed) return;
        if (r->text.len - new_begin != n || memcmp(r->text.data + new_begin, text + i, n) != 0)
            add_edit(r, i, i + n, new_begin);
    }
    if (form == TR_FORM_NONE) tr_buf_add(&r->text, text, len);
}

int tr_tokenizer_encode_spans(const tr_tokenizer *t, const char *text, size_t len,
                              tr_spm_piece_span **spans, size_t *capacity, size_t *n, tr_error *err)
{
    rewrite repaired = {0}, normal = {0};
    repair(&repaired, text, len);
    normalize(&normal, t->form, tr_buf_text(&repaired.text), repaired.text.len);
    const bool failed = repaired.text.failed || normal.text.failed;
    const int status = failed ? tr_fail_memory(err)
                              : tr_spm_encode_spans(t->spm, tr_buf_text(&normal.text),
                                                    normal.text.len, spans, capacity, n, err);
    if (status == TR_OK) {
        map_back(&normal, *spans, *n);
        map_back(&repaired, *spans, *n);
    }
    rewrite_free(&normal);
    rewrite_free(&repaired);
    return status;
}

/* ---- Ids to text */

/* Appends `text` with control characters, and whatever a piece holds that is not UTF-8, replaced
 * by U+FFFD. */
static void add_printable(const char *text, size_t len, tr_buf *out)
{
    size_t done = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c < 0 || tr_is_control(c)) {
            tr_buf_add(out, text + done, i - done);
            tr_buf_add_string(out, "\xEF\xBF\xBD");
            done = i + n;
        }
        i += n;
    }
    tr_buf_add(out, text + done, len - done);
}

static size_t with_piece(const tr_tokenizer *t, const int32_t *ids, size_t n, int32_t *kept)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] >= 0 && ids[i] < t->n_pieces) kept[n_kept++] = ids[i];
    return n_kept;
}

int tr_tokenizer_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                        tr_error *err)
{
    if (n == 0) return TR_OK;
    tr_buf text = {0};
    int32_t *const kept = calloc(n, sizeof *kept);
    if (!kept) return tr_fail_memory(err);
    const size_t n_kept = with_piece(t, ids, n, kept);
    const int status = tr_spm_decode(t->spm, kept, n_kept, &text, err);
    if (status == TR_OK) add_printable(tr_buf_text(&text), text.len, out);
    free(kept);
    tr_buf_free(&text);
    return status == TR_OK && out->failed ? tr_fail_memory(err) : status;
}

/* ---- Pieces */

const char *tr_tokenizer_piece(const tr_tokenizer *t, int32_t id)
{
    return id >= 0 && id < t->n_pieces ? tr_spm_piece(t->spm, id) : "";
}

int32_t tr_tokenizer_id(const tr_tokenizer *t, const char *piece, size_t len)
{
    return tr_spm_id(t->spm, piece, len);
}

bool tr_tokenizer_may_produce(const tr_tokenizer *t, int32_t id)
{
    return id >= 0 && id < t->n_pieces && t->may_produce[id];
}
