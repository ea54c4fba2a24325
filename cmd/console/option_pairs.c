#include "console/option_pairs.h"

#include <string.h>

#include "base/buf.h"

enum { MOST_NAME = 64 };

static size_t size_of_field(const option *o)
{
    switch (o->kind) {
    case OPTION_TEXT:
    case OPTION_ONCE:
    case OPTION_TWO:
    case OPTION_WORD:
    case OPTION_FORMAT:
        return sizeof(const char *);
    default:
        return options_value_size(o);
    }
}

/* Word i of "a|b|c" has the name [len]. */
static bool is_choice_named(const char *words, int i, const char *name, size_t len)
{
    for (; i > 0 && words; i--)
        words = strchr(words, '|') ? strchr(words, '|') + 1 : NULL;
    return i == 0 && words && strcspn(words, "|") == len && !strncmp(words, name, len);
}

/* True if the option is given that name [len] tells, "beam" or "split=sentence". */
static bool is_given(const command *c, const char *name, size_t len, const void *values,
                     const void *defaults)
{
    const char *const choice = memchr(name, '=', len);
    const option *const o = options_find(c, name, choice ? (size_t)(choice - name) : len);
    const void *const field = (const char *)values + o->offset;
    const void *const usual = (const char *)defaults + o->offset;

    if (choice)
        return is_choice_named(o->argument, *(const int *)field, choice + 1,
                               len - (size_t)(choice + 1 - name));
    if (o->kind == OPTION_LIST) return ((const text_list *)field)->n > 0;
    if (o->kind == OPTION_SET) return *(const int *)field == o->min;
    return memcmp(field, usual, size_of_field(o)) != 0;
}

/* The first of "a|b" that is given; NULL: none is. */
static const char *first_given(const command *c, const char *names, const void *values,
                               const void *defaults)
{
    for (; *names; names += strspn(names, "|")) {
        const size_t len = strcspn(names, "|");
        if (is_given(c, names, len, values, defaults)) return names;
        names += len;
    }
    return NULL;
}

/* "--a", "--a value", with commas and an "or" between several. */
static void add_names(tr_buf *out, const char *names)
{
    while (*names) {
        const size_t len = strcspn(names, "|=");
        tr_buf_printf(out, "--%.*s", (int)len, names);
        names += len;
        const size_t value = strcspn(names, "|");
        if (value) tr_buf_printf(out, " %.*s", (int)value - 1, names + 1);
        names += value;
        if (!*names) return;
        names++;
        tr_buf_printf(out, "%s", strchr(names, '|') ? ", " : " or ");
    }
}

static void add_sentence(tr_buf *out, const option_pair *p, const char *given)
{
    const char *const gap = p->sentence ? strstr(p->sentence, "%s") : NULL;

    if (gap)
        tr_buf_printf(out, "%.*s--%.*s%s", (int)(gap - p->sentence), p->sentence,
                      (int)strcspn(given, "|="), given, gap + 2);
    else if (p->sentence)
        tr_buf_printf(out, "%s", p->sentence);
    if (p->sentence) return;
    add_names(out, p->option);
    tr_buf_printf(out, p->relation == OPTION_NEEDS ? " needs " : " and ");
    if (p->relation == OPTION_NEEDS)
        add_names(out, p->others);
    else
        tr_buf_printf(out, "--%.*s exclude each other", (int)strcspn(given, "|"), given);
}

int option_pairs_check(const command *c, const void *values, const void *defaults)
{
    for (const option_pair *p = c->pairs; p->option; p++) {
        tr_buf sentence = {0};
        if (!is_given(c, p->option, strlen(p->option), values, defaults)) continue;
        const char *const given = first_given(c, p->others, values, defaults);
        if (!given == (p->relation == OPTION_EXCLUDES)) continue;
        add_sentence(&sentence, p, given);
        options_misuse(c, "%s", tr_buf_text(&sentence));
        tr_buf_free(&sentence);
        return EXIT_MISUSE;
    }
    return GO_ON;
}

void option_pairs_print(FILE *out, const command *c)
{
    for (const option_pair *p = c->pairs; p && p->option; p++)
        fprintf(out, "%s %s %s\n", p->option, p->relation == OPTION_NEEDS ? "needs" : "excludes",
                p->others);
}
