#include "dictionary/label_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/alloc.h"

/* Marks of a sentence, which a label may have. */
static bool is_mark(int32_t c)
{
    return tr_is_space(c) || c == '.' || c == ':' || c == '!' || c == '?' || c == 0x2026 ||
           c == 0xA1 || c == 0xBF;
}

/* True for the mark before the letter that chooses an entry of a menu: "&Open", "_Open". */
static bool is_key_mark(tr_string text, size_t at)
{
    return at + 1 < text.len && (text.text[at] == '&' || text.text[at] == '_') &&
           tr_is_letter(tr_utf8_at(text.text, at + 1, text.len));
}

label label_of(tr_string text)
{
    size_t begin = tr_utf8_skip(text.text, 0, text.len, is_mark);
    begin += is_key_mark(text, begin);
    const size_t end = tr_utf8_skip_back(text.text, begin, text.len, is_mark);

    return (label){
        {text.text, begin}, {text.text + begin, end - begin}, {text.text + end, text.len - end}};
}

bool label_is_of_menu(const label *l)
{
    return l->before.len &&
           is_key_mark((tr_string){l->before.text, l->before.len + l->word.len}, l->before.len - 1);
}

bool label_is_action(const label *l)
{
    static const char *const dots[] = {"...", "\xE2\x80\xA6"};

    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++) {
        const size_t n = strlen(dots[i]);
        if (l->behind.len >= n && !memcmp(l->behind.text, dots[i], n))
            return tr_is_upper(tr_utf8_at(l->word.text, 0, l->word.len));
    }
    return false;
}

enum capitals { AS_IT_IS, FIRST, ALL };

static enum capitals capitals_of(tr_string word)
{
    size_t n = 0, n_upper = 0, at = 0;
    const bool first = tr_is_upper(tr_utf8_at(word.text, 0, word.len));

    while (at < word.len) {
        const int32_t c = tr_utf8_next(word.text, &at, word.len);
        if (!tr_is_letter(c)) continue;
        n++;
        n_upper += tr_is_upper(c);
    }
    return n > 1 && n == n_upper ? ALL : first ? FIRST : AS_IT_IS;
}

bool label_has_capital(const label *l)
{
    return capitals_of(l->word) == FIRST;
}

char *label_write(const label *l, const char *translation)
{
    const enum capitals how = capitals_of(l->word);
    const size_t len = strlen(translation);
    char *const text = checked_malloc(l->before.len + 4 * len + l->behind.len + 1);
    char *end = text;

    if (l->before.len) memcpy(end, l->before.text, l->before.len);
    end += l->before.len;
    for (size_t at = 0; at < len;) {
        const bool raised = how == ALL || (how == FIRST && at == 0);
        const int32_t c = tr_utf8_next(translation, &at, len);
        end += tr_utf8_encode(raised ? tr_to_upper(c) : c, end);
    }
    if (l->behind.len) memcpy(end, l->behind.text, l->behind.len);
    end[l->behind.len] = '\0';
    return text;
}
