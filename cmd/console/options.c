#include "console/options.h"

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

unsigned option_format_can(const char *name)
{
    const tr_document_format *f;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        if (!strcmp(f->name, name)) return f->can;
    return 0;
}

static tr_option_range range_of(const option *o)
{
    return (tr_option_range){o->kind, option_argument(o), o->min, o->max};
}

/* Describes the option's values for a sentence that ends "is not ...". */
static void describe_value(const option *o, char *text, size_t size)
{
    const tr_option_range range = range_of(o);

    if (o->kind == OPTION_LIST)
        snprintf(text, size, "one of at most %d words", MOST_TEXTS);
    else
        tr_option_describe(&range, text, size);
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
    const tr_option_range range = range_of(o);

    switch (o->kind) {
    case OPTION_TEXT:
    case OPTION_ONCE:
        *(const char **)field = text;
        return true;
    case OPTION_TWO:
        ((const char **)field)[0] = text;
        return true;
    case OPTION_LIST:
        return append_value(field, text);
    case OPTION_COUNT:
    case OPTION_CHOICE:
    case OPTION_PENALTY:
    case OPTION_LENGTH:
    case OPTION_SAMPLE:
    case OPTION_GROUPS:
        return tr_option_read(&range, text, field);
    case OPTION_WORD:
    case OPTION_FORMAT:
        *(const char **)field = text;
        return tr_option_choice(range.words, text, strlen(text)) >= 0;
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

/* The second value of an option of two, which is argv[*used]. */
static int apply_second(const command *c, const option *o, char **argv, int *used, void *values)
{
    const char *const value = argv[*used];

    if (!value || !*value)
        return options_misuse(c, "--%s needs two values, %s", o->name, option_argument(o));
    ((const char **)((char *)values + o->offset))[1] = value;
    ++*used;
    return GO_ON;
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
    const bool is_next = takes_value(o) && !name[len];
    if (is_next && !argv[1])
        return options_misuse(c, "--%s needs a value, %s", o->name, option_argument(o));
    *used = is_next ? 2 : 1;
    const int rc = apply(c, o, is_next ? argv[1] : name[len] ? name + len + 1 : NULL, values);
    return rc == GO_ON && o->kind == OPTION_TWO ? apply_second(c, o, argv, used, values) : rc;
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

/* The letters of argv[0], as parse_letters() takes them; how many words they used. */
static int each_letter(const command *c, char **argv,
                       void (*see)(void *ctx, const option *o, const char *value), void *ctx)
{
    for (const char *letter = argv[0] + 1; *letter; letter++) {
        const option *const o = options_find_letter(c, *letter);
        if (!o) break;
        if (takes_value(o)) {
            see(ctx, o, letter[1] ? letter + 1 : argv[1]);
            return letter[1] ? 1 : 2;
        }
        see(ctx, o, NULL);
    }
    return 1;
}

static int each_long(const command *c, char **argv,
                     void (*see)(void *ctx, const option *o, const char *value), void *ctx)
{
    const char *const name = argv[0] + 2;
    const size_t len = strcspn(name, "=");
    const option *const o = options_find(c, name, len);
    const bool is_next = o && takes_value(o) && !name[len];

    if (o) see(ctx, o, is_next ? argv[1] : name[len] ? name + len + 1 : NULL);
    return (is_next ? 2 : 1) + (o && o->kind == OPTION_TWO);
}

void options_each(const command *c, int argc, char **argv,
                  void (*see)(void *ctx, const option *o, const char *value), void *ctx)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0;) {
        if (!strncmp(argv[i], "--", 2))
            i += each_long(c, argv + i, see, ctx);
        else if (argv[i][0] == '-' && argv[i][1])
            i += each_letter(c, argv + i, see, ctx);
        else
            i++;
    }
}

/* ---- As text --------------------------------------------------------------------------- */

size_t options_value_size(const option *o)
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
    case OPTION_TWO:
        for (size_t i = 0; i < 2 && ((const char *const *)field)[i]; i++)
            tr_buf_printf(out, " %zu %s", strlen(((const char *const *)field)[i]),
                          ((const char *const *)field)[i]);
        break;
    case OPTION_LIST:
        for (size_t i = 0; i < list->n; i++)
            tr_buf_printf(out, " %zu %s", strlen(list->items[i]), list->items[i]);
        break;
    case OPTION_HELP:
        break;
    default:
        for (size_t i = 0; i < options_value_size(o); i++)
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
