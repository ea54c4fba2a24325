#include "text/bpe/byte_bpe.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* ---- Bytes as characters ---- */

/* Bytes that Latin-1 shows stand for themselves; the others, in their order, are U+0100 and on. */
static bool shows_itself(int byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
}

int32_t tr_byte_bpe_character(unsigned char byte)
{
    if (shows_itself(byte)) return byte;
    if (byte <= 0x20) return 0x100 + byte;
    return byte == 0xAD ? 0x143 : 0x121 + (byte - 0x7F);
}

/* The byte, or -1. */
static int byte_of_character(int32_t c)
{
    if (c < 0x100) return c >= 0 && shows_itself(c) ? (int)c : -1;
    if (c <= 0x120) return (int)c - 0x100;
    return c == 0x143 ? 0xAD : c < 0x143 ? (int)c - 0x121 + 0x7F : -1;
}

/* ---- Words ---- */

enum { SPACE, LETTER, NUMBER, OTHER };

/* The kind of the character at text [at], whose bytes are *n. */
static int kind_at(const char *text, size_t at, size_t len, size_t *n)
{
    int32_t c;
    *n = tr_utf8_decode(text + at, len - at, &c);
    if (tr_is_white(c)) return SPACE;
    if (tr_is_letter(c) && !tr_is_mark(c)) return LETTER;
    return tr_is_number(c) ? NUMBER : OTHER;
}

/* Where the characters of a kind end that begin at `at`; *last is the last one's place. */
static size_t end_of_kind(const char *text, size_t at, size_t len, int kind, size_t *last)
{
    size_t n;
    while (at < len && kind_at(text, at, len, &n) == kind) {
        *last = at;
        at += n;
    }
    return at;
}

/* Bytes of an English ending such as 're at text [at], or 0. */
static size_t contraction(const char *text, size_t at, size_t len)
{
    static const char *const endings[] = {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t n = strlen(endings[i]);
        if (n <= len - at && !memcmp(text + at, endings[i], n)) return n;
    }
    return 0;
}

/* Where the word ends that begins at `at`, by GPT-2's pattern
 * 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+ */
static size_t end_of_word(const char *text, size_t at, size_t len)
{
    size_t n, last = at;
    const size_t ending = contraction(text, at, len);
    if (ending) return at + ending;
    const size_t begin = at + (text[at] == ' ' && at + 1 < len);
    const int kind = kind_at(text, begin, len, &n);
    if (kind != SPACE) return end_of_kind(text, begin, len, kind, &last);
    const size_t end = end_of_kind(text, at, len, SPACE, &last);
    return end < len && last > at ? last : end;
}

/* ---- Cutting ---- */

typedef struct cutting {
    const tr_byte_bpe *b;
    tr_spm_piece_span **spans;
    size_t *capacity, *n;
    tr_buf *pieces;
    tr_buf word; /* spelled by its bytes */
    tr_joining joining;
} cutting;

/* Spells bytes of text, each of which becomes a symbol. */
static void spell_word(cutting *c, const char *text, size_t len)
{
    tr_buf_clear(&c->word);
    tr_joining_begin(&c->joining);
    for (size_t i = 0; i < len; i++) {
        char character[4];
        const size_t n = tr_utf8_encode(tr_byte_bpe_character((unsigned char)text[i]), character);
        tr_joining_add(&c->joining, c->word.len, n);
        tr_buf_add(&c->word, character, n);
    }
}

/* Puts the symbols out, which stand for text from byte `at` on, whose first `added` bytes are none
 * of the caller's.  A part of a character has the span of all of it. */
static bool put_symbols(cutting *c, const char *text, size_t at, size_t len, size_t added)
{
    const tr_symbol *const s = c->joining.symbols;
    for (int32_t i = c->joining.n ? 0 : -1; i >= 0; i = s[i].next) {
        size_t n_bytes = 0;
        for (size_t k = 0; k < s[i].len; k++)
            n_bytes += !tr_utf8_is_inner(c->word.data[s[i].begin + k]);
        size_t begin = at, end = at += n_bytes;
        while (begin > 0 && begin < len && tr_utf8_is_inner(text[begin]))
            begin--;
        while (end < len && tr_utf8_is_inner(text[end]))
            end++;
        if (!tr_piece_spans_add(c->spans, c->capacity, c->n, begin < added ? 0 : begin - added,
                                end < added ? 0 : end - added))
            return false;
        tr_buf_add(c->pieces, c->word.data + s[i].begin, s[i].len);
        tr_buf_add(c->pieces, "", 1);
    }
    return !c->pieces->failed;
}

static bool cut_words(cutting *c, const char *text, size_t len, size_t added)
{
    for (size_t begin = 0, end; begin < len; begin = end) {
        end = end_of_word(text, begin, len);
        spell_word(c, text + begin, end - begin);
        if (c->word.failed || c->joining.failed) return false;
        tr_merges_join(&c->b->merges, tr_buf_text(&c->word), &c->joining);
        if (c->joining.failed || !put_symbols(c, text, begin, len, added)) return false;
    }
    return true;
}

static int cut_bytes(const void *state, const char *text, size_t len, tr_spm_piece_span **spans,
                     size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    const tr_byte_bpe *const b = state;
    cutting c = {.b = b, .spans = spans, .capacity = capacity, .n = n, .pieces = pieces};
    tr_buf blank = {0};
    bool done = true;
    *n = 0;
    if (b->blank_first && len && *text != ' ') {
        tr_buf_add(&blank, " ", 1);
        tr_buf_add(&blank, text, len);
        done = !blank.failed && cut_words(&c, blank.data, blank.len, 1);
    } else {
        done = cut_words(&c, text, len, 0);
    }
    tr_buf_free(&blank);
    tr_buf_free(&c.word);
    tr_joining_free(&c.joining);
    return done ? TR_OK : tr_fail_memory(err);
}

/* ---- Spelling ---- */

size_t tr_byte_bpe_spell(const char *piece, char *out)
{
    size_t n = 0;
    for (size_t at = 0, len = strlen(piece), size; at < len; at += size) {
        int32_t c;
        size = tr_utf8_decode(piece + at, len - at, &c);
        const int byte = byte_of_character(c);
        if (byte >= 0) {
            out[n++] = (char)byte;
        } else {
            memcpy(out + n, piece + at, size);
            n += size;
        }
    }
    return n;
}

bool tr_byte_bpe_is_spelled(const char *piece)
{
    for (size_t at = 0, len = strlen(piece); at < len;) {
        int32_t c;
        at += tr_utf8_decode(piece + at, len - at, &c);
        if (byte_of_character(c) < 0) return false;
    }
    return true;
}

tr_cutter tr_byte_bpe_cutter(const tr_byte_bpe *b)
{
    return (tr_cutter){.state = b, .cut = cut_bytes, .spell = tr_byte_bpe_spell};
}
