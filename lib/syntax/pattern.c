#include "syntax/pattern.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "syntax/functions.h"

enum { MOST_STEPS = 16 * TR_PATTERN_LONGEST };

/* A match at work. */
typedef struct matching {
    const tr_definitions *defined;
    const char *text;
    size_t len, begin, at;
    size_t stop;   /* no item takes bytes from here on */
    size_t steps;  /* bytes and items that were looked at */
    tr_span group; /* what the first group took */
} matching;

/* ---- Bytes and sets ---- */

enum { CLASS = 256 }; /* what is added to the letter of \d, \w and \s */

/* The byte or class that the pattern has at *p. */
static inline int read_unit(const char **p)
{
    if (**p != '\\') return (unsigned char)*(*p)++;
    const char c = (*p)[1];
    *p += 2;
    switch (c) {
    case 'd':
    case 'w':
    case 's':
        return CLASS + c;
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'e':
        return 0x1B;
    case 'a':
        return '\a';
    case 'x':
        *p += 2;
        return tr_ascii_hex_digit((*p)[-2]) * 16 + tr_ascii_hex_digit((*p)[-1]);
    default:
        return (unsigned char)c;
    }
}

static inline bool is_of_class(char c, int class)
{
    if (class == CLASS + 'd') return tr_ascii_is_digit(c);
    if (class == CLASS + 'w') return tr_ascii_is_alnum(c) || c == '_';
    return tr_ascii_is_html_space(c);
}

/* True if the set behind "[" at p has the byte. */
static bool is_of_set(char c, const char *p)
{
    const bool negated = *p == '^';

    for (p += negated; *p != ']';) {
        if (*p != '\\' && p[1] != '-') { /* most are single bytes */
            if (c == *p++) return !negated;
            continue;
        }
        const int first = read_unit(&p);
        int last = first;
        if (*p == '-' && p[1] != ']') {
            p++;
            last = read_unit(&p);
        }
        if (first >= CLASS ? is_of_class(c, first)
                           : (unsigned char)c >= first && (unsigned char)c <= last)
            return !negated;
    }
    return negated;
}

/* True if the byte is what one item at p takes, which is no group. */
static inline bool is_of_item(char c, const char *p)
{
    if (*p == '[') return is_of_set(c, p + 1);
    if (*p == '.') return c != '\n';
    if (*p != '\\') return c == *p;
    const int unit = read_unit(&p);
    return unit < CLASS ? (unsigned char)c == unit : is_of_class(c, unit);
}

/* ---- Going through a pattern ---- */

static const char *behind_item(const char *p);

/* Where the ways of a group end, of which the first begins at p: at ")" or the end. */
static const char *behind_ways(const char *p)
{
    while (*p && *p != ')')
        p = *p == '|' ? p + 1 : behind_item(p);
    return p;
}

/* The byte after the item at p, without its repeat. */
static const char *behind_item(const char *p)
{
    if (*p != '(' && *p != '[' && *p != '\\') return p + 1;
    if (*p == '(') {
        p = behind_ways(p + 1);
        return *p ? p + 1 : p;
    }
    if (*p == '[') {
        for (p += 1 + (p[1] == '^'); *p != ']';)
            read_unit(&p);
        return p + 1;
    }
    read_unit(&p);
    return p;
}

typedef struct repeat {
    size_t least, most;
    bool lazy;
} repeat;

static size_t read_count(const char **p)
{
    size_t n = 0;
    while (tr_ascii_is_digit(**p) && n <= TR_PATTERN_LONGEST)
        n = n * 10 + (size_t)(*(*p)++ - '0');
    return n;
}

/* How often the item before *p comes. */
static repeat read_repeat(const char **p)
{
    repeat r = {1, 1, false};

    switch (**p) {
    case '?':
        r.least = 0;
        ++*p;
        return r;
    case '*':
    case '+':
        r = (repeat){**p == '+', SIZE_MAX, false};
        ++*p;
        break;
    case '{':
        ++*p;
        r.least = r.most = read_count(p);
        if (**p == ',') {
            ++*p;
            r.most = **p == '}' ? SIZE_MAX : read_count(p);
        }
        ++*p;
        break;
    default:
        return r;
    }
    r.lazy = **p == '?';
    *p += r.lazy;
    return r;
}

