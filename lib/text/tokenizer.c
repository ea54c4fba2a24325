#include "text/tokenizer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/normalize.h"

/* SentencePiece's model of a tokenizer with a vocabulary. */
typedef struct late_spm {
    pthread_mutex_t lock;
    tr_spm *spm; /* NULL: not read yet */
} late_spm;

struct tr_tokenizer {
    tr_tokenizer_parts parts;
    tr_spm *spm;              /* without a vocabulary */
    late_spm *late;           /* with both a vocabulary and SentencePiece */
    unsigned char *kinds;     /* [n_pieces] enum tr_spm_kind; NULL without a vocabulary */
    tr_normalizer *normalize; /* NULL: text stays as it is */
    int32_t n_pieces;         /* ids after them have no piece */
    int32_t eos, unk;
};

const tr_tokenizer_parts *tr_tokenizer_parts_of(const tr_tokenizer *t)
{
    return &t->parts;
}

/* ---- Pieces */

const char *tr_tokenizer_piece(const tr_tokenizer *t, int32_t id)
{
    if (id < 0 || id >= t->n_pieces) return "";
    return t->spm ? tr_spm_piece(t->spm, id) : tr_pieces_text(t->parts.pieces, id);
}

int32_t tr_tokenizer_id(const tr_tokenizer *t, const char *piece, size_t len)
{
    if (t->spm) return tr_spm_id(t->spm, piece, len);
    const int32_t id = tr_pieces_find(t->parts.pieces, piece, len);
    return id < 0 ? t->unk : id;
}

size_t tr_tokenizer_size(const tr_tokenizer *t)
{
    return (size_t)t->n_pieces;
}

bool tr_tokenizer_knows(const tr_tokenizer *t, const char *piece, size_t len)
{
    return tr_tokenizer_id(t, piece, len) != t->unk;
}

/* The byte of a piece such as <0x1F>, or -1. */
static int byte_of_piece(const char *piece)
{
    static const char digits[] = "0123456789ABCDEF";
    const bool is_byte = strncmp(piece, "<0x", 3) == 0 && strspn(piece + 3, digits) == 2 &&
                         strcmp(piece + 5, ">") == 0;
    return is_byte ? (int)strtol(piece + 3, NULL, 16) : -1;
}

/* Writes a piece's text with a blank for each U+2581, to out [strlen(piece)]. */
static size_t spell_blanks(const char *piece, char *out)
{
    static const char symbol[] = "\xE2\x96\x81";
    size_t n = 0;
    for (const char *at; (at = strstr(piece, symbol)); piece = at + sizeof symbol - 1) {
        memcpy(out + n, piece, (size_t)(at - piece));
        n += (size_t)(at - piece);
        out[n++] = ' ';
    }
    const size_t rest = strlen(piece);
    memcpy(out + n, piece, rest);
    return n + rest;
}

size_t tr_tokenizer_spell(const tr_tokenizer *t, int32_t id, char *out, size_t size)
{
    const char *const piece = tr_tokenizer_piece(t, id);
    if (strlen(piece) + 1 > size) return 0;
    const tr_cutter *const cutter = t->parts.cutter;
    if (cutter && cutter->spell) return cutter->spell(piece, out);
    const int byte = !cutter || cutter->has_bytes ? byte_of_piece(piece) : -1;
    if (byte < 0) {
        const size_t n = spell_blanks(piece, out);
        if (cutter && cutter->respell) cutter->respell(cutter->state, out, n);
        return n;
    }
    *out = (char)byte;
    return 1;
}

enum { LONGEST_SPELLING = 1024 }; /* bytes of a piece; longer ones say nothing */

static bool piece_has_letter(const tr_tokenizer *t, int32_t id)
{
    const char *const piece = tr_tokenizer_piece(t, id);
    if (t->parts.cutter) {
        char text[LONGEST_SPELLING];
        return tr_has_letter(text, 0, tr_tokenizer_spell(t, id, text, sizeof text));
    }
    return strncmp(piece, "<0x", 3) != 0 && tr_has_letter(piece, 0, strlen(piece));
}

