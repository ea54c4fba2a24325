#include "cases/case_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Escapes of one letter, and the bytes that they stand for. */
static const char letters[] = "ntrs=\\\"", bytes[] = "\n\t\r =\\\"";

/* Reads `digits` hexadecimal digits.  False: there are fewer. */
static bool read_hex(const char *at, size_t len, size_t digits, long *value)
{
    char hex[5] = "";

    if (len < digits) return false;
    memcpy(hex, at, digits);
    *value = strtol(hex, NULL, 16);
    return strspn(hex, "0123456789abcdefABCDEF") == digits;
}

/* Adds the character of the escape at[len], whose backslash is left out.  Returns its length; 0 if
 * it is none. */
static size_t read_escape(const char *at, size_t len, tr_buf *text)
{
    const char *const letter = len ? memchr(letters, *at, sizeof letters - 1) : NULL;
    char character[4];
    long value;

    if (letter) {
        tr_buf_add(text, bytes + (letter - letters), 1);
        return 1;
    }
    if (len && *at == 'x' && read_hex(at + 1, len - 1, 2, &value)) {
        tr_buf_add(text, &(char){(char)value}, 1);
        return 3;
    }
    if (len && *at == 'u' && read_hex(at + 1, len - 1, 4, &value)) {
        tr_buf_add(text, character, tr_utf8_encode((int32_t)value, character));
        return 5;
    }
    return 0;
}

bool case_text_read(const char *written, size_t len, tr_buf *text)
{
    size_t escape;

    if (len == 2 && !memcmp(written, "\"\"", 2)) return true; /* the empty text */
    for (size_t i = 0; i < len; i++) {
        if (written[i] != '\\')
            tr_buf_add(text, written + i, 1);
        else if ((escape = read_escape(written + i + 1, len - i - 1, text)) > 0)
            i += escape;
        else
            return false;
    }
    return true;
}

/* The letter of the escape that the character at text[i] is written as; '\0': it has none. */
static char letter_of(const char *text, size_t len, size_t i)
{
    const char *const known = memchr(bytes, text[i], sizeof bytes - 1);

    if (text[i] == ' ') return i == 0 || i + 1 == len ? 's' : '\0';
    if (text[i] == '=') return i + 1 < len && text[i + 1] == '>' ? '=' : '\0';
    if (text[i] == '"') return i == 0 && len == 2 && text[1] == '"' ? '"' : '\0';
    return known ? letters[known - bytes] : '\0';
}

/* Adds the character at text[i] and returns its length. */
static size_t write_character(const char *text, size_t len, size_t i, tr_buf *written)
{
    int32_t c;
    const size_t n = tr_utf8_decode(text + i, len - i, &c);
    const char letter = letter_of(text, len, i);

    if (letter)
        tr_buf_printf(written, "\\%c", letter);
    else if (c >= ' ' && c != 0x7F)
        tr_buf_add(written, text + i, n);
    else
        for (size_t k = 0; k < n; k++)
            tr_buf_printf(written, "\\x%02X", (unsigned char)text[i + k]);
    return n;
}

void case_text_write(const char *text, size_t len, tr_buf *written)
{
    if (!len) tr_buf_add_string(written, "\"\"");
    for (size_t i = 0; i < len;)
        i += write_character(text, len, i, written);
}