/* ---- Matching ---- */

const char *tr_definition_of(const tr_definitions *defined, const char *name, size_t n)
{
    for (; defined; defined = defined->others)
        for (size_t i = 0; i < defined->n; i++)
            if (!strncmp(defined->list[i].name, name, n) && !defined->list[i].name[n])
                return defined->list[i].pattern;
    return NULL;
}

static bool take_ways(matching *m, const char *p);
static bool take_all(matching *m, const char *p);

/* "(?&name)" at p. */
static bool call(matching *m, const char *p)
{
    const char *const name = p + 3;
    const size_t n = strcspn(name, ")");
    const char *const pattern = tr_definition_of(m->defined, name, n);

    if (pattern) return take_all(m, pattern);
    const size_t end = tr_pattern_function_of(name, n)(m->text, m->len, m->begin, m->at);
    if (end == TR_NOT_THERE) return false;
    m->at = end;
    return true;
}

/* What follows or is before, as a group at p says. */
static bool is_around(matching *m, const char *p)
{
    const size_t at = m->at;

    if (p[2] == '<') return (at > 0 && is_of_item(m->text[at - 1], p + 4)) == (p[3] == '=');
    const bool follows = take_ways(m, p + 3);
    m->at = at;
    return follows == (p[2] == '=');
}

static bool take_group(matching *m, const char *p)
{
    const size_t at = m->at;

    if (p[1] == '?') return p[2] == '&' ? call(m, p) : is_around(m, p);
    if (!take_ways(m, p + 1)) return false;
    if (!m->group.end) m->group = (tr_span){at, m->at};
    return true;
}

/* What the first group took, again. */
static bool take_again(matching *m)
{
    const size_t n = m->group.end - m->group.begin;

    m->steps += n;
    if (m->len - m->at < n || memcmp(m->text + m->at, m->text + m->group.begin, n) != 0)
        return false;
    m->at += n;
    return true;
}

/* One item at p, without its repeat. */
static bool take_one(matching *m, const char *p)
{
    m->steps++;
    if (m->steps > MOST_STEPS) return false;
    if (*p == '(') return take_group(m, p);
    if (*p == '\\' && p[1] == '1') return take_again(m);
    if (m->at >= m->stop || !is_of_item(m->text[m->at], p)) return false;
    m->at++;
    return true;
}

/* Bytes of a set, at most `most`. */
static size_t take_bytes(matching *m, const char *p, size_t most)
{
    const size_t left = m->stop > m->at ? m->stop - m->at : 0, all = most < left ? most : left;
    const char *const text = m->text + m->at;
    size_t n = 0;

    while (n < all && is_of_item(text[n], p))
        n++;
    m->at += n;
    m->steps += n + 1;
    return n;
}

static bool take_item(matching *m, const char **p);

enum { MOST_LITERAL = 8 };

static bool repeats(char c)
{
    return c && strchr("?*+{", c);
}

/* The bytes that all begins with what the items from p on take, NUL-terminated; "" if a class, a
 * set or a group of ways comes first.  Of an item that repeats only the first byte. */
static void read_literal(const char *p, char literal[MOST_LITERAL + 1])
{
    const bool in_group = *p == '(' && p[1] != '?' && p[strcspn(p, "|)")] == ')';
    const size_t most = in_group && repeats(*behind_item(p)) ? 1 : MOST_LITERAL;
    size_t n = 0;

    p += in_group;
    while (n < most && *p && !strchr("([.)|", *p) && !(*p == '\\' && tr_ascii_is_alnum(p[1]))) {
        const char *behind = p;
        const int unit = read_unit(&behind);
        if (n > 0 && repeats(*behind)) break;
        literal[n++] = (char)unit;
        if (repeats(*behind)) break;
        p = behind;
    }
    literal[n] = '\0';
}

/* Takes bytes of the set at `item`, at most `most`, up to a literal.  False if the literal does not
 * come, or another byte comes before it. */