bool tr_tokenizer_by_bytes(const tr_tokenizer *t)
{
    return t->parts.cutter && t->parts.cutter->by_bytes;
}

size_t tr_tokenizer_grain(const tr_tokenizer *t)
{
    return t && tr_tokenizer_by_bytes(t) ? TR_GRAIN_BYTES : 1;
}

static bool bytes_have_letter(const tr_tokenizer *t, const int32_t *ids, size_t n)
{
    char character[4];
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        const int byte = byte_of_piece(tr_tokenizer_piece(t, ids[i]));
        if (byte < 0 || len == sizeof character || !tr_utf8_is_inner((char)byte)) len = 0;
        if (byte >= 0) character[len++] = (char)byte;
        if (tr_has_letter(character, 0, len)) return true;
    }
    return false;
}

bool tr_tokenizer_any_letter(const tr_tokenizer *t, const int32_t *ids, size_t n)
{
    if (tr_tokenizer_by_bytes(t)) return bytes_have_letter(t, ids, n);
    for (size_t i = 0; i < n; i++)
        if (ids[i] != t->unk && piece_has_letter(t, ids[i])) return true;
    return false;
}

static int token_kind(const tr_tokenizer *t, int32_t id)
{
    return t->spm ? tr_spm_kind(t->spm, id) : t->kinds[id];
}

/* The value of a byte piece, "<0x0A>". */
static int byte_of_token(const char *piece)
{
    return (int)strtol(piece + 1, NULL, 16);
}

uint8_t tr_tokenizer_byte(const tr_tokenizer *t, int32_t id)
{
    if (id < 0 || id >= t->n_pieces || token_kind(t, id) != TR_SPM_BYTE) return 0;
    const int byte = byte_of_token(tr_tokenizer_piece(t, id));
    return byte >= 0x80 ? (uint8_t)byte : 0;
}

bool tr_tokenizer_covers(const tr_tokenizer *t, const int32_t *ids, size_t n)
{
    const bool by_bytes = tr_tokenizer_by_bytes(t);
    for (size_t i = 0; i < n; i++)
        if (ids[i] == t->unk || (!by_bytes && tr_tokenizer_byte(t, ids[i]))) return false;
    return true;
}

/* Of UTF-8, where U+0080 to U+009F are C2 80 to C2 9F. */
static bool holds_control(const char *text, size_t len)
{
    const unsigned char *const c = (const unsigned char *)text;
    for (size_t i = 0; i < len; i++)
        if (c[i] < 0x20 || c[i] == 0x7F || (c[i] == 0xC2 && i + 1 < len && c[i + 1] < 0xA0))
            return true;
    return false;
}

static bool says_control(const tr_tokenizer *t, int32_t id)
{
    const char *const piece = tr_tokenizer_piece(t, id);
    if (!t->parts.cutter) return holds_control(piece, strlen(piece));
    char text[LONGEST_SPELLING] = "";
    const size_t len = tr_tokenizer_spell(t, id, text, sizeof text);
    return holds_control(text, len);
}

/* Bytes from 0x80 pass: alone they are incomplete, and what they complete is seen by decode. */
bool tr_tokenizer_may_produce(const tr_tokenizer *t, int32_t id)
{
    if (id < 0 || id >= t->n_pieces) return false;
    const char *const piece = tr_tokenizer_piece(t, id);
    switch (token_kind(t, id)) {
    case TR_SPM_NORMAL:
    case TR_SPM_USER_DEFINED:
        return !says_control(t, id);
    case TR_SPM_BYTE:
        return byte_of_token(piece) >= 0x20 && byte_of_token(piece) != 0x7F;
    default:
        return id == t->eos;
    }
}

/* ---- Creating */

