#include "setup/special_tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "language/language.h"
#include "language/language_data.h"
#include "translate.h"

/* One side of a translation. */
typedef struct side {
    const char *from_or_to; /* for messages */
    const char *own;        /* the model's language, or "" */
    const char *asked;      /* for; NULL: the user named no language */
    bool chosen;            /* by a token, or in the prefix */
} side;

enum { SHOWN = 12, MOST_NEAR = 4 }; /* languages that a message lists */

/* "did you mean zho_Hans or zho_Hant?"; nothing where none is near. */
static void add_near(tr_buf *text, const tr_nmt *m, const char *asked)
{
    const char *near[MOST_NEAR];
    const size_t n =
        tr_language_near(m->config.language_codes, m->config.n_languages, asked, near, MOST_NEAR);

    for (size_t i = 0; i < n; i++)
        tr_buf_printf(text, "%s%s", !i ? "; did you mean " : i + 1 < n ? ", " : " or ", near[i]);
    if (n) tr_buf_add_string(text, "?");
}

static int refuse_language(const tr_nmt *m, const side *s, const char *why, tr_error *err)
{
    tr_buf list = {0};

    if (s->asked) add_near(&list, m, s->asked);
    tr_buf_add_string(&list, "; the model has ");
    for (size_t i = 0; i < m->config.n_languages && i < SHOWN; i++)
        tr_buf_printf(&list, "%s%s", i ? ", " : "", m->config.language_codes[i]);
    if (m->config.n_languages > SHOWN)
        tr_buf_printf(&list, " and %zu more", m->config.n_languages - SHOWN);
    const int rc = tr_fail(err, TR_EINVAL, "%s: the language to translate %s %.60s%s%s%s",
                           m->file.path, s->from_or_to, s->asked ? s->asked : "",
                           s->asked ? " " : "", why, tr_buf_text(&list));
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

/* The side's language [size], and the number of the one that was chosen. */
static int settle(const tr_nmt *m, const side *s, char *language, size_t size, size_t *index,
                  tr_error *err)
{
    if (s->chosen) {
        const int rc = choose_language(m, s, index, err);
        if (rc < 0) return rc;
        tr_language_tag(m->config.language_codes[*index], language, size);
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

/* The prefix with the languages' names in the places of {source} and {target}. */
static int spell_prefix(const tr_config *c, size_t source, size_t target, char *out, size_t size,
                        tr_error *err)
{
    char *const *const names = c->n_language_names ? c->language_names : c->language_codes;
    tr_buf text = {0};

    for (const char *p = c->source_prefix; *p;) {
        const bool from = !strncmp(p, "{source}", 8), to = !strncmp(p, "{target}", 8);
        if (from || to) tr_buf_add_string(&text, names[from ? source : target]);
        if (!from && !to) tr_buf_add(&text, p, 1);
        p += from || to ? 8 : 1;
    }
    int rc = text.failed ? tr_fail_memory(err) : 0;
    if (rc == 0 && text.len >= size)
        rc = tr_fail(err, TR_EFORMAT, "the text before a source is too long: %.100s", text.data);
    if (rc == 0) snprintf(out, size, "%s", tr_buf_text(&text));
    tr_buf_free(&text);
    return rc;
}

int tr_special_tokens_cut_prefix(tr_special_tokens *f, const tr_nmt *m, const tr_tokenizer *source,
                                 tr_error *err)
{
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;

    if (!*f->prefix) return 0;
    if (!source)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: has no tokenizer for the text before a source",
                       m->file.path);
    int rc = tr_tokenizer_encode(source, f->prefix, strlen(f->prefix), &ids, &capacity, &n, err);
    if (rc == 0 && n > TR_SOURCE_PREFIX_MOST)
        rc = tr_fail(err, TR_EFORMAT, "%s: the text before a source takes %zu tokens, not up to %d",
                     m->file.path, n, TR_SOURCE_PREFIX_MOST);
    for (size_t i = 0; rc == 0 && i < n; i++)
        f->before[f->n_before++] = ids[i];
    free(ids);
    return rc;
}

int tr_special_tokens_init(tr_special_tokens *f, const tr_nmt *m, const char *source,
                           const char *target, bool is_text, tr_error *err)
{
    const int token = m->config.source_language_token;
    const bool prefixed = token == TR_LANGUAGE_PREFIX && (is_text || source || target);
    const bool any = prefixed || token != TR_LANGUAGE_PREFIX;
    const side from = {"from", m->config.source_language, source,
                       any && tr_config_chooses_source(&m->config)};
    const side to = {"to", m->config.target_language, target,
                     any && tr_config_chooses_target(&m->config)};
    size_t from_index = 0, to_index = 0;

    *f = (tr_special_tokens){0};
    int rc = settle(m, &from, f->source_language, sizeof f->source_language, &from_index, err);
    if (rc == 0) rc = settle(m, &to, f->target_language, sizeof f->target_language, &to_index, err);
    if (rc == 0 && prefixed)
        rc = spell_prefix(&m->config, from_index, to_index, f->prefix, sizeof f->prefix, err);
    if (rc < 0) return rc;
    const int32_t source_id = from.chosen ? m->config.language_ids[from_index] : -1;
    const int32_t target_id = to.chosen ? m->config.language_ids[to_index] : -1;

    f->source_code = from.chosen ? m->config.language_codes[from_index] : from.own;
    f->target_code = to.chosen ? m->config.language_codes[to_index] : to.own;
    f->source_spaces = tr_language_has_spaces(f->source_language);
    f->target_spaces = tr_language_has_spaces(f->target_language);
    if (m->config.source_bos_id >= 0) f->before[f->n_before++] = m->config.source_bos_id;
    if (token == TR_LANGUAGE_BEFORE || token == TR_LANGUAGE_BOTH)
        f->before[f->n_before++] = source_id;
    if (token == TR_LANGUAGE_TARGET || token == TR_LANGUAGE_BOTH)
        f->before[f->n_before++] = target_id;
    if (m->config.source_eos) f->after[f->n_after++] = m->config.source_eos_id;
    if (token == TR_LANGUAGE_AFTER) f->after[f->n_after++] = source_id;
    f->first = m->config.target_language_token ? target_id : m->config.forced_first;
    return 0;
}
