#include "document/plain/cue_opening.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* The name of a speaker in capitals, "DR. SMITH (ON PHONE):", with its colon, before a blank or the
 * end; 0: there is none. */
static size_t name_of_speaker(const char *text, size_t len)
{
    enum { LONGEST = 40, LEAST_LETTERS = 2 };
    size_t n_letters = 0;
    int32_t c;

    for (size_t i = 0, n; i < len && i < LONGEST; i += n) {
        n = tr_utf8_decode(text + i, len - i, &c);
        if (c == ':' && n_letters >= LEAST_LETTERS)
            return i + 1 == len || text[i + 1] == ' ' ? i + 1 : 0;
        if (tr_is_letter(c) ? !tr_is_upper(c) : !(c && c < 0x80 && strchr(" .'-()#&0123456789", c)))
            return 0;
        n_letters += tr_is_letter(c);
    }
    return 0;
}

size_t tr_cue_speaker(const char *text, size_t len)
{
    const size_t name = name_of_speaker(text, len);
    const bool dash = len > 2 && !memcmp(text, "\xE2\x80", 2) && (unsigned char)text[2] >= 0x90 &&
                      (unsigned char)text[2] <= 0x95; /* U+2010 to U+2015 */
    if (name) return name;
    if (len && text[0] == '-') return 1;
    if (dash) return 3;
    return len > 1 && text[0] == '>' && text[1] == '>' ? 2 + (len > 2 && text[2] == '>') : 0;
}

size_t tr_cue_sound_end(const char *t, size_t at, size_t end)
{
    enum { LONGEST = 60 };
    const bool round = at < end && t[at] == '(';
    size_t n_letters = 0, i = at + 1;

    if (!round && (at == end || t[at] != '[')) return at;
    for (; i < end && i - at < LONGEST && t[i] != (round ? ')' : ']'); i++) {
        n_letters += tr_byte_is_letter(t[i]);
        if (strchr("<{([", t[i]) || (round && tr_ascii_is_lower(t[i]))) return at;
    }
    if (i == end || i - at >= LONGEST || !n_letters) return at;
    for (size_t k = i + 1; k < end; k++)
        if (tr_byte_is_letter(t[k])) return i + 1;
    return at;
}

size_t tr_cue_dots_end(const char *t, size_t at, size_t end)
{
    size_t i = at;

    while (i < end && t[i] == '.')
        i++;
    if (i - at == 1) return at;
    if (end - at > 3 && !memcmp(t + at, "\xE2\x80\xA6", 3)) i = at + 3;
    return i > at && i < end && (tr_byte_is_letter(t[i]) || t[i] == '\'') ? i : at;
}
