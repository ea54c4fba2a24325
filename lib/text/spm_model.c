#include "text/spm_model.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "text/charsmap.h"

enum {
    MAX_PIECE = 1024,      /* bytes; BPE undoes the merges of unused pieces by recursion */
    MAX_USER_PREFIXES = 64 /* PrefixMatcher's kResultSize, a table on its stack */
};

/* Fields of sentencepiece_model.proto. */
enum { MODEL_PIECE = 1, MODEL_TRAINER = 2, MODEL_NORMALIZER = 3, MODEL_DENORMALIZER = 5 };
enum { PIECE_TEXT = 1, PIECE_SCORE = 2, PIECE_KIND = 3 };
enum {
    TRAINER_TYPE = 3,
    TRAINER_SUFFIX = 24,
    TRAINER_BYTES = 35,
    TRAINER_UNK_SURFACE = 44,
    TRAINER_EOS_PIECE = 47,
    TRAINER_PAD_PIECE = 48
};
enum { NORMALIZER_CHARSMAP = 2, NORMALIZER_PREFIX, NORMALIZER_EXTRA, NORMALIZER_ESCAPE };

/* Wire types of protobuf. */
enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

typedef struct reader {
    const unsigned char *p, *end;
} reader;

typedef struct field {
    uint64_t number, value; /* value: of a varint, or the bits of 32 */
    unsigned wire;
    const unsigned char *bytes; /* of WIRE_BYTES */
    size_t size;
    const unsigned char *raw; /* the field with its key */
    size_t raw_size;
} field;

typedef tr_spm_text span;

typedef struct context {
    tr_spm_model *model;
    const char *name;
    tr_error *err;
    bool whole;
    tr_buf inner; /* the message being copied */
} context;

