#include "console/options.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "console/alloc.h"
#include "console/suggest.h"
#include "translate.h"

/* ---- Values ------------------------------------------------------------------------------ */

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

/* Reads a decimal number from 0 to `max`, whole up to `end` characters; NULL when it is not. */
static const char *parse_number(const char *text, float max, float *value)
{
    const size_t len = strspn(text, "0123456789.");
    char digits[32], *end;

    if (!len || len >= sizeof digits) return NULL;
    memcpy(digits, text, len);
    digits[len] = '\0';
    *value = strtof(digits, &end);
    return !*end && *value <= max ? text + len : NULL;
}

static bool parse_penalty(const char *text, length_penalty *p)
{
    const bool gnmt = !strncmp(text, "gnmt:", 5);
    const char *end = parse_number(gnmt ? text + 5 : text, 10, &p->a);

    p->kind = gnmt ? TR_PENALTY_GNMT : TR_PENALTY_POWER;
    return end && !*end;
}

enum { MAX_LENGTH = 1000000 };

/* "80", "3x" and "3x+10". */
static bool parse_length(const char *text, length_limit *l)
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
static bool parse_groups(const char *text, beam_groups *g)
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
static int parse_choice(const char *words, const char *text)
{
    const size_t len = strlen(text);

    for (int i = 0;; i++) {
        const size_t n = strcspn(words, "|");
        if (n == len && !memcmp(words, text, n)) return i;
        if (!words[n]) return -1;
        words += n + 1;
    }
}

const char *option_argument(const option *o)
{
    static char words[1024];
    const tr_document_format *f;
    size_t n = 0;

    if (o->kind != OPTION_FORMAT) return o->argument;
    n += (size_t)snprintf(words, sizeof words, "%s", o->argument);
    for (size_t i = 0; (f = tr_document_format_at(i)) && n < sizeof words; i++)
        n += (size_t)snprintf(words + n, sizeof words - n, "%s%s", n ? "|" : "", f->name);
    return words;
}

