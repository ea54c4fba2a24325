#include "http_header.h"

#include <string.h>
#include <strings.h>

#include "models/model_index.h"

static bool take_number(const char **text, const char *end, uint64_t *n)
{
    const char *p = *text;

    for (*n = 0; p < end && *p >= '0' && *p <= '9'; p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (*n > (UINT64_MAX - digit) / 10) return false;
        *n = 10 * *n + digit;
    }
    const bool any = p > *text;
    *text = p;
    return any;
}

static bool take_sign(const char **text, const char *end, char sign)
{
    if (*text == end || **text != sign) return false;
    ++*text;
    return true;
}

bool http_read_range(const char *text, size_t len, http_range *range)
{
    static const char unit[] = "bytes ";
    const size_t n = sizeof unit - 1;
    const char *p = text + n, *const end = text + len;

    if (len < n || strncasecmp(text, unit, n) != 0) return false;
    if (!take_number(&p, end, &range->first) || !take_sign(&p, end, '-') ||
        !take_number(&p, end, &range->last) || !take_sign(&p, end, '/'))
        return false;
    range->total = 0;
    if (take_sign(&p, end, '*')) return p == end && range->first <= range->last;
    return take_number(&p, end, &range->total) && p == end && range->first <= range->last &&
           range->last < range->total;
}

const char *http_field(const char *line, size_t len, const char *name, size_t *value_len)
{
    const size_t n = strlen(name);

    if (len <= n || line[n] != ':' || strncasecmp(line, name, n) != 0) return NULL;
    const char *begin = line + n + 1, *end = line + len;
    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (end > begin && strchr(" \t\r\n", end[-1]) && end[-1])
        end--;
    *value_len = (size_t)(end - begin);
    return begin;
}

void http_read_tag(const char *text, size_t len, char *tag, size_t size)
{
    *tag = '\0';
    if (len < 2 || len >= size || text[0] != '"' || text[len - 1] != '"') return;
    for (size_t i = 0; i < len; i++)
        if (text[i] <= ' ' || text[i] > '~') return;
    memcpy(tag, text, len);
    tag[len] = '\0';
}

/* ---- Link ---------------------------------------------------------------------------------- */

/* Behind the parameter that begins here, up to its ';' or ','. */
static const char *skip_parameter(const char *p, const char *end)
{
    bool quoted = false;

    for (; p < end && (quoted || (*p != ';' && *p != ',')); p++)
        if (*p == '"') quoted = !quoted;
    return p;
}

/* rel=next or rel="next" */
static bool is_next(const char *p, const char *end)
{
    static const char *const forms[] = {"rel=next", "rel=\"next\""};

    while (p < end && *p == ' ')
        p++;
    while (end > p && end[-1] == ' ')
        end--;
    for (size_t i = 0; i < 2; i++)
        if ((size_t)(end - p) == strlen(forms[i]) && !strncasecmp(p, forms[i], strlen(forms[i])))
            return true;
    return false;
}

void http_read_next(const char *text, size_t len, char *next, size_t size)
{
    const char *const end = text + len;

    *next = '\0';
    for (const char *p = text; p < end && (p = memchr(p, '<', (size_t)(end - p)));) {
        const char *const url = p + 1, *const close = memchr(url, '>', (size_t)(end - url));
        if (!close) return;
        bool found = false;
        for (p = close + 1; p < end && *p == ';';) {
            const char *const after = skip_parameter(p + 1, end);
            found = found || is_next(p + 1, after);
            p = after;
        }
        if (!found) continue;
        if ((size_t)(close - url) < size) {
            memcpy(next, url, (size_t)(close - url));
            next[close - url] = '\0';
        }
        return;
    }
}

void http_read_word(const char *text, size_t len, char *word, size_t size)
{
    *word = '\0';
    if (len >= size) return;
    for (size_t i = 0; i < len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", text[i]) ||
            !text[i])
            return;
    memcpy(word, text, len);
    word[len] = '\0';
}

/* ---- Addresses ----------------------------------------------------------------------------- */

static bool begins(const char *url, const char *with)
{
    return !strncasecmp(url, with, strlen(with));
}

bool http_may_follow(const char *from, const char *to)
{
    if (begins(to, "https://")) return true;
    return index_is_local(to) && (!from || index_is_local(from));
}