static bool take_up_to(matching *m, const char *item, size_t most, const char *literal, size_t *n)
{
    const size_t reach = m->stop + strlen(literal), end = reach < m->len ? reach : m->len;
    const size_t found = m->at < end ? tr_span_find(m->text, m->at, end, literal) : end;

    const size_t ahead = found - m->at;

    if (found == end || ahead > most) return false;
    *n += ahead;
    return take_bytes(m, item, ahead) == ahead;
}

/* As few as possible of the item, before the one at *next, which is taken, too. */
static bool take_few(matching *m, const char *item, repeat r, const char **next)
{
    char literal[MOST_LITERAL + 1];
    const bool is_set = *item != '(' && !(*item == '\\' && item[1] == '1');

    read_literal(*next, literal);
    for (size_t n = 0; m->steps <= MOST_STEPS; n++) {
        if (n >= r.least && is_set && *literal && !take_up_to(m, item, r.most - n, literal, &n))
            return false;
        const char *p = *next;
        const size_t at = m->at;
        const bool may = n >= r.least && (!*literal || (at < m->len && m->text[at] == *literal));
        if (may && take_item(m, &p)) {
            *next = p;
            return true;
        }
        m->at = at;
        if (n == r.most || !take_one(m, item) || m->at == at) return false;
    }
    return false;
}

/* The item at *p as often as it comes. */
static bool take_item(matching *m, const char **p)
{
    const char *const item = *p, *next = behind_item(item);
    const bool once = *next != '?' && *next != '*' && *next != '+' && *next != '{';

    if (once) {
        *p = next;
        return take_one(m, item);
    }
    const repeat r = read_repeat(&next);

    *p = next;
    if (r.lazy) return take_few(m, item, r, p);
    if (*item != '(' && !(*item == '\\' && item[1] == '1'))
        return take_bytes(m, item, r.most) >= r.least;
    size_t n = 0;
    for (size_t at = m->at; n < r.most; n++, at = m->at) {
        if (!take_one(m, item)) {
            m->at = at;
            break;
        }
        if (m->at == at) return true;
    }
    return n >= r.least;
}

/* The first of the ways of a group, at p, that is there. */
static bool take_ways(matching *m, const char *p)
{
    const size_t at = m->at;

    for (;;) {
        bool takes = true;
        while (takes && *p && *p != '|' && *p != ')')
            takes = take_item(m, &p);
        if (takes) return true;
        m->at = at;
        while (*p && *p != '|' && *p != ')')
            p = *p == '(' || *p == '[' || *p == '\\' ? behind_item(p) : p + 1;
        if (*p++ != '|') return false;
    }
}

/* A whole pattern, which has ways in groups alone. */
static bool take_all(matching *m, const char *p)
{
    const size_t at = m->at;

    while (*p)
        if (!take_item(m, &p)) {
            m->at = at;
            return false;
        }
    return true;
}

size_t tr_pattern_match(const char *pattern, const tr_definitions *defined, const char *text,
                        size_t len, size_t at)
{
    const size_t most = len - at < TR_PATTERN_LONGEST ? len - at : TR_PATTERN_LONGEST;
    matching m = {
        .defined = defined, .text = text, .len = len, .begin = at, .at = at, .stop = at + most};

    return take_all(&m, pattern) && m.steps <= MOST_STEPS ? m.at - at : 0;
}

/* True if an escape that is whole is at p. */
static bool is_escape(const char *p)
{
    if (*p != '\\' || !p[1]) return false;
    return p[1] != 'x' || (tr_ascii_hex_digit(p[2]) >= 0 && tr_ascii_hex_digit(p[3]) >= 0);
}

size_t tr_pattern_example(const char *example, char *text, tr_span *taken)
{
    size_t n = 0, end = 0;

    *taken = (tr_span){0};
    for (const char *p = example; *p;) {
        if (!strncmp(p, "\xC2\xAB", 2)) {
            taken->begin = n;
            p += 2;
        } else if (!strncmp(p, "\xC2\xBB", 2)) {
            end = n;
            p += 2;
        } else {
            text[n++] = is_escape(p) ? (char)read_unit(&p) : *p++;
        }
    }
    text[n] = '\0';
    taken->end = end ? end : n;
    return n;
}
