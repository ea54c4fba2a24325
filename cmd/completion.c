#include "completion.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "models/model_index.h"
#include "models/model_languages.h"
#include "models/model_search.h"

/* ---- Scripts ------------------------------------------------------------------------------ */

static const struct {
    const char *shell, *text;
} scripts[] = {
    {
        "bash",
#include "translate.bash.inc"
    },
    {
        "zsh",
#include "translate.zsh.inc"
    },
    {
        "fish",
#include "translate.fish.inc"
    },
};

const char *completion_script(const char *shell)
{
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        if (!strcmp(scripts[i].shell, shell)) return scripts[i].text;
    return NULL;
}

/* ---- Words -------------------------------------------------------------------------------- */

/* Where words go: each with what stands before it in the same argument, such as "--cpu=". */
typedef struct sink {
    FILE *out;
    const char *before; /* [before_len] */
    size_t before_len;
    const command *const *all;
    char **seen; /* [n_seen]: the languages printed */
    size_t n_seen;
} sink;

static void print_word(const sink *s, const char *word, size_t len, const char *description)
{
    fwrite(s->before, 1, s->before_len, s->out);
    fwrite(word, 1, len, s->out);
    if (description) fprintf(s->out, "\t%s", description);
    fputc('\n', s->out);
}

/* Of "all|RULE,..", what capitals begin stands for words. */
static void print_choices(const sink *s, const char *words)
{
    for (;; words++) {
        const size_t n = strcspn(words, "|");
        if (!isupper((unsigned char)*words)) print_word(s, words, n, NULL);
        words += n;
        if (!*words) return;
    }
}

static void complete_subcommands(const sink *s)
{
    for (size_t i = 1; s->all[i]; i++)
        print_word(s, s->all[i]->name, strlen(s->all[i]->name), s->all[i]->summary);
}

static void complete_models(const sink *s)
{
    model_list list;

    models_find(&list);
    for (size_t i = 0; i < list.n; i++)
        print_word(s, list.models[i].name, strlen(list.models[i].name), list.models[i].path);
    models_free(&list);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each pair once. */
static void print_pairs(const sink *s, const model_index *index)
{
    char **pairs = checked_malloc(index->n * sizeof *pairs);
    size_t n = 0;

    for (size_t i = 0; i < index->n; i++) {
        const index_model *m = &index->models[i];
        if (!*m->refused) pairs[n++] = checked_format("%s-%s", m->source, m->target);
    }
    if (n) qsort(pairs, n, sizeof *pairs, compare_words);
    for (size_t i = 0; i < n; i++)
        if (!i || strcmp(pairs[i - 1], pairs[i]) != 0)
            print_word(s, pairs[i], strlen(pairs[i]), NULL);
    for (size_t i = 0; i < n; i++)
        free(pairs[i]);
    free(pairs);
}

/* The pairs, and the names of what can be fetched. */
static void print_fetchable(const sink *s)
{
    model_index index;

    if (index_read(&index, NULL, true)) return;
    print_pairs(s, &index);
    for (size_t i = 0; i < index.n; i++)
        if (!*index.models[i].refused)
            print_word(s, index.models[i].name, strlen(index.models[i].name), NULL);
    index_free(&index);
}

static void print_language(void *ctx, const char *language)
{
    sink *const s = ctx;

    for (size_t i = 0; i < s->n_seen; i++)
        if (!strcmp(s->seen[i], language)) return;
    s->seen = checked_realloc(s->seen, s->n_seen + 1, sizeof *s->seen);
    s->seen[s->n_seen++] = checked_format("%s", language);
    print_word(s, language, strlen(language), NULL);
}

static void complete_languages(sink *s)
{
    model_list list;

    models_find(&list);
    languages_found(&list, TR_SOURCE, print_language, s);
    languages_found(&list, TR_TARGET, print_language, s);
    models_free(&list);
    for (size_t i = 0; i < s->n_seen; i++)
        free(s->seen[i]);
    free(s->seen);
}

/* Completes an option's argument or a command's operand; NULL and "N" and the like have no words.
 */
static void print_values(sink *s, const char *argument)
{
    if (!argument) return;
    const bool names = !strcmp(argument, "FILE|NAME");

    if (names) complete_models(s);
    if (names || !strcmp(argument, "FILE") || !strcmp(argument, "DIR"))
        fputs(":\n", s->out);
    else if (!strcmp(argument, "PAIR|NAME"))
        print_fetchable(s);
    else if (!strcmp(argument, "LANG"))
        complete_languages(s);
    else if (!strcmp(argument, "SUBCOMMAND"))
        complete_subcommands(s);
    else
        print_choices(s, argument);
}

/* ---- Where the word stands ---------------------------------------------------------------- */

/* The option of a word like "--beam" or "-qb" whose value is the next word, or NULL. */
static const option *wants_next(const command *c, const char *word)
{
    if (!strncmp(word, "--", 2)) {
        const option *o = strchr(word, '=') ? NULL : options_find(c, word + 2, strlen(word + 2));
        return o && o->argument ? o : NULL;
    }
    for (const char *letter = word + 1; *word == '-' && *letter; letter++) {
        const option *o = options_find_letter(c, *letter);
        if (!o || o->argument) return o && !letter[1] ? o : NULL;
    }
    return NULL;
}

/* The option whose value the last of words [n] is, or NULL; *over: a "--" has ended the options.
 * bash cuts "--cpu=a" into three words. */
static const option *find_pending(const command *c, char **words, int n, bool *over)
{
    const option *pending = NULL;

    *over = false;
    for (int i = 0; i + 1 < n; i++) {
        if (pending && !strcmp(words[i], "=")) continue;
        if (pending) {
            pending = NULL;
            continue;
        }
        if (*over) continue;
        *over = !strcmp(words[i], "--");
        pending = wants_next(c, words[i]);
    }
    return pending;
}

static void print_options(const sink *s, const command *c)
{
    char name[64];

    for (const option *o = c->options; o->name; o++) {
        const int n = snprintf(name, sizeof name, "--%s", o->name);
        print_word(s, name, (size_t)n, o->help);
    }
}

void completion_print(FILE *out, const command *const *all, char **words, int n)
{
    const char *const current = words[n - 1], *const equals = strchr(current, '=');
    const command *c = all[0];
    sink s = {.out = out, .before = current, .all = all};
    bool over;

    for (size_t i = 1; all[i] && n > 1; i++)
        if (!strcmp(all[i]->name, words[0])) c = all[i];
    const bool named = c != all[0];
    const option *pending = find_pending(c, words + named, n - named, &over);
    if (pending) {
        print_values(&s, option_argument(pending));
    } else if (!over && !strncmp(current, "--", 2) && equals) {
        const option *o = options_find(c, current + 2, (size_t)(equals - current - 2));
        s.before_len = (size_t)(equals - current) + 1;
        if (o) print_values(&s, option_argument(o));
    } else if (!over && *current == '-') {
        print_options(&s, c);
    } else {
        if (n == 1) complete_subcommands(&s);
        print_values(&s, c->verbs && n - named == 1 ? c->verbs : c->operand);
    }
}