static int open_spm(const tr_tokenizer_parts *parts, tr_spm **spm, tr_error *err)
{
    tr_buf name = {0};
    tr_buf_printf(&name, "%s: tokenizer.spm.%s", parts->path, parts->side);
    const int status = name.failed ? tr_fail_memory(err)
                                   : tr_spm_open(spm, parts->spm, parts->spm_size,
                                                 !parts->sentencepiece, tr_buf_text(&name), err);
    tr_buf_free(&name);
    return status;
}

/* SentencePiece's model, NULL if there is none. */
static int use_spm(const tr_tokenizer *t, const tr_spm **spm, tr_error *err)
{
    int status = TR_OK;
    *spm = t->spm;
    if (!t->late) return TR_OK;
    pthread_mutex_lock(&t->late->lock);
    if (!t->late->spm) status = open_spm(&t->parts, &t->late->spm, err);
    *spm = t->late->spm;
    pthread_mutex_unlock(&t->late->lock);
    return status;
}

int tr_tokenizer_load(const tr_tokenizer *t, tr_error *err)
{
    const tr_spm *spm;
    return use_spm(t, &spm, err);
}

int tr_tokenizer_check(const tr_tokenizer *t, tr_error *err)
{
    const tr_spm *spm;
    const int status = use_spm(t, &spm, err);
    return status < 0 || !spm ? status : tr_spm_load(spm, err);
}

static int check_spm(const tr_tokenizer *t, tr_error *err)
{
    const tr_tokenizer_parts *const p = &t->parts;
    const long eos = tr_spm_eos(t->spm), unk = tr_spm_unk(t->spm);
    if (t->n_pieces > (int64_t)p->n_vocab)
        return tr_fail(err, TR_EFORMAT,
                       "%s: tokenizer.spm.%s: %ld pieces, but the network's vocabulary has %lu",
                       p->path, p->side, (long)t->n_pieces, (unsigned long)p->n_vocab);
    if (eos != t->eos)
        return tr_fail(err, TR_EFORMAT,
                       "%s: tokenizer.spm.%s: </s> has id %ld, but %ld in the network", p->path,
                       p->side, eos, (long)t->eos);
    if (unk != t->unk)
        return tr_fail(err, TR_EFORMAT,
                       "%s: tokenizer.spm.%s: <unk> has id %ld, but %ld in the network", p->path,
                       p->side, unk, (long)t->unk);
    return TR_OK;
}

/* Returns the kind of a vocabulary's piece, by its spelling. */
static int spelled_kind(const char *piece, bool has_bytes)
{
    static const char *const controls[] = {"<s>", "</s>", "<pad>"};
    if (piece[0] != '<') return TR_SPM_NORMAL;
    if (has_bytes && byte_of_piece(piece) >= 0) return TR_SPM_BYTE;
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (strcmp(piece, controls[i]) == 0) return TR_SPM_CONTROL;
    return TR_SPM_NORMAL;
}

static void set_kind(tr_tokenizer *t, int32_t id, int kind)
{
    if (id < t->n_pieces) t->kinds[id] = (unsigned char)kind;
}

static int use_vocabulary(tr_tokenizer *t, tr_error *err)
{
    const tr_tokenizer_parts *const p = &t->parts;
    t->n_pieces = p->pieces->n;
    t->kinds = malloc((size_t)t->n_pieces + 1);
    if (!t->kinds) return tr_fail_memory(err);
    for (int32_t id = 0; id < t->n_pieces; id++)
        set_kind(t, id,
                 spelled_kind(tr_pieces_text(p->pieces, id), !p->cutter || p->cutter->has_bytes));
    for (size_t i = 0; i < p->n_controls; i++)
        set_kind(t, p->controls[i], TR_SPM_CONTROL);
    set_kind(t, t->eos, TR_SPM_CONTROL);
    set_kind(t, t->unk, TR_SPM_UNKNOWN);
    if (!p->spm) return TR_OK;
    t->late = calloc(1, sizeof *t->late);
    if (t->late && pthread_mutex_init(&t->late->lock, NULL) == 0) return TR_OK;
    free(t->late);
    t->late = NULL;
    return tr_fail_memory(err);
}

