#include "setup/special_tokens.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "text/language.h"
#include "translate.h"

/* One side of a translation. */
typedef struct side {
    const char *from_or_to; /* for messages */
    const char *own;        /* the model's language, or "" */
    const char *asked;      /* for; NULL: the user named no language */
    bool chosen;            /* by a token */
} side;

enum { SHOWN = 12 }; /* languages that a message lists */

static int refuse_language(const tr_nmt *m, const side *s, const char *why, tr_error *err)
{
    tr_buf list = {0};

    for (size_t i = 0; i < m->config.n_languages && i < SHOWN; i++)
        tr_buf_printf(&list, "%s%s", i ? ", " : "", m->config.language_codes[i]);
    if (m->config.n_languages > SHOWN)
        tr_buf_printf(&list, " and %zu more", m->config.n_languages - SHOWN);
    const int rc = tr_fail(
        err, TR_EINVAL, "%s: the language to translate %s %s%s%s; the model has %s", m->file.path,
        s->from_or_to, s->asked ? s->asked : "", s->asked ? " " : "", why, tr_buf_text(&list));
    tr_buf_free(&list);
    return rc;
}

/* Which of the model's languages: the one that was asked for, else its only or its own one. */
static int choose_language(const tr_nmt *m, const side *s, size_t *index, tr_error *err)
{
    const char *name = s->asked                     ? s->asked
                       : m->config.n_languages == 1 ? m->config.language_codes[0]
                                                    : s->own;
    const ptrdiff_t found = tr_language_find(m->config.language_codes, m->config.n_languages, name);

    *index = (size_t)found;
    if (found >= 0) return 0;
    if (!s->asked) return refuse_language(m, s, "has to be given", err);
    return refuse_language(
        m, s, found == TR_LANGUAGE_AMBIGUOUS ? "is several of them" : "is not known", err);
}

/* "mul" and "und" say that a model has no one language on a side. */
static bool is_one_language(const char *language)
{
    return *language && strcmp(language, "mul") != 0 && strcmp(language, "und") != 0;
}

/* The side's language [size], and the id of its token if it has one. */
static int settle(const tr_nmt *m, const side *s, char *language, size_t size, int32_t *id,
                  tr_error *err)
{
    size_t index;

    if (s->chosen) {
        const int rc = choose_language(m, s, &index, err);
        if (rc < 0) return rc;
        *id = m->config.language_ids[index];
        tr_language_tag(m->config.language_codes[index], language, size);
    } else if (is_one_language(s->own)) {
        if (s->asked && !tr_language_fit(s->own, s->asked))
            return tr_fail(err, TR_EINVAL, "%s: translates %s %s, not %s %.60s", m->file.path,
                           s->from_or_to, s->own, s->from_or_to, s->asked);
        tr_language_tag(s->own, language, size);
    } else {
        tr_language_tag(s->asked ? s->asked : "", language, size);
    }
    return 0;
}

int tr_special_tokens_init(tr_special_tokens *f, const tr_nmt *m, const char *source,
                           const char *target, tr_error *err)
{
    const int token = m->config.source_language_token;
    const side from = {"from", m->config.source_language, source,
                       token == TR_LANGUAGE_BEFORE || token == TR_LANGUAGE_AFTER};
    const side to = {"to", m->config.target_language, target,
                     token == TR_LANGUAGE_TARGET || m->config.target_language_token};
    int32_t source_id = -1, target_id = -1;

    *f = (tr_special_tokens){0};
    int rc = settle(m, &from, f->source_language, sizeof f->source_language, &source_id, err);
    if (rc == 0)
        rc = settle(m, &to, f->target_language, sizeof f->target_language, &target_id, err);
    if (rc < 0) return rc;

    f->source_spaces = tr_language_has_spaces(f->source_language);
    f->target_spaces = tr_language_has_spaces(f->target_language);
    if (m->config.source_bos_id >= 0) f->before[f->n_before++] = m->config.source_bos_id;
    if (token == TR_LANGUAGE_BEFORE) f->before[f->n_before++] = source_id;
    if (token == TR_LANGUAGE_TARGET) f->before[f->n_before++] = target_id;
    if (m->config.source_eos) f->after[f->n_after++] = m->config.source_eos_id;
    if (token == TR_LANGUAGE_AFTER) f->after[f->n_after++] = source_id;
    f->first = m->config.target_language_token ? target_id : m->config.forced_first;
    return 0;
}
