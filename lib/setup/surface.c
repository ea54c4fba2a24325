#include "setup/surface.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Returns the byte of a piece such as <0x1F>, or -1. */
static int byte_of_piece(const char *piece)
{
    if (strncmp(piece, "<0x", 3) != 0) return -1;
    const int high = digit_of(piece[3]), low = high < 0 ? -1 : digit_of(piece[4]);
    return low < 0 || strcmp(piece + 5, ">") != 0 ? -1 : 16 * high + low;
}

void tr_surface_add(tr_surface *s, const tr_tokenizer *t, int32_t id)
{
    static const char blank[] = "\xE2\x96\x81"; /* U+2581 */
    const char *piece = tr_tokenizer_piece(t, id);
    const int byte = byte_of_piece(piece);

    if (byte >= 0 && s->len < TR_SURFACE_MAX_BYTES) s->text[s->len++] = (char)byte;
    while (byte < 0 && *piece && s->len < TR_SURFACE_MAX_BYTES) {
        const bool is_blank = !strncmp(piece, blank, strlen(blank));
        s->text[s->len++] = is_blank ? ' ' : *piece;
        piece += is_blank ? strlen(blank) : 1;
    }
}

void tr_surface_of_ids(tr_surface *s, const tr_tokenizer *t, int32_t eos, const int32_t *ids,
                       size_t n)
{
    s->len = 0;
    for (size_t i = 0; i < n; i++)
        if (ids[i] != eos) tr_surface_add(s, t, ids[i]);
}

static bool is_word_character(int32_t c)
{
    return tr_is_letter(c) || tr_is_digit(c);
}

bool tr_surface_find(const tr_surface *s, const char *word, size_t word_len, bool from_start,
                     bool to_end, size_t *at)
{
    for (size_t i = *at; i + word_len <= s->len; i++) {
        const size_t end = i + word_len;
        int32_t c;

        if (memcmp(s->text + i, word, word_len) != 0) continue;
        if (from_start && i && (tr_char_before(s->text, 0, i, &c), is_word_character(c))) continue;
        if (to_end && end < s->len &&
            (tr_utf8_decode(s->text + end, s->len - end, &c), is_word_character(c)))
            continue;
        *at = i + 1;
        return true;
    }
    return false;
}