static int set_up(tr_tokenizer *t, tr_error *err)
{
    const char *const normalization = t->parts.normalization;
    t->normalize = tr_normalizer_find(normalization);
    if (!t->normalize)
        return tr_fail(err, TR_EFORMAT, "%s: tokenizer.normalization: \"%s\" is not known",
                       t->parts.path, normalization);
    if (t->normalize == tr_normalizer_find("none")) t->normalize = NULL;
    if (t->parts.pieces) return use_vocabulary(t, err);
    const int status = open_spm(&t->parts, &t->spm, err);
    if (status < 0) return status;
    t->n_pieces = tr_spm_size(t->spm);
    return check_spm(t, err);
}

int tr_tokenizer_create(tr_tokenizer **tokenizer, const tr_tokenizer_parts *parts, tr_error *err)
{
    tr_tokenizer *const t = *tokenizer = calloc(1, sizeof *t);
    if (!t) return tr_fail_memory(err);
    t->parts = *parts;
    t->eos = parts->eos;
    t->unk = parts->unk;
    const int status = set_up(t, err);
    if (status < 0) {
        tr_tokenizer_free(t);
        *tokenizer = NULL;
    }
    return status;
}

void tr_tokenizer_free(tr_tokenizer *t)
{
    if (!t) return;
    if (t->late) {
        tr_spm_close(t->late->spm);
        pthread_mutex_destroy(&t->late->lock);
    }
    free(t->late);
    tr_spm_close(t->spm);
    free(t->kinds);
    free(t);
}

/* ---- Text to ids */

bool tr_piece_spans_add(tr_spm_piece_span **spans, size_t *capacity, size_t *n, size_t begin,
                        size_t end)
{
    void *p = *spans;
    if (tr_reserve(&p, capacity, *n + 1, sizeof **spans) < 0) return false;
    *spans = p;
    (*spans)[(*n)++] = (tr_spm_piece_span){.begin = begin, .end = end};
    return true;
}

/* Cuts the text between blanks into pieces. */
static int split_at_blanks(const char *text, size_t len, tr_spm_piece_span **spans,
                           size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    *n = 0;
    for (size_t begin = 0, end; begin < len; begin = end + 1) {
        const char *const blank = memchr(text + begin, ' ', len - begin);
        end = blank ? (size_t)(blank - text) : len;
        if (end == begin) continue;
        if (!tr_piece_spans_add(spans, capacity, n, begin, end)) return tr_fail_memory(err);
        tr_buf_add(pieces, text + begin, end - begin);
        tr_buf_add(pieces, "", 1);
    }
    return pieces->failed ? tr_fail_memory(err) : TR_OK;
}

/* The ids of the vocabulary for pieces [n], each with its NUL.  Text that is spelled like a piece
 * with a meaning is not that piece. */
static void look_up(const tr_tokenizer *t, const char *piece, tr_spm_piece_span *spans, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t len = strlen(piece);
        const int32_t id = tr_pieces_find(t->parts.pieces, piece, len);
        const bool is_text = id >= 0 && token_kind(t, id) != TR_SPM_CONTROL;
        spans[i].id = is_text ? id : t->unk;
        piece += len + 1;
    }
}

/* Ids and spans of normal text, which the spans refer to. */
static int cut(const tr_tokenizer *t, const char *text, size_t len, tr_spm_piece_span **spans,
               size_t *capacity, size_t *n, tr_error *err)
{
    const tr_spm *spm;
    tr_buf pieces = {0};
    if (t->spm) return tr_spm_encode_spans(t->spm, text, len, spans, capacity, n, NULL, err);
    int status = use_spm(t, &spm, err);
    if (status < 0) return status;
    if (t->parts.cutter)
        status = t->parts.cutter->cut(t->parts.cutter->state, text, len, spans, capacity, n,
                                      &pieces, err);
    else if (spm)
        status = tr_spm_encode_spans(spm, text, len, spans, capacity, n, &pieces, err);
    else
        status = split_at_blanks(text, len, spans, capacity, n, &pieces, err);
    if (status == TR_OK) look_up(t, tr_buf_text(&pieces), *spans, *n);
    tr_buf_free(&pieces);
    return status;
}

