#include "options/option_value.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/number.h"

/* ---- Reading ----------------------------------------------------------------------------- */

/* strtol() and strtof() take blanks, "+4", "inf" and "0x1p3", which nobody means. */
static bool parse_count(const char *text, int *value)
{
    char *end;

    if (!isdigit((unsigned char)*text)) return false;
    errno = 0;
    const long n = strtol(text, &end, 10);
    *value = (int)n;
    return !*end && !errno && n <= INT_MAX;
}

/* Reads a decimal number from 0 to `max`, whole up to the first other character; NULL when it is
 * not. */
static const char *parse_number(const char *text, float max, float *value)
{
    const size_t len = strspn(text, "0123456789.");
    double x;

    if (len >= 32 || !tr_parse_decimal(text, len, &x)) return NULL;
    *value = (float)x;
    return *value <= max ? text + len : NULL;
}

static bool parse_penalty(const char *text, tr_length_penalty *p)
{
    const bool gnmt = !strncmp(text, "gnmt:", 5);
    const char *end = parse_number(gnmt ? text + 5 : text, 10, &p->a);

    p->kind = gnmt ? TR_PENALTY_GNMT : TR_PENALTY_POWER;
    return end && !*end;
}

enum { MAX_LENGTH = 1000000 };

/* "80", "3x" and "3x+10". */
static bool parse_length(const char *text, tr_length_limit *l)
{
    if (strchr(text, 'x')) {
        const char *end = parse_number(text, 1000, &l->factor);
        if (!end || *end != 'x' || l->factor <= 0) return false;
        l->tokens = 0;
        if (!end[1]) return true;
        return end[1] == '+' && parse_count(end + 2, &l->tokens) && l->tokens <= MAX_LENGTH;
    }
    l->factor = 0;
    return parse_count(text, &l->tokens) && l->tokens >= 1 && l->tokens <= MAX_LENGTH;
}

/* Reads "NAME:NUMBER" of a number up to `max`, and what ends it: NULL when it is not. */
static const char *parse_part(const char *text, const char *name, float max, float *value)
{
    const size_t len = strlen(name);
    const bool named = !strncmp(text, name, len) && text[len] == ':';
    const char *const end = named ? parse_number(text + len + 1, max, value) : NULL;
    return end && (*end == ',' || !*end) ? end : NULL;
}

static const char *parse_rule(const char *text, tr_sampling *s)
{
    const char *end;
    float k;

    if ((end = parse_part(text, "top-k", 1000000, &k))) {
        s->top_k = (int)k;
        return s->top_k >= 1 && (float)s->top_k >= k ? end : NULL;
    }
    if ((end = parse_part(text, "top-p", 1, &s->top_p))) return s->top_p > 0 ? end : NULL;
    end = parse_part(text, "temperature", 1000, &s->temperature);
    return end && s->temperature >= 0.001F ? end : NULL;
}

/* "all", or rules with commas between: "top-k:40,temperature:0.7". */
static bool parse_sample(const char *text, tr_sampling *s)
{
    *s = (tr_sampling){.on = 1, .temperature = 1, .top_p = 1};
    if (!strcmp(text, "all")) return true;
    while ((text = parse_rule(text, s)) && *text)
        text++;
    return text != NULL;
}

/* "4" and "4:0.8". */
static bool parse_groups(const char *text, tr_beam_groups *g)
{
    char n[16];
    const size_t len = strcspn(text, ":");

    g->diversity = -1;
    if (len >= sizeof n) return false;
    memcpy(n, text, len);
    n[len] = '\0';
    if (!parse_count(n, &g->n) || g->n < 2 || g->n > TR_MAX_BEAM) return false;
    const char *const end = text[len] ? parse_number(text + len + 1, 100, &g->diversity) : "";
    return end && !*end;
}

/* Which of the words in "a|b|c" `text` is, or -1. */
int tr_option_choice(const char *words, const char *text)
{
    const size_t len = strlen(text);

    for (int i = 0;; i++) {
        const size_t n = strcspn(words, "|");
        if (n == len && !memcmp(words, text, n)) return i;
        if (!words[n]) return -1;
        words += n + 1;
    }
}

