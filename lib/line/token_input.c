#include "line/token_input.h"

#include "base/ascii.h"

int tr_tokens_add(tr_chunks *chunks, size_t *n, int32_t id)
{
    void *ids = chunks->ids;
    if (tr_reserve(&ids, &chunks->ids_capacity, *n + 1, sizeof *chunks->ids) < 0) return -1;
    chunks->ids = ids;
    chunks->ids[(*n)++] = id;
    return 0;
}

/* Decimal digits, below the size of the vocabulary. */
static bool parse_token_id(const char *word, size_t len, uint32_t vocab, int32_t *id)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (word[i] < '0' || word[i] > '9') return false;
        value = 10 * value + (uint64_t)(word[i] - '0');
        if (value >= vocab) return false;
    }
    *id = (int32_t)value;
    return len > 0;
}

/* How much of a word a message shows: whole characters. */
static size_t shown(const char *word, size_t len)
{
    size_t n = len < 60 ? len : 60;
    while (n > 0 && n < len && ((unsigned char)word[n] & 0xc0) == 0x80)
        n--;
    return n;
}

/* The ids and pieces of one side of the model. */
typedef struct vocabulary {
    const tr_tokenizer *tokenizer;
    uint32_t size;
    int32_t eos;
} vocabulary;

static vocabulary vocabulary_of(const tr_setup *s, int side)
{
    const tr_nmt *m = s->m;
    if (side == TR_SOURCE)
        return (vocabulary){s->tokenizers->source, m->config.source_vocab, m->config.source_eos_id};
    return (vocabulary){s->tokenizers->target, m->config.target_vocab, m->config.eos};
}

static int read_input_token(const tr_setup *setup, const vocabulary *v, const char *word,
                            size_t len, int32_t *id, tr_error *err)
{
    if (setup->options.input == TR_PIECES) {
        *id = tr_tokenizer_id(v->tokenizer, word, len);
        return 0;
    }
    if (parse_token_id(word, len, v->size, id)) return 0;
    return tr_fail(err, TR_EINVAL, "\"%.*s\" is not a token id below %u", (int)shown(word, len),
                   word, v->size);
}

int tr_tokens_read(tr_line *line, const tr_setup *setup, int side, tr_string text,
                   tr_chunks *chunks, size_t *n, tr_error *err)
{
    const vocabulary v = vocabulary_of(setup, side);
    size_t at = 0;

    *n = 0;
    for (;;) {
        while (at < text.len && tr_ascii_is_blank(text.text[at]))
            at++;
        const size_t begin = at;
        while (at < text.len && !tr_ascii_is_blank(text.text[at]))
            at++;
        if (at == begin) break;
        int32_t id = 0;
        tr_error e;
        if (read_input_token(setup, &v, text.text + begin, at - begin, &id, &e) < 0) {
            tr_line_fail(line, e.code, e.msg);
            *n = 0;
            return 0;
        }
        if (tr_tokens_add(chunks, n, id) < 0) return tr_fail_memory(err);
    }
    if (*n && chunks->ids[*n - 1] == v.eos) --*n;
    return 0;
}