/* Ids of normal text. */
static int cut_ids(const tr_tokenizer *t, const char *text, size_t len, int32_t **ids,
                   size_t *capacity, size_t *n, tr_error *err)
{
    tr_spm_piece_span *spans = NULL;
    size_t spans_capacity = 0;
    void *p = *ids;
    if (t->spm) return tr_spm_encode(t->spm, text, len, ids, capacity, n, err);
    int status = cut(t, text, len, &spans, &spans_capacity, n, err);
    if (status == TR_OK && tr_reserve(&p, capacity, *n, sizeof **ids) < 0)
        status = tr_fail_memory(err);
    *ids = p;
    for (size_t i = 0; status == TR_OK && i < *n; i++)
        (*ids)[i] = spans[i].id;
    free(spans);
    return status;
}

int tr_tokenizer_encode(const tr_tokenizer *t, const char *text, size_t len, int32_t **ids,
                        size_t *capacity, size_t *n, tr_error *err)
{
    if (!t->normalize) return cut_ids(t, text, len, ids, capacity, n, err);
    tr_rewrite normal = {0};
    t->normalize(text, len, &normal);
    const int status = normal.text.failed ? tr_fail_memory(err)
                                          : cut_ids(t, tr_buf_text(&normal.text), normal.text.len,
                                                    ids, capacity, n, err);
    tr_rewrite_free(&normal);
    return status;
}

/* tr_utf8_repair() with its edits. */
static void repair_utf8(tr_rewrite *r, const char *text, size_t len)
{
    size_t done = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c <= 0) {
            tr_buf_add(&r->text, text + done, i - done);
            done = i + n;
            const size_t new_begin = r->text.len;
            tr_utf8_repair(text + i, n, &r->text);
            tr_rewrite_note(r, i, done, new_begin);
        }
        i += n;
    }
    tr_buf_add(&r->text, text + done, len - done);
}

static void map_back(const tr_rewrite *r, tr_spm_piece_span *spans, size_t n)
{
    for (size_t i = 0; r->n > 0 && i < n; i++) {
        const bool empty = spans[i].begin == spans[i].end;
        spans[i].begin = tr_rewrite_old_begin(r, spans[i].begin);
        spans[i].end = empty ? spans[i].begin : tr_rewrite_old_end(r, spans[i].end);
    }
}

int tr_tokenizer_encode_spans(const tr_tokenizer *t, const char *text, size_t len,
                              tr_spm_piece_span **spans, size_t *capacity, size_t *n, tr_error *err)
{
    tr_rewrite repaired = {0}, normal = {0};
    repair_utf8(&repaired, text, len);
    const tr_rewrite *last = &repaired;
    if (t->normalize) {
        t->normalize(tr_buf_text(&repaired.text), repaired.text.len, &normal);
        last = &normal;
    }
    const bool failed = repaired.text.failed || normal.text.failed;
    const int status =
        failed ? tr_fail_memory(err)
               : cut(t, tr_buf_text(&last->text), last->text.len, spans, capacity, n, err);
    if (status == TR_OK) {
        map_back(&normal, *spans, *n);
        map_back(&repaired, *spans, *n);
    }
    tr_rewrite_free(&normal);
    tr_rewrite_free(&repaired);
    return status;
}

/* ---- Ids to text */

/* Appends `text` with control characters, and every byte that is not part of a character, replaced
 * by U+FFFD; so does SentencePiece with bytes.  Runs of `runs` that begin a character together
 * become one, as Unicode recommends. */
static void add_escaped(const char *text, size_t len, bool runs, tr_buf *out)
{
    size_t done = 0;
    for (size_t i = 0; i < len;) {
        int32_t c;
        const size_t n = tr_utf8_decode(text + i, len - i, &c);
        if (c < 0 || tr_is_control(c)) {
            const size_t n_marks = c < 0 && !runs ? n : 1;
            tr_buf_add(out, text + done, i - done);
            for (size_t k = 0; k < n_marks; k++)
                tr_buf_add_string(out, "\xEF\xBF\xBD");
            done = i + n;
        }
        i += n;
    }
    tr_buf_add(out, text + done, len - done);
}

