#include "models/model_offer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"
#include "console/printable.h"
#include "console/self_path.h"
#include "models/model_index.h"
#include "models/model_languages.h"

/* What the list of models has: one model, or two by way of English. */
typedef struct offer {
    const index_model *models[2];
    int n; /* 0: none */
    char size[32];
} offer;

static bool is_offered(const index_model *m)
{
    return m && !*m->refused && m->is_pinned && !m->is_nightly;
}

static offer find_offer(const model_index *index, const char *from, const char *to)
{
    offer o = {.models = {index_best(index, from, to, NULL)}};

    if (is_offered(o.models[0])) {
        o.n = 1;
        if (o.models[0]->size) printable_bytes(o.size, sizeof o.size, o.models[0]->size);
        return o;
    }
    o.models[0] = index_best(index, from, model_pivot_language, NULL);
    o.models[1] = index_best(index, model_pivot_language, to, NULL);
    if (tr_language_fit(from, to) || !is_offered(o.models[0]) || !is_offered(o.models[1])) return o;
    o.n = 2;
    if (o.models[0]->size && o.models[1]->size)
        printable_bytes(o.size, sizeof o.size, o.models[0]->size + o.models[1]->size);
    return o;
}

static char *hint_at_offer(const offer *o)
{
    const index_model *const a = o->models[0], *const b = o->models[1];
    const char *const comma = *o->size ? ", " : "";

    if (o->n == 1)
        return checked_format("; \"translate fetch %s-%s\" gets one%s%s", a->source, a->target,
                              comma, o->size);
    if (o->n == 2)
        return checked_format(
            "; \"translate fetch %s-%s %s-%s\" gets two that do by way of English%s%s", a->source,
            a->target, b->source, b->target, comma, o->size);
    return checked_format("%s", "");
}

/* The command that lists what one language needs. */
static char *hint_at_list(const model_index *index, const char *from, const char *to)
{
    if ((!from && !to) || !is_offered(index_best(index, from, to, NULL)))
        return checked_format("%s", "");
    return checked_format("; \"translate fetch --list %s %s\" lists those that there are",
                          from ? "-f" : "-t", from ? from : to);
}

char *model_offer_hint(const char *from, const char *to)
{
    model_index index;
    char *hint;

    if (index_read(&index, NULL, true)) return checked_format("%s", "");
    if (from && to) {
        const offer o = find_offer(&index, from, to);
        hint = hint_at_offer(&o);
    } else {
        hint = hint_at_list(&index, from, to);
    }
    index_free(&index);
    return hint;
}

/* ---- Asking --------------------------------------------------------------------------------- */

static bool can_ask(void)
{
    char *const fetch = self_path_beside("translate-fetch");
    const bool can = fetch && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);

    free(fetch);
    return can;
}

/* An empty line means yes; the end of the input means no. */
static bool ask(const char *from, const char *to, const offer *o)
{
    char answer[16] = "";

    tell("translate: no model translates from %s to %s: fetch %s%s%s%s%s%s? [Y/n] ", from, to,
         o->models[0]->name, o->n > 1 ? " and " : "", o->n > 1 ? o->models[1]->name : "",
         *o->size ? " (" : "", o->size, *o->size ? ")" : "");
    if (!fgets(answer, sizeof answer, stdin)) {
        tell("\n");
        return false;
    }
    return *answer == '\n' || *answer == 'y' || *answer == 'Y';
}

/* The status of translate-fetch, which is a program of its own. */
static int run_fetch(const offer *o)
{
    char *names[2];
    int status = 0;

    for (int i = 0; i < o->n; i++)
        names[i] = checked_format("%s", o->models[i]->name);
    const pid_t child = fork();
    if (child == 0) {
        self_path_become("translate-fetch", o->n, names);
        _exit(EXIT_FAILED);
    }
    if (child < 0) complain("translate-fetch cannot be started: %s", strerror(errno));
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    for (int i = 0; i < o->n; i++)
        free(names[i]);
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

enum model_offer model_offer_fetch(const char *from, const char *to)
{
    model_index index;
    enum model_offer done = OFFER_NONE;

    if (!from || !to || !can_ask() || index_read(&index, NULL, true)) return done;
    const offer o = find_offer(&index, from, to);
    if (o.n && !ask(from, to, &o))
        done = OFFER_REFUSED;
    else if (o.n)
        done = run_fetch(&o) == EXIT_OK ? OFFER_FETCHED : OFFER_FAILED;
    index_free(&index);
    return done;
}
