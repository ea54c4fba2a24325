#include "text/placeables/marked_codes.h"

#include <string.h>

#include "base/ascii.h"
#include "translate.h"

/* Bytes: what looks like a longer one is text. */
enum { LONGEST = 1000, LONGEST_NAME = 64 };

static bool is_one_of_bytes(char c, const char *set)
{
    return c && strchr(set, c);
}

static bool is_name_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '_';
}

/* The byte at `i` of the rest of a text, or NUL after its end. */
static char at(const tr_string *r, size_t i)
{
    return i < r->len ? r->text[i] : '\0';
}

/* "&amp;", "&#x27;" */
static size_t entity(const tr_string *r)
{
    enum { LONGEST_ENTITY = 32 };
    size_t n = at(r, 1) == '#' ? 2 : 1;
    const size_t begin = n;

    while (n < LONGEST_ENTITY && (tr_ascii_is_letter(at(r, n)) || tr_ascii_is_digit(at(r, n))))
        n++;
    return n > begin + (begin == 1) && at(r, n) == ';' ? n + 1 : 0;
}

/* Code: "`git status`", "``a`b``". */
static size_t code(const tr_string *r)
{
    size_t ticks = 0;

    while (at(r, ticks) == '`')
        ticks++;
    for (size_t i = ticks, run; i < r->len && i < LONGEST && r->text[i] != '\n';
         i += run ? run : 1) {
        for (run = 0; at(r, i + run) == '`';)
            run++;
        if (run == ticks) return i > ticks ? i + run : 0;
    }
    return 0;
}

/* True if byte i of a text is the first of its line, but for blanks and marks of lists and
 * quotations. */
static bool begins_line(const char *text, size_t i)
{
    while (i > 0 && is_one_of_bytes(text[i - 1], " \t>-*+"))
        i--;
    return i == 0 || text[i - 1] == '\n';
}

/* A line that opens a listing: "```python", "```js title="The list""; behind three tildes is one
 * word, "~~~ruby". */
static size_t fence(const tr_string *r)
{
    const char mark = r->text[0];
    size_t n = 0, blank = 0, ticks = 0;

    while (at(r, ticks) == mark)
        ticks++;
    for (n = ticks; n < r->len && r->text[n] != '\n' && r->text[n] != mark; n++)
        if (!blank && n > ticks && tr_ascii_is_space(r->text[n])) blank = n;
    if (ticks < 3 || n == ticks || n > LONGEST || at(r, n) == mark) return 0;
    return mark == '`' || !blank ? n : 0;
}

/* A name between equal runs of marks: "##NAME##", "%%name%%", "***NAME***".  What stands between
 * stars may be words in bold letters, but for capitals and digits. */
static size_t marked_name(const tr_string *r)
{
    const char mark = r->text[0];
    size_t n = 1, end;
    bool small = false;

    while (at(r, n) == mark)
        n++;
    const size_t run = n;
    for (; n < LONGEST_NAME && (is_name_byte(at(r, n)) && at(r, n) != mark); n++)
        small = small || (tr_ascii_is_letter(at(r, n)) && at(r, n) >= 'a');
    for (end = n; at(r, end) == mark;)
        end++;
    return run > 1 && n > run && end - n == run && !(small && is_one_of_bytes(mark, "*~=")) ? end
                                                                                            : 0;
}

/* "[NAME]": capitals, three or more, and digits. */
static size_t bracketed_capitals(const tr_string *r)
{
    size_t n = 1;

    while (n < LONGEST_NAME && is_one_of_bytes(at(r, n), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789"))
        n++;
    return n > 3 && tr_ascii_is_letter(at(r, 1)) && at(r, n) == ']' ? n + 1 : 0;
}

/* The length of the code that begins at byte i of text [len]; 0 if there is none. */
static size_t code_at(const char *text, size_t len, size_t i)
{
    const tr_string rest = {text + i, len - i}, *const r = &rest;
    const char before = i ? text[i - 1] : '\0';

    if (is_one_of_bytes(text[i], "`~") && begins_line(text, i)) {
        const size_t n = fence(r);
        if (n) return n;
    }
    switch (text[i]) {
    case '&':
        return entity(r);
    case '`':
        return before == '`' ? 0 : code(r);
    case '[':
        return before == '[' ? 0 : bracketed_capitals(r);
    default:
        return before == text[i] ? 0 : marked_name(r);
    }
}

bool tr_marked_code_next(const char *text, size_t len, size_t from, tr_span *found)
{
    for (size_t i = from; i < len; i++) {
        if (!is_one_of_bytes(text[i], "&`[#*~=%")) continue;
        const size_t n = code_at(text, len, i);
        if (!n) continue;
        *found = (tr_span){i, i + n};
        return true;
    }
    return false;
}