bool tr_option_read(const tr_option_range *range, const char *text, void *field)
{
    int *const n = field;

    switch (range->kind) {
    case OPTION_COUNT:
        return parse_count(text, n) && *n >= range->min && *n <= range->max;
    case OPTION_CHOICE:
        *n = tr_option_choice(range->words, text);
        return *n >= 0;
    case OPTION_PENALTY:
        return parse_penalty(text, field);
    case OPTION_LENGTH:
        return parse_length(text, field);
    case OPTION_SAMPLE:
        return parse_sample(text, field);
    case OPTION_GROUPS:
        return parse_groups(text, field);
    default:
        return false;
    }
}

/* ---- Writing ----------------------------------------------------------------------------- */

/* A number that is read as the same float. */
static tr_decimal float_text(float x)
{
    for (int digits = 6;; digits++) {
        const tr_decimal text = tr_format_decimal((double)x, digits);
        double back;
        if (digits == 9 ||
            (tr_parse_decimal(text.text, strlen(text.text), &back) && (float)back == x))
            return text;
    }
}

static void write_choice(const char *words, int i, tr_buf *out)
{
    while (i-- > 0)
        words += strcspn(words, "|") + 1;
    tr_buf_add(out, words, strcspn(words, "|"));
}

static void write_length(const tr_length_limit *l, tr_buf *out)
{
    if (l->factor > 0) tr_buf_printf(out, "%sx+", float_text(l->factor).text);
    tr_buf_printf(out, "%d", l->tokens);
}

static void write_sample(const tr_sampling *s, tr_buf *out)
{
    const size_t before = out->len;

    if (!s->on) return;
    if (s->top_k) tr_buf_printf(out, "top-k:%d,", s->top_k);
    if (s->top_p < 1) tr_buf_printf(out, "top-p:%s,", float_text(s->top_p).text);
    if (s->temperature < 1 || s->temperature > 1)
        tr_buf_printf(out, "temperature:%s,", float_text(s->temperature).text);
    if (out->len == before)
        tr_buf_add_string(out, "all");
    else if (!out->failed)
        out->data[--out->len] = '\0';
}

static void write_groups(const tr_beam_groups *g, tr_buf *out)
{
    if (!g->n) return;
    tr_buf_printf(out, "%d", g->n);
    if (g->diversity >= 0) tr_buf_printf(out, ":%s", float_text(g->diversity).text);
}

void tr_option_write(const tr_option_range *range, const void *field, tr_buf *out)
{
    const tr_length_penalty *const p = field;

    switch (range->kind) {
    case OPTION_COUNT:
        tr_buf_printf(out, "%d", *(const int *)field);
        return;
    case OPTION_CHOICE:
        write_choice(range->words, *(const int *)field, out);
        return;
    case OPTION_PENALTY:
        tr_buf_printf(out, "%s%s", p->kind == TR_PENALTY_GNMT ? "gnmt:" : "",
                      float_text(p->a).text);
        return;
    case OPTION_LENGTH:
        write_length(field, out);
        return;
    case OPTION_SAMPLE:
        write_sample(field, out);
        return;
    case OPTION_GROUPS:
        write_groups(field, out);
        return;
    default:
        return;
    }
}

void tr_option_describe(const tr_option_range *range, char *text, size_t size)
{
    switch (range->kind) {
    case OPTION_COUNT:
        snprintf(text, size, "a whole number from %d to %d", range->min, range->max);
        break;
    case OPTION_CHOICE:
    case OPTION_WORD:
    case OPTION_FORMAT:
        snprintf(text, size, "one of %s", range->words);
        break;
    case OPTION_PENALTY:
        snprintf(text, size, "a number from 0 to 10, or gnmt: and such a number");
        break;
    case OPTION_LENGTH:
        snprintf(text, size, "a number of tokens from 1 to %d, or a factor like 2x or 3x+10",
                 MAX_LENGTH);
        break;
    case OPTION_SAMPLE:
        snprintf(text, size,
                 "all, or top-k:K, top-p:P and temperature:T with commas between; K >= 1, "
                 "0 < P <= 1, 0.001 <= T <= 1000");
        break;
    case OPTION_GROUPS:
        snprintf(text, size, "a whole number from 2 to %d, or one, a colon and a number to 100",
                 TR_MAX_BEAM);
        break;
    default:
        snprintf(text, size, "a name");
    }
}