/* Describes the option's values for a sentence that ends "is not ...". */
static void describe_value(const option *o, char *text, size_t size)
{
    switch (o->kind) {
    case OPTION_LIST:
        snprintf(text, size, "one of at most %d words", MOST_TEXTS);
        break;
    case OPTION_COUNT:
        snprintf(text, size, "a whole number from %d to %d", o->min, o->max);
        break;
    case OPTION_CHOICE:
    case OPTION_WORD:
    case OPTION_FORMAT:
        snprintf(text, size, "one of %s", option_argument(o));
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

static bool is_choice(const option *o)
{
    return o->kind == OPTION_CHOICE || o->kind == OPTION_WORD || o->kind == OPTION_FORMAT;
}

static bool append_value(text_list *l, const char *text)
{
    if (l->n == MOST_TEXTS) return false;
    l->items[l->n++] = text;
    return true;
}

static bool store(const option *o, const char *text, void *values)
{
    void *const field = (char *)values + o->offset;
    int *const n = field;

    switch (o->kind) {
    case OPTION_TEXT:
    case OPTION_ONCE:
        *(const char **)field = text;
        return true;
    case OPTION_LIST:
        return append_value(field, text);
    case OPTION_COUNT:
        return parse_count(text, n) && *n >= o->min && *n <= o->max;
    case OPTION_CHOICE:
        *n = parse_choice(o->argument, text);
        return *n >= 0;
    case OPTION_WORD:
    case OPTION_FORMAT:
        *(const char **)field = text;
        return parse_choice(option_argument(o), text) >= 0;
    case OPTION_PENALTY:
        return parse_penalty(text, field);
    case OPTION_LENGTH:
        return parse_length(text, field);
    case OPTION_SAMPLE:
        return parse_sample(text, field);
    case OPTION_GROUPS:
        return parse_groups(text, field);
    case OPTION_SET:
        *n = o->min;
        return true;
    default:
        *n = 1;
        return true;
    }
}

/* ---- Parsing -------------------------------------------------------------------------- */

int options_misuse(const command *c, const char *fmt, ...)
{
    char text[1024];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    complain("%s (see translate %s%s--help)", text, c->name ? c->name : "", c->name ? " " : "");
    return EXIT_MISUSE;
}

static bool takes_value(const option *o)
{
    return o->argument != NULL;
}

/* `value` is NULL for an option that takes none. */
static int apply(const command *c, const option *o, const char *value, void *values)
{
    char what[1536], hint[HINT_SIZE];

    if (o->kind == OPTION_HELP) return SHOW_HELP;
    if (o->kind == OPTION_ONCE && *(const char **)((char *)values + o->offset))
        return options_misuse(c, "--%s is given twice", o->name);
    if (value && !*value) return options_misuse(c, "--%s: the value is empty", o->name);
    if (store(o, value, values)) return GO_ON;
    describe_value(o, what, sizeof what);
    suggestion s = suggest_for(value, strlen(value));
    if (is_choice(o)) suggest_words(&s, option_argument(o), '|');
    return options_misuse(c, "--%s: \"%s\" is not %s%s", o->name, value, what,
                          suggest_hint(&s, "", hint));
}

const option *options_find(const command *c, const char *name, size_t len)
{
    for (const option *o = c->options; o->name; o++)
        if (!strncmp(o->name, name, len) && !o->name[len]) return o;
    return NULL;
}

const option *options_find_letter(const command *c, char letter)
{
    for (const option *o = c->options; o->name; o++)
        if (o->letter == letter) return o;
    return NULL;
}

static int refuse_unknown(const command *c, const char *name, size_t len)
{
    suggestion s = suggest_for(name, len);
    char hint[HINT_SIZE];

    for (const option *o = c->options; o->name; o++)
        suggest_word(&s, o->name, strlen(o->name));
    return options_misuse(c, "unknown option --%.*s%s", (int)len, name,
                          suggest_hint(&s, "--", hint));
}

/* argv[0] is "--name", "--name=value", or takes its value from argv[1]; *used of them. */
static int parse_long(const command *c, char **argv, int *used, void *values)
{
    const char *name = argv[0] + 2;
    const size_t len = strcspn(name, "=");
    const option *o = options_find(c, name, len);

    if (!o) return refuse_unknown(c, name, len);
    if (!takes_value(o) && name[len])
        return options_misuse(c, "--%s takes no value, not \"%s\"", o->name, name + len + 1);
    if (!takes_value(o) || name[len]) return apply(c, o, name[len] ? name + len + 1 : NULL, values);
    if (!argv[1]) return options_misuse(c, "--%s needs a value, %s", o->name, option_argument(o));
    *used = 2;
    return apply(c, o, argv[1], values);
}

/* argv[0] is "-a", "-abc", "-avalue", or takes the last one's value from argv[1]. */
static int parse_letters(const command *c, char **argv, int *used, void *values)
{
    for (const char *letter = argv[0] + 1; *letter; letter++) {
        const option *o = options_find_letter(c, *letter);
        if (!o) return options_misuse(c, "unknown option -%c", *letter);
        const char *value = NULL;
        if (takes_value(o)) {
            value = letter[1] ? letter + 1 : argv[1];
            if (!value)
                return options_misuse(c, "-%c needs a value, %s", *letter, option_argument(o));
            if (!letter[1]) *used = 2;
        }
        const int rc = apply(c, o, value, values);
        if (rc != GO_ON || value) return rc;
    }
    return GO_ON;
}

int options_parse(const command *c, int *argc, char **argv, void *values)
{
    int n = 0;
    bool options = true;

    for (int i = 0; i < *argc;) {
        char *const arg = argv[i];
        int used = 1, rc = GO_ON;
        if (options && !strcmp(arg, "--"))
            options = false;
        else if (options && !strncmp(arg, "--", 2))
            rc = parse_long(c, argv + i, &used, values);
        else if (options && arg[0] == '-' && arg[1])
            rc = parse_letters(c, argv + i, &used, values);
        else if (*arg)
            argv[n++] = arg;
        else
            rc = options_misuse(c, "an operand is empty");
        if (rc != GO_ON) return rc;
        i += used;
    }
    *argc = n;
    argv[n] = NULL; /* n <= *argc, and argv ends in a NULL of its own */
    return GO_ON;
}

/* ---- As text --------------------------------------------------------------------------- */

static size_t size_of_value(const option *o)
{
    switch (o->kind) {
    case OPTION_PENALTY:
        return sizeof(length_penalty);
    case OPTION_LENGTH:
        return sizeof(length_limit);
    case OPTION_SAMPLE:
        return sizeof(tr_sampling);
    case OPTION_GROUPS:
        return sizeof(beam_groups);
    default:
        return sizeof(int);
    }
}

static void add_value(tr_buf *out, const option *o, const void *field)
{
    const text_list *const list = field;
    const char *text;

    switch (o->kind) {
    case OPTION_TEXT:
    case OPTION_ONCE:
    case OPTION_WORD:
    case OPTION_FORMAT:
        text = *(const char *const *)field;
        if (text) tr_buf_printf(out, " %zu %s", strlen(text), text);
        break;
    case OPTION_LIST:
        for (size_t i = 0; i < list->n; i++)
            tr_buf_printf(out, " %zu %s", strlen(list->items[i]), list->items[i]);
        break;
    case OPTION_HELP:
        break;
    default:
        for (size_t i = 0; i < size_of_value(o); i++)
            tr_buf_printf(out, " %02x", ((const unsigned char *)field)[i]);
    }
}

char *options_text(const command *c, const void *values, const char *others)
{
    tr_buf out = {0};
    char name[64];

    for (const option *o = c->options; o->name; o++) {
        snprintf(name, sizeof name, " %s ", o->name);
        if (strstr(others, name) || o->kind == OPTION_HELP) continue;
        tr_buf_printf(&out, "%s", o->name);
        add_value(&out, o, (const char *)values + o->offset);
        tr_buf_printf(&out, "\n");
    }
    if (out.failed) end_without_memory();
    char *const text = checked_format("%s", tr_buf_text(&out));
    tr_buf_free(&out);
    return text;
}
