#include "syntax/pattern_check.h"

#include <string.h>

#include "base/ascii.h"
#include "syntax/functions.h"

enum { DEEPEST = 32, LONGEST = 2000, MOST_PARTS = 2000 };

typedef struct checking {
    const tr_definitions *defined;
    tr_error *err;
    size_t depth, parts;
} checking;

static int fail(const checking *c, const char *why)
{
    return tr_fail(c->err, TR_EFORMAT, "the pattern %s", why);
}

/* The escape at *p; it goes behind it. */
static int check_escape(const checking *c, const char **p)
{
    const char sign = (*p)[1];

    if (!sign) return fail(c, "ends in a \\");
    if (tr_ascii_is_alnum(sign) && !strchr("dwsnrteax1", sign))
        return tr_fail(c->err, TR_EFORMAT, "the pattern has \\%c, which means nothing", sign);
    if (sign == 'x' && (tr_ascii_hex_digit((*p)[2]) < 0 || tr_ascii_hex_digit((*p)[3]) < 0))
        return fail(c, "has a \\x without two hexadecimal digits");
    *p += sign == 'x' ? 4 : 2;
    return 0;
}

/* One byte or class of a set. */
static int check_unit(const checking *c, const char **p)
{
    if (**p == '\\' && (*p)[1] == '1') return fail(c, "has a \\1 in a set");
    if (**p == '\\') return check_escape(c, p);
    if ((unsigned char)**p >= 0x80)
        return fail(c, "has a set with a character that is not ASCII; write (x|y)");
    ++*p;
    return 0;
}

static int check_set(const checking *c, const char **p)
{
    int rc = 0;

    *p += 1 + ((*p)[1] == '^');
    if (**p == ']') return fail(c, "has an empty set");
    while (rc == 0 && **p && **p != ']') {
        rc = check_unit(c, p);
        if (rc == 0 && **p == '-' && (*p)[1] && (*p)[1] != ']') {
            ++*p;
            rc = check_unit(c, p);
        }
    }
    if (rc == 0 && **p != ']') return fail(c, "has a [ without a ]");
    ++*p;
    return rc;
}

static int check_ways(checking *c, const char **p);

/* "(?&name)" */
static int check_call(checking *c, const char **p)
{
    const char *const name = *p + 3;
    const size_t n = strcspn(name, ")");
    const char *pattern = tr_definition_of(c->defined, name, n);
    int rc = 0;

    if (name[n] != ')') return fail(c, "has a ( without a )");
    if (!pattern && !tr_pattern_function_of(name, n))
        return tr_fail(c->err, TR_EFORMAT, "the pattern calls \"%.*s\", which no row above defines",
                       (int)(n < LONGEST ? n : LONGEST), name);
    if (pattern) rc = check_ways(c, &pattern);
    *p = name + n + 1;
    return rc;
}

static int check_item(checking *c, const char **p, bool *empty);

/* "(?<=x)" */
static int check_before(checking *c, const char **p)
{
    bool empty;

    *p += 4;
    if (strchr("()|", **p)) return fail(c, "has no byte or set behind (?<= or (?<!");
    const int rc = check_item(c, p, &empty);
    return rc == 0 && **p != ')' ? fail(c, "has more than one byte behind (?<= or (?<!") : rc;
}

static int check_group(checking *c, const char **p, bool *empty)
{
    int rc;

    *empty = (*p)[1] == '?';
    if (!strncmp(*p, "(?&", 3)) {
        *empty = false;
        return check_call(c, p);
    }
    if (!strncmp(*p, "(?<=", 4) || !strncmp(*p, "(?<!", 4)) {
        rc = check_before(c, p);
    } else {
        if (*empty && (*p)[2] != '=' && (*p)[2] != '!') return fail(c, "has an unknown (?");
        *p += *empty ? 3 : 1;
        rc = check_ways(c, p);
    }
    if (rc == 0 && **p != ')') return fail(c, "has a ( without a )");
    *p += rc == 0;
    return rc;
}

/* One item without its repeat.  *empty: it takes nothing. */
static int check_item(checking *c, const char **p, bool *empty)
{
    *empty = false;
    if (++c->parts > MOST_PARTS) return fail(c, "has too many parts");
    switch (**p) {
    case '(':
        return check_group(c, p, empty);
    case '[':
        return check_set(c, p);
    case '\\':
        return check_escape(c, p);
    case '?':
    case '*':
    case '+':
    case '{':
        return tr_fail(c->err, TR_EFORMAT,
                       "the pattern has a %c behind nothing that could be repeated; write \\%c",
                       **p, **p);
    default:
        ++*p;
        return 0;
    }
}

static size_t read_number(const char **p)
{
    size_t n = 0;
    for (; tr_ascii_is_digit(**p); ++*p)
        if (n <= TR_PATTERN_LONGEST) n = n * 10 + (size_t)(**p - '0');
    return n;
}

/* "{m,n}" */
static int check_counts(const checking *c, const char **p)
{
    const char *q = *p + 1;
    const bool has_number = tr_ascii_is_digit(*q);
    const size_t least = read_number(&q);
    size_t most = least;

    if (*q == ',') {
        q++;
        most = *q == '}' ? TR_PATTERN_LONGEST : read_number(&q);
    }
    if (!has_number || *q != '}') return fail(c, "has a { that counts nothing; write \\{");
    if (least > most || most > TR_PATTERN_LONGEST) return fail(c, "has counts that no text has");
    *p = q + 1;
    return 0;
}

/* The repeat of an item, if there is one. */
static int check_repeat(const checking *c, const char **p, bool empty)
{
    const bool counts = **p == '{', many = counts || **p == '*' || **p == '+';

    if (!many && **p != '?') return 0;
    if (empty) return fail(c, "repeats what takes nothing");
    if (counts) {
        const int rc = check_counts(c, p);
        if (rc < 0) return rc;
    } else {
        ++*p;
    }
    if (!many || **p != '?') return 0;
    ++*p;
    return !**p || **p == '|' || **p == ')' ? fail(c, "has nothing behind as few as possible") : 0;
}

static int check_ways(checking *c, const char **p)
{
    bool empty;
    int rc = 0;

    if (++c->depth > DEEPEST) return fail(c, "has too many groups in groups");
    while (rc == 0 && **p && **p != ')') {
        if (**p == '|' && c->depth == 1) break;
        if (**p == '|') {
            ++*p;
            continue;
        }
        rc = check_item(c, p, &empty);
        if (rc == 0) rc = check_repeat(c, p, empty);
    }
    c->depth--;
    return rc;
}

int tr_pattern_check(const char *pattern, const tr_definitions *defined, tr_error *err)
{
    checking c = {.defined = defined, .err = err};

    if (!*pattern) return fail(&c, "is empty");
    if (strlen(pattern) > LONGEST) return fail(&c, "is too long");
    const int rc = check_ways(&c, &pattern);
    if (rc < 0 || !*pattern) return rc;
    return fail(&c, *pattern == '|' ? "has a | that is in no (" : "has a ) without a (; write \\)");
}