static bool read_varint(reader *r, uint64_t *value)
{
    *value = 0;
    if (r->p < r->end && *r->p < 0x80) { /* as nearly all are */
        *value = *r->p++;
        return true;
    }
    for (unsigned shift = 0; shift < 70 && r->p < r->end; shift += 7) {
        const unsigned char byte = *r->p++;
        if (shift < 64) *value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

static bool skip_field(reader *r, uint64_t n)
{
    if (n > (uint64_t)(r->end - r->p)) return false;
    r->p += n;
    return true;
}

/* The payload of a field; groups (3 and 4) are long deprecated and no part of these models. */
static bool read_payload(reader *r, field *f)
{
    const unsigned char *const start = r->p;
    switch (f->wire) {
    case WIRE_VARINT:
        return read_varint(r, &f->value);
    case WIRE_64:
        return skip_field(r, 8);
    case WIRE_BYTES:
        if (!read_varint(r, &f->value)) return false;
        f->bytes = r->p;
        f->size = (size_t)f->value;
        return skip_field(r, f->value);
    case WIRE_32:
        if (!skip_field(r, 4)) return false;
        f->value = start[0] | (uint64_t)start[1] << 8 | (uint64_t)start[2] << 16 |
                   (uint64_t)start[3] << 24;
        return true;
    default:
        return false;
    }
}

/* 1 and the next field, 0 at the end, -1 when the bytes are not protobuf. */
static int next_field(reader *r, field *f)
{
    uint64_t key;
    if (r->p == r->end) return 0;
    *f = (field){.raw = r->p};
    if (!read_varint(r, &key) || key > UINT32_MAX || key < 8) return -1;
    f->number = key >> 3;
    f->wire = key & 7;
    if (!read_payload(r, f)) return -1;
    f->raw_size = (size_t)(r->p - f->raw);
    return 1;
}

static int fail_wire(const context *c)
{
    return tr_fail(c->err, TR_EFORMAT, "%s: not a SentencePiece model, or cut short", c->name);
}

static void keep_string(context *c, const field *f)
{
    if (c->whole) tr_buf_add(&c->inner, f->raw, f->raw_size);
}

/* Moves the message gathered in c->inner to the copy, as field `number` < 16. */
static void put_message(context *c, unsigned number)
{
    if (!c->whole) return;
    unsigned char head[6] = {(unsigned char)(number << 3 | WIRE_BYTES)};
    size_t n = 1;
    size_t rest = c->inner.len;
    for (; rest >= 0x80; rest >>= 7)
        head[n++] = (unsigned char)(rest | 0x80);
    head[n++] = (unsigned char)rest;
    tr_buf_add(&c->model->proto, head, n);
    tr_buf_add(&c->model->proto, tr_buf_text(&c->inner), c->inner.len);
    if (c->inner.failed) c->model->proto.failed = true;
    tr_buf_clear(&c->inner);
}

static int check_piece(const context *c, span text, uint64_t kind)
{
    const size_t id = c->model->n_pieces;
    if (text.len == 0 || text.len > MAX_PIECE || memchr(text.text, '\0', text.len) ||
        !tr_utf8_valid(text.text, text.len))
        return tr_fail(c->err, TR_EFORMAT,
                       "%s: piece %zu is not UTF-8 text of 1 to %d bytes without NUL", c->name, id,
                       MAX_PIECE);
    if (!isfinite(text.score))
        return tr_fail(c->err, TR_EFORMAT, "%s: the score of piece %zu is not a finite number",
                       c->name, id);
    if (kind < TR_SPM_NORMAL || kind > TR_SPM_BYTE)
        return tr_fail(c->err, TR_EFORMAT, "%s: piece %zu is of no known type", c->name, id);
    return TR_OK;
}

static int add_proto_piece(context *c, span text, uint64_t kind)
{
    tr_spm_model *const m = c->model;
    if (m->n_pieces >= m->capacity || m->n_pieces >= m->pieces_capacity) {
        void *kinds = m->kinds, *pieces = m->pieces;
        const int kinds_grown = tr_reserve(&kinds, &m->capacity, m->n_pieces + 1, sizeof *m->kinds);
        const int pieces_grown =
            tr_reserve(&pieces, &m->pieces_capacity, m->n_pieces + 1, sizeof *m->pieces);
        m->kinds = kinds;
        m->pieces = pieces;
        if (kinds_grown < 0 || pieces_grown < 0) return tr_fail_memory(c->err);
    }
    m->pieces[m->n_pieces] = text;
    m->kinds[m->n_pieces++] = (unsigned char)kind;
    return TR_OK;
}

/* A piece as SentencePiece writes it: its text, its score and, if it is not the usual one, its
 * kind.  False for any other, of which nothing is said. */
static bool read_usual_piece(const field *message, span *text, uint64_t *kind)
{
    enum { BEFORE = 2, SCORE = 5, KIND = 2 }; /* bytes before the text, and of what follows */
    const unsigned char *const c = message->bytes;
    if (message->size < BEFORE + SCORE || c[1] >= 0x80) return false;
    const size_t len = c[1], rest = message->size - BEFORE - SCORE;
    if (rest != len && rest != len + KIND) return false;
    const unsigned char *const after = c + BEFORE + len;
    if (c[0] != (PIECE_TEXT << 3 | WIRE_BYTES) || after[0] != (PIECE_SCORE << 3 | WIRE_32))
        return false;
    if (rest != len) {
        if (after[SCORE] != (PIECE_KIND << 3 | WIRE_VARINT) || after[SCORE + 1] >= 0x80)
            return false;
        *kind = after[SCORE + 1];
    }
    const uint32_t bits =
        after[1] | (uint32_t)after[2] << 8 | (uint32_t)after[3] << 16 | (uint32_t)after[4] << 24;
    *text = (span){.text = (const char *)c + BEFORE, .len = (uint32_t)len};
    memcpy(&text->score, &bits, sizeof text->score);
    return true;
}

static int read_piece_fields(context *c, const field *message, span *text, uint64_t *kind)
{
    reader r = {message->bytes, message->bytes + message->size};
    uint32_t score_bits = 0;
    field f;
    int more;
    while ((more = next_field(&r, &f)) > 0) {
        if (f.number == PIECE_TEXT && f.wire == WIRE_BYTES)
            text->text = (const char *)f.bytes, text->len = (uint32_t)f.size;
        else if (f.number == PIECE_SCORE && f.wire == WIRE_32)
            score_bits = (uint32_t)f.value;
        else if (f.number == PIECE_KIND && f.wire == WIRE_VARINT)
            *kind = f.value;
        else
            continue;
        keep_string(c, &f);
    }
    memcpy(&text->score, &score_bits, sizeof text->score);
    return more < 0 ? fail_wire(c) : TR_OK;
}

static int read_proto_piece(context *c, const field *message)
{
    span text = {.text = ""};
    uint64_t kind = TR_SPM_NORMAL;
    int status = TR_OK;
    if (c->whole || !read_usual_piece(message, &text, &kind))
        status = read_piece_fields(c, message, &text, &kind);
    if (status == TR_OK) status = check_piece(c, text, kind);
    if (status == TR_OK) status = add_proto_piece(c, text, kind);
    put_message(c, MODEL_PIECE);
    return status;
}

/* True if a field of TrainerSpec has the value that it has by itself. */
static bool is_usual_name(const field *f)
{
    static const char unknown[] = " \xE2\x81\x87 ", end[] = "</s>";
    const char *const usual = f->number == TRAINER_UNK_SURFACE ? unknown : end;
    const bool matters = f->number == TRAINER_UNK_SURFACE || f->number == TRAINER_EOS_PIECE;
    return !matters || (f->size == strlen(usual) && !memcmp(f->bytes, usual, f->size));
}

static void note_trainer(tr_spm_rules *r, const field *f)
{
    if (f->wire == WIRE_BYTES && !is_usual_name(f)) r->usual_names = false;
    if (f->wire != WIRE_VARINT) return;
    if (f->number == TRAINER_TYPE) r->algorithm = f->value;
    if (f->number == TRAINER_SUFFIX) r->whitespace_is_suffix = f->value;
    if (f->number == TRAINER_BYTES) r->byte_fallback = f->value;
}

static void note_normalizer(tr_spm_rules *r, const field *f)
{
    if (f->number == NORMALIZER_CHARSMAP && f->wire == WIRE_BYTES) {
        r->charsmap = f->bytes;
        r->charsmap_size = f->size;
    }
    if (f->wire != WIRE_VARINT) return;
    if (f->number == NORMALIZER_PREFIX) r->add_dummy_prefix = f->value;
    if (f->number == NORMALIZER_EXTRA) r->remove_extra_blanks = f->value;
    if (f->number == NORMALIZER_ESCAPE) r->escape_blanks = f->value;
}

/* Of how the model was trained, only what matters for using it. */
static int read_trainer(context *c, const field *message)
{
    reader r = {message->bytes, message->bytes + message->size};
    field f;
    int more;
    while ((more = next_field(&r, &f)) > 0) {
        const bool number =
            f.wire == WIRE_VARINT &&
            (f.number == TRAINER_TYPE || f.number == TRAINER_SUFFIX || f.number == TRAINER_BYTES);
        const bool string = f.wire == WIRE_BYTES && f.number >= TRAINER_UNK_SURFACE &&
                            f.number <= TRAINER_PAD_PIECE;
        if (string && f.size > MAX_PIECE)
            return tr_fail(c->err, TR_EFORMAT, "%s: the name of a piece is longer than %d bytes",
                           c->name, MAX_PIECE);
        if (!number && !string) continue;
        note_trainer(&c->model->rules, &f);
        keep_string(c, &f);
    }
    if (more < 0) return fail_wire(c);
    put_message(c, MODEL_TRAINER);
    return TR_OK;
}

static int read_normalizer(context *c, const field *message)
{
    reader r = {message->bytes, message->bytes + message->size};
    field f;
    int more;
    while ((more = next_field(&r, &f)) > 0) {
        const bool map = f.number == NORMALIZER_CHARSMAP && f.wire == WIRE_BYTES;
        const bool flag = f.number > NORMALIZER_CHARSMAP && f.number <= NORMALIZER_ESCAPE &&
                          f.wire == WIRE_VARINT;
        if (map && f.size > 0 && c->whole) {
            const int status =
                tr_charsmap_check(f.bytes, f.size, &c->model->longest_replacement, c->name, c->err);
            if (status < 0) return status;
        }
        if (!map && !flag) continue;
        if (message->number == MODEL_NORMALIZER) note_normalizer(&c->model->rules, &f);
        if (message->number == MODEL_DENORMALIZER && map && f.size > 0)
            c->model->rules.denormalizes = true;
        keep_string(c, &f);
    }
    if (more < 0) return fail_wire(c);
    put_message(c, (unsigned)message->number);
    return TR_OK;
}

/* self_test_data stays after on purpose: SentencePiece reports failed tests on stderr. */
static int read_model_proto(context *c, const void *model, size_t size)
{
    if (size == 0) return fail_wire(c);
    const unsigned char *const bytes = model;
    reader r = {bytes, bytes + size};
    field f;
    int more = 0;
    int status = TR_OK;
    while (status == TR_OK && (more = next_field(&r, &f)) > 0) {
        if (f.wire != WIRE_BYTES) continue;
        if (f.number == MODEL_PIECE) status = read_proto_piece(c, &f);
        if (f.number == MODEL_TRAINER) status = read_trainer(c, &f);
        if (f.number == MODEL_NORMALIZER || f.number == MODEL_DENORMALIZER)
            status = read_normalizer(c, &f);
    }
    if (status < 0) return status;
    return more < 0 ? fail_wire(c) : TR_OK;
}

static int compare_spans(const void *a, const void *b)
{
    const span *const x = a, *const y = b;
    const int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* Kinds of pieces that are made, not found in text. */
static bool is_reserved(unsigned kind)
{
    return kind == TR_SPM_UNKNOWN || kind == TR_SPM_CONTROL || kind == TR_SPM_BYTE;
}

static bool is_user_defined(unsigned kind)
{
    return kind == TR_SPM_USER_DEFINED;
}

/* Copies the pieces whose kind is `wanted` to `found` [n_pieces], sorted; returns how many. */
static size_t gather_pieces(const context *c, bool (*wanted)(unsigned kind), span *found)
{
    size_t n = 0;
    for (size_t i = 0; i < c->model->n_pieces; i++)
        if (wanted(c->model->kinds[i])) found[n++] = c->model->pieces[i];
    if (n) qsort(found, n, sizeof *found, compare_spans);
    return n;
}

/* In sorted order a piece follows its prefixes, with only their extensions in between. */
static int check_user_defined(const context *c, const span *user, size_t n_user)
{
    span prefixes[MAX_USER_PREFIXES];
    size_t n = 0;
    for (size_t i = 0; i < n_user; i++) {
        const span s = user[i];
        while (n > 0 && (prefixes[n - 1].len > s.len ||
                         memcmp(prefixes[n - 1].text, s.text, prefixes[n - 1].len) != 0))
            n--;
        if (n == MAX_USER_PREFIXES)
            return tr_fail(c->err, TR_EUNSUPPORTED,
                           "%s: more than %d user-defined pieces start the same way", c->name,
                           MAX_USER_PREFIXES);
        prefixes[n++] = s;
    }
    return TR_OK;
}

/* BPE looks up what it found in text among the reserved pieces first, and fails over a control
 * piece.  It finds ordinary pieces and single characters, so neither may be a control piece. */
static int check_reserved(const context *c, const span *reserved, size_t n_reserved)
{
    bool begins[256] = {false}; /* one of them, with this byte */
    int32_t ch;
    for (size_t i = 0; i < n_reserved; i++)
        begins[(unsigned char)*reserved[i].text] = true;
    for (size_t i = 0; i < c->model->n_pieces; i++) {
        const span *const s = &c->model->pieces[i];
        const unsigned kind = c->model->kinds[i];
        const bool twice = !is_reserved(kind) && begins[(unsigned char)*s->text] &&
                           bsearch(s, reserved, n_reserved, sizeof *s, compare_spans);
        const bool typed = kind == TR_SPM_CONTROL && c->model->rules.algorithm == TR_SPM_BPE &&
                           tr_utf8_decode(s->text, s->len, &ch) == s->len;
        if (twice || typed)
            return tr_fail(c->err, TR_EFORMAT,
                           "%s: piece %zu cannot be told from a piece with a meaning", c->name, i);
    }
    return TR_OK;
}

/* Checks what concerns more than one field.  Word and character models, which no translation model
 * uses, take text for control pieces. */
static int check_model(const context *c)
{
    const uint64_t algorithm = c->model->rules.algorithm;
    if (algorithm != TR_SPM_UNIGRAM && algorithm != TR_SPM_BPE)
        return tr_fail(c->err, TR_EUNSUPPORTED,
                       "%s: SentencePiece algorithm %llu is not supported, only unigram and BPE",
                       c->name, (unsigned long long)algorithm);
    if (c->model->n_pieces == 0) return fail_wire(c);
    span *const found = calloc(c->model->n_pieces, sizeof *found);
    if (!found) return tr_fail_memory(c->err);
    int status = check_user_defined(c, found, gather_pieces(c, is_user_defined, found));
    if (status == TR_OK) status = check_reserved(c, found, gather_pieces(c, is_reserved, found));
    free(found);
    return status;
}

int tr_spm_model_read(tr_spm_model *m, const void *model, size_t size, bool whole, const char *name,
                      tr_error *err)
{
    context c = {.model = m, .name = name, .err = err, .whole = whole};
    *m = (tr_spm_model){.longest_replacement = 3};
    m->rules = (tr_spm_rules){.algorithm = TR_SPM_UNIGRAM,
                              .add_dummy_prefix = true,
                              .remove_extra_blanks = true,
                              .escape_blanks = true,
                              .usual_names = true};
    /* protobuf counts in int; a vocabulary has a few MB. */
    int status = size > INT_MAX / 2
                     ? tr_fail(err, TR_EFORMAT, "%s: too large for a SentencePiece model", name)
                     : read_model_proto(&c, model, size);
    if (status == TR_OK) status = check_model(&c);
    if (status == TR_OK && m->proto.failed) status = tr_fail_memory(err);
    tr_buf_free(&c.inner);
    if (status < 0) tr_spm_model_free(m);
    return status;
}

void tr_spm_model_free(tr_spm_model *m)
{
    tr_buf_free(&m->proto);
    free(m->kinds);
    free(m->pieces);
    *m = (tr_spm_model){0};
}