/* Appends what a piece says. */
static void decode_text(const tr_tokenizer *t, int32_t id, tr_buf *out)
{
    const char *const piece = tr_tokenizer_piece(t, id);
    const size_t at = out->len, most = strlen(piece) + 1;
    tr_buf_add(out, piece, most); /* as much as it may be */
    if (out->failed) return;
    out->len = at + tr_tokenizer_spell(t, id, out->data + at, most);
    out->data[out->len] = '\0';
}

static void decode_piece(const tr_tokenizer *t, int32_t id, tr_buf *out)
{
    const char *const piece = tr_tokenizer_piece(t, id);
    const int kind = token_kind(t, id);
    if (kind == TR_SPM_CONTROL) return;
    if (!t->late && !t->parts.cutter) {
        if (out->len) tr_buf_add(out, " ", 1);
        tr_buf_add_string(out, piece);
    } else if (kind == TR_SPM_UNKNOWN) {
        tr_buf_add_string(out, " \xE2\x81\x87 ");
    } else {
        decode_text(t, id, out);
    }
}

/* Appends the text of ids [n], of which the cutter knows more than what each spells. */
static void join_by_cutter(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out)
{
    static const char unknown[] = "\xE2\x81\x87";
    tr_buf pieces = {0};
    size_t n_pieces = 0;
    for (size_t i = 0; i < n; i++) {
        if (ids[i] < 0 || ids[i] >= t->n_pieces) continue;
        const int kind = token_kind(t, ids[i]);
        if (kind == TR_SPM_CONTROL) continue;
        tr_buf_add_string(&pieces,
                          kind == TR_SPM_UNKNOWN ? unknown : tr_tokenizer_piece(t, ids[i]));
        tr_buf_add(&pieces, "", 1);
        n_pieces++;
    }
    out->failed = out->failed || pieces.failed;
    if (!out->failed) t->parts.cutter->join(t->parts.cutter->state, pieces.data, n_pieces, out);
    tr_buf_free(&pieces);
}

static void join_by_pieces(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] >= 0 && ids[i] < t->n_pieces) decode_piece(t, ids[i], out);
}

/* SentencePiece would leave U+2581 in pieces that its model does not have. */
static int join_pieces(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                       tr_error *err)
{
    tr_buf text = {0};
    const bool by_cutter = t->parts.cutter && t->parts.cutter->join;
    (by_cutter ? join_by_cutter : join_by_pieces)(t, ids, n, &text);
    const int status = text.failed ? tr_fail_memory(err) : TR_OK;
    const size_t blanks = strspn(tr_buf_text(&text), " ");
    if (status == TR_OK)
        add_escaped(tr_buf_text(&text) + blanks, text.len - blanks, t->parts.cutter, out);
    tr_buf_free(&text);
    return status;
}

static int decode_spm(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                      tr_error *err)
{
    size_t n_kept = 0;
    tr_buf text = {0};
    int32_t *const kept = calloc(n ? n : 1, sizeof *kept);
    if (!kept) return tr_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        if (ids[i] >= 0 && ids[i] < t->n_pieces) kept[n_kept++] = ids[i];
    const int status = tr_spm_decode(t->spm, kept, n_kept, &text, err);
    if (status == TR_OK) add_escaped(tr_buf_text(&text), text.len, false, out);
    free(kept);
    tr_buf_free(&text);
    return status;
}

int tr_tokenizer_decode(const tr_tokenizer *t, const int32_t *ids, size_t n, tr_buf *out,
                        tr_error *err)
{
    const int status = (t->spm ? decode_spm : join_pieces)(t, ids, n, out, err);
    return status == TR_OK && out->failed ? tr_fail_memory(err) : status;
}
