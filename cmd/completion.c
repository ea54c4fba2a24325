#include "completion.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "console/alloc.h"
#include "models/model_index.h"
#include "models/model_languages.h"
#include "models/model_search.h"
#include "topics.h"

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
    bool fetches, of_fetched; /* the command is fetch, and asks for what it has got */
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

static void complete_topics(const sink *s)
{
    for (const subject *t = subjects; t->name; t++)
        if (t->summary) print_word(s, t->name, strlen(t->name), t->summary);
    complete_subcommands(s);
    print_word(s, "options", strlen("options"), "all options of translate");
    for (const option_group *g = option_groups; g->topic; g++)
        print_word(s, g->topic, strlen(g->topic), g->title);
}

static void complete_models(const sink *s)
{
    model_list list;

    models_find(&list);
    for (size_t i = 0; i < list.n; i++)
        print_word(s, list.models[i].name, strlen(list.models[i].name), list.models[i].path);
    models_free(&list);
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
    if (n) qsort(pairs, n, sizeof *pairs, tr_compare_strings);
    for (size_t i = 0; i < n; i++)
        if (!i || strcmp(pairs[i - 1], pairs[i]) != 0)
            print_word(s, pairs[i], strlen(pairs[i]), NULL);
    for (size_t i = 0; i < n; i++)
        free(pairs[i]);
    free(pairs);
}

/* The models that fetch has got: their files say so. */
static void print_fetched(const sink *s)
{
    model_list list;

    models_find(&list);
    for (size_t i = 0; i < list.n; i++) {
        tr_model *model;
        if (tr_model_open(&model, list.models[i].path, NULL)) continue;
        if (!strncmp(tr_model_get_info(model)->origin, "fetch:", 6))
            print_word(s, list.models[i].name, strlen(list.models[i].name), list.models[i].path);
        tr_model_close(model);
    }
    models_free(&list);
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

static void print_languages_found(sink *s)
{
    model_list list;

    models_find(&list);
    languages_found(&list, TR_SOURCE, print_language, s);
    languages_found(&list, TR_TARGET, print_language, s);
    models_free(&list);
}

static void print_fetchable_languages(sink *s)
{
    model_index index;

    if (index_read(&index, NULL, true)) return;
    for (size_t i = 0; i < index.n; i++) {
        print_language(s, index.models[i].source);
        print_language(s, index.models[i].target);
    }
    index_free(&index);
}

static void complete_languages(sink *s)
{
    if (s->fetches)
        print_fetchable_languages(s);
    else
        print_languages_found(s);
    for (size_t i = 0; i < s->n_seen; i++)
        free(s->seen[i]);
    free(s->seen);
}

static const char fetch_operand[] = "PAIR|NAME";

/* Completes an option's argument or a command's operand; NULL and "N" and the like have no words.
 */
static void print_values(sink *s, const char *argument)
{
    if (!argument) return;
    const bool names = !strcmp(argument, "FILE|NAME");

    if (names) complete_models(s);
    if (names || !strcmp(argument, "FILE") || !strcmp(argument, "SOURCE REFERENCE") ||
        !strcmp(argument, "DIR"))
        fputs(":\n", s->out);
    else if (!strcmp(argument, fetch_operand) && s->of_fetched)
        print_fetched(s);
    else if (!strcmp(argument, fetch_operand))
        print_fetchable(s);
    else if (!strcmp(argument, "LANG"))
        complete_languages(s);
    else if (!strcmp(argument, "TOPIC"))
        complete_topics(s);
    else
        print_choices(s, argument);
}

/* Some values have words that their argument does not list. */
static void print_option_values(sink *s, const option *o)
{
    print_values(s, o->kind == OPTION_SAMPLE ? "all|top-k:40|top-p:0.9|temperature:0.7"
                                             : option_argument(o));
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

/* True if a word asks to remove or to update models. */
static bool wants_fetched(char **words, int n)
{
    static const char *const asking[] = {"--remove", "-r", "--update", "-u"};

    for (int i = 0; i + 1 < n; i++)
        for (size_t k = 0; k < sizeof asking / sizeof *asking; k++)
            if (!strcmp(words[i], asking[k])) return true;
    return false;
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
    s.fetches = c->operand && !strcmp(c->operand, fetch_operand);
    s.of_fetched = s.fetches && wants_fetched(words, n);
    const option *pending = find_pending(c, words + named, n - named, &over);
    if (pending) {
        print_option_values(&s, pending);
    } else if (!over && !strncmp(current, "--", 2) && equals) {
        const option *o = options_find(c, current + 2, (size_t)(equals - current - 2));
        s.before_len = (size_t)(equals - current) + 1;
        if (o) print_option_values(&s, o);
    } else if (!over && *current == '-') {
        print_options(&s, c);
    } else {
        if (n == 1) complete_subcommands(&s);
        print_values(&s, c->verbs && n - named == 1 ? c->verbs : c->operand);
    }
}
