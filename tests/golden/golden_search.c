/* golden_search.c - searches against naive ones (search/naive.h), on models made here and on those
 * of the fixtures: what a user may want of words, samples, and lists that differ. */
#include "golden.h"

#include <ctype.h>

#include "golden/search/agrees.h"
#include "golden/search/oracle.h"
#include "make/make_model.h"
#include "search/shortlist.h"
#include "setup/handle.h"

enum { MOST_IDS = 64, TOKENS = 12, LINES = 4 };

/* A model, and what is translated. */
typedef struct subject {
    const char *name;
    tr_model *model;
    const char *const *lines; /* [LINES] */
    int form;                 /* enum tr_format of the lines and of the translations */
    int shortlist;            /* enum tr_shortlist_use */
} subject;

static tr_options options_of(const subject *s)
{
    tr_options o = golden_options(s->model, 4, 1, s->form, s->form);
    o.raw = 1;
    o.split = TR_SPLIT_NONE;
    o.max_length_factor = 0;
    o.max_length = TOKENS;
    o.shortlist = s->shortlist;
    o.threads = 1;
    return o;
}

/* ---- The naive side ---- */

/* Inputs of the naive search: a model and a line. */
typedef struct job {
    oracle o;
    naive n;
    uint8_t *known;
    int32_t prefix[MOST_IDS];
} job;

static void choose_words(job *j, const tr_nmt *m, const int32_t *source, size_t n)
{
    tr_shortlists lists;
    tr_arena arena;

    if (tr_arena_init(&arena, tr_shortlists_size(m, NULL)) < 0) abort();
    tr_shortlists_init(&lists, &arena, m, NULL);
    j->known = calloc(m->config.target_vocab, 1);
    const size_t n_words = tr_shortlists_choose(&lists, source, n, j->prefix, j->n.n_prefix);
    for (size_t i = 0; i < n_words; i++)
        j->known[lists.choice[i]] = 1;
    tr_arena_free(&arena);
    j->n.known = j->known;
}

static void ask_oracle(void *network, const int32_t *ids, size_t n, float *logits)
{
    oracle_ask(network, ids, n, logits);
}

/* Line `number` of a stream or batch, from 1, whose translation `t` has the source's ids. */
static bool job_open(job *j, const subject *s, const tr_options *o, const tr_translation *t,
                     size_t number)
{
    const tr_nmt *const m = tr_model_nmt(s->model);
    int32_t ids[MOST_IDS + 4];

    *j = (job){.n = {.vocab = m->config.target_vocab,
                     .limit = (size_t)o->max_length,
                     .beam = (size_t)o->beam_size,
                     .n_best = (size_t)o->n_best,
                     .eos = m->config.eos,
                     .alpha = (double)o->length_penalty,
                     .min_length = (size_t)o->min_length,
                     .banned = tr_model_banned(s->model, o->input == TR_IDS && o->output == TR_IDS),
                     .no_repeat = (size_t)o->no_repeat_ngram,
                     .sampling = o->sampling.on ? &o->sampling : NULL,
                     .line = (uint32_t)number,
                     .groups = (size_t)o->diverse,
                     .diversity = (double)o->diversity}};
    if (t->n_source_tokens > MOST_IDS || !oracle_open(&j->o, s->model, NULL, o->precision))
        return false;
    j->n.ask = ask_oracle;
    j->n.network = &j->o;
    j->n.forced = j->o.special.first >= 0;
    for (size_t i = 0; i < t->n_source_tokens; i++)
        ids[i] = t->source_tokens[i].id;
    oracle_read(&j->o, ids, t->n_source_tokens);
    if (s->shortlist == TR_SHORTLIST_ON) {
        ids[t->n_source_tokens] = m->config.source_eos_id;
        choose_words(j, m, ids, t->n_source_tokens + 1);
    }
    return true;
}

static void job_close(job *j)
{
    oracle_close(&j->o);
    free(j->known);
}

/* ---- Ours ---- */

static const tr_translation *const *translate(tr_session *session, const subject *s, size_t n)
{
    tr_string lines[LINES];
    const tr_translation *const *t = NULL;
    tr_error err;

    for (size_t i = 0; i < n; i++)
        lines[i] = golden_string(s->lines[i]);
    return tr_translate_batch(session, lines, n, &t, &err) ? NULL : t;
}

/* Constraints on the words of a line, on the naive side; NULL: none. */
typedef void wish(job *j, const subject *s, size_t line);

/* Lines first .. first + n - 1 of the subject, on all instruction sets. */
static void check(const subject *s, const tr_options *o, wish *wanted, const char *what)
{
    job jobs[LINES];
    bool same = true, opened = true;

    tr_session *session = golden_create(s->model, o);
    const tr_translation *const *t = session ? translate(session, s, LINES) : NULL;
    for (size_t i = 0; t && i < LINES; i++) {
        opened = job_open(&jobs[i], s, o, t[i], i + 1) && opened;
        if (opened && wanted) wanted(&jobs[i], s, i);
        same = opened && agrees(&jobs[i].n, t[i]) && same;
    }
    tap_ok(t && same, "%s: %s", s->name, what);
    for (size_t i = 0; t && i < LINES; i++)
        job_close(&jobs[i]);
    tr_session_free(session);
}

/* With each instruction set, and in batches of one line. */
static void check_sets(const subject *s, const tr_options *o, const char *what)
{
    tr_session *best = golden_create(s->model, o);
    const tr_translation *const *expected = best ? translate(best, s, LINES) : NULL;

    for (size_t i = 0; expected && golden_next_cpu(&i);) {
        tr_options other = *o;
        other.cpu = golden_cpu;
        other.batch_tokens = 1;
        tr_session *session = golden_create(s->model, &other);
        const tr_translation *const *t = session ? translate(session, s, LINES) : NULL;
        bool same = t;
        for (size_t k = 0; same && k < LINES; k++)
            same = same_bits(t[k], expected[k]);
        tap_ok(same, "%s: %s: the same bits with %s", s->name, what, tr_cpu_select(golden_cpu));
        tr_session_free(session);
    }
    tr_session_free(best);
}

/* ---- Samples, groups, n-grams ---- */

static void check_samples(const subject *s)
{
    static const struct {
        const char *name;
        tr_sampling how;
    } ways[] = {
        {"samples of all words", {1, 1, 0, 1, 7}},
        {"samples at a low temperature", {1, 0.5F, 0, 1, 8}},
        {"samples at a high temperature", {1, 2, 0, 1, UINT64_MAX}},
        {"samples of the best five words", {1, 1, 5, 1, 9}},
        {"samples of a nucleus", {1, 1, 0, 0.8F, 10}},
        {"samples of the nucleus of the best", {1, 1.3F, 9, 0.9F, 11}},
        {"samples of more words than there are", {1, 1, 1000000, 1, 12}},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        tr_options o = options_of(s);
        o.sampling = ways[i].how;
        o.beam_size = o.n_best = i % 2 ? 1 : 5;
        check(s, &o, NULL, ways[i].name);
        if (i % 3 == 0) check_sets(s, &o, ways[i].name);
    }
}

static void check_groups(const subject *s)
{
    static const struct {
        int beam, groups, n_best;
        float diversity;
    } ways[] = {{4, 2, 4, 0.5F}, {6, 3, 3, 2}, {7, 3, 7, 0.5F}, {5, 5, 2, 0.2F}, {4, 2, 1, 0}};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char name[64];
        tr_options o = options_of(s);
        o.beam_size = ways[i].beam;
        o.n_best = ways[i].n_best;
        o.diverse = ways[i].groups;
        o.diversity = ways[i].diversity;
        snprintf(name, sizeof name, "a beam of %d in %d groups", o.beam_size, o.diverse);
        check(s, &o, NULL, name);
        if (i == 2) check_sets(s, &o, name);
    }
}

static void check_groups_of_tokens(const subject *s)
{
    for (int n = 1; n <= 3; n++) {
        char name[64];
        tr_options o = options_of(s);
        o.n_best = 4;
        o.no_repeat_ngram = n;
        o.min_length = 6;
        snprintf(name, sizeof name, "no group of %d tokens twice", n);
        check(s, &o, NULL, name);
        o.sampling = (tr_sampling){1, 1, 0, 1, 3};
        check(s, &o, NULL, "samples without such a group");
        if (n == 2) check_sets(s, &o, "samples without such a group");
    }
}

/* ---- A user's words ---- */

enum { MOST_TEXT = 400, MOST_TERMS = 2 };

/* Constraints, chosen from translations without any. */
typedef struct words {
    const tr_model *model;
    char prefix[MOST_TEXT], banned[MOST_TEXT], source[MOST_TERMS][MOST_TEXT],
        target[MOST_TERMS][MOST_TEXT];
} words;

static words wanted;

static void text_of(const int32_t *ids, size_t n, char text[MOST_TEXT])
{
    char *whole;
    tr_error err;

    text[0] = '\0';
    if (tr_detokenize(wanted.model, TR_TARGET, ids, n, &whole, &err)) return;
    snprintf(text, MOST_TEXT, "%s", whole);
    tr_text_free(whole);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (c & 0x80);
}

/* True if the text has the word, with no letter before or after it, in any case. */
static bool has_word(const char *text, const char *word)
{
    const size_t len = strlen(word);
    for (size_t i = 0; strlen(text + i) >= len; i++) {
        size_t same = 0;
        while (same < len && tolower((unsigned char)text[i + same]) == word[same])
            same++;
        if (same == len && !is_word(text[i + len]) && (i == 0 || !is_word(text[i - 1])))
            return true;
    }
    return false;
}

static bool without_word(const void *ctx, const int32_t *ids, size_t n)
{
    char text[MOST_TEXT];
    text_of(ids, n, text);
    return !has_word(text, ((const words *)ctx)->banned);
}

/* Each token says more of the beginning, until it is said. */
static bool begins_so(const void *ctx, const int32_t *ids, size_t n)
{
    const words *const w = ctx;
    char text[MOST_TEXT], before[MOST_TEXT];
    const size_t len = strlen(w->prefix);

    text_of(ids, n, text);
    text_of(ids, n - 1, before);
    if (strlen(before) >= len) return true;
    if (strlen(text) <= strlen(before)) return false;
    return !strncmp(text, w->prefix, strlen(text) < len ? strlen(text) : len);
}

static void wish_without_word(job *j, const subject *s, size_t line)
{
    (void)s;
    (void)line;
    j->n.may = without_word;
    j->n.may_ctx = &wanted;
}

static size_t spell(const char *text, int32_t ids[MOST_IDS], bool begins[MOST_IDS])
{
    tr_tokens *tokens;
    tr_error err;
    size_t n = 0;

    if (tr_tokenize(wanted.model, TR_TARGET, text, strlen(text), &tokens, &err)) return 0;
    for (; n < tokens->n && n < MOST_IDS; n++) {
        ids[n] = tokens->token[n].id;
        if (begins) begins[n] = !strncmp(tokens->token[n].piece, "\xe2\x96\x81", 3);
    }
    tr_tokens_free(tokens);
    return n;
}

/* All words but the last are taken as the vocabulary spells them.  The limit stays: there are no
 * more steps in a session of these options. */
static void wish_beginning(job *j, const subject *s, size_t line)
{
    bool begins[MOST_IDS];
    const size_t n = spell(wanted.prefix, j->prefix, begins);

    (void)s;
    (void)line;
    j->n.prefix = j->prefix;
    for (size_t i = 0; i < n; i++)
        if (begins[i]) j->n.n_prefix = i;
    j->n.may = begins_so;
    j->n.may_ctx = &wanted;
}

/* Word `number` of those of a text that are letters a .. z, in small ones; "" if there are fewer.
 */
static void pick_word(const char *text, size_t number, char word[MOST_TEXT])
{
    for (size_t n = 0; *text; text += strcspn(text, " ")) {
        text += strspn(text, " ");
        const size_t len = strcspn(text, " ,.!?");
        if (len >= MOST_TEXT) continue;
        for (size_t i = 0; i < len; i++)
            word[i] = (char)tolower((unsigned char)text[i]);
        word[len] = '\0';
        if (len && strspn(word, "abcdefghijklmnopqrstuvwxyz") == len && n++ == number) return;
    }
    word[0] = '\0';
}

static bool open_glossary(tr_glossary **glossary, char path[600])
{
    tr_error err;

    snprintf(path, 600, "%s.tsv", golden_temporary);
    FILE *const f = fopen(path, "w");
    for (size_t i = 0; f && i < MOST_TERMS; i++)
        fprintf(f, "%s\t%s\n", wanted.source[i], wanted.target[i]);
    const bool made = f && !fclose(f) && !tr_glossary_open(glossary, path, &err);
    unlink(path);
    return made;
}

/* Translations in which terms were put: their numbers are those of the same translation that is
 * scored.  One that is cut into other pieces when it is read again cannot be compared. */
static void check_scores(const subject *s, const tr_options *o, const char *name)
{
    const tr_options plain = options_of(s);
    tr_session *const session = golden_create(s->model, o), *const scorer =
                                                                golden_create(s->model, &plain);
    const tr_translation *forced, *t;
    size_t n_same = 0, n_terms = 0;
    double worst = 0;
    tr_error err;

    for (size_t i = 0; session && scorer && i < LINES; i++) {
        const char *const line = s->lines[i];
        if (tr_translate(session, line, strlen(line), &t, &err)) break;
        n_terms += t->n_terms;
        for (size_t k = 0; t->n_terms && k < t->n_hypotheses; k++) {
            const tr_hypothesis *const h = &t->hypotheses[k];
            if (tr_score(scorer, golden_string(line), golden_string(h->text), &forced, &err)) break;
            const tr_hypothesis *const f = forced->hypotheses;
            bool same = f->n_tokens == h->n_tokens;
            for (size_t w = 0; same && w < f->n_tokens; w++)
                same = f->tokens[w].id == h->tokens[w].id;
            n_same += same;
            if (same)
                worst = fmax(worst, fabs((double)f->log_probability - (double)h->log_probability));
        }
    }
    tap_ok(n_terms && n_same && worst < 1e-4,
           "%s: %s: %zu terms, %zu translations are scored the same, within %.2g", s->name, name,
           n_terms, n_same, worst);
    tr_session_free(session);
    tr_session_free(scorer);
}

static void check_words(const subject *s)
{
    const tr_options plain = options_of(s);
    tr_session *const session = golden_create(s->model, &plain);
    const tr_translation *const *const t = session ? translate(session, s, LINES) : NULL;
    char path[600];
    bool chosen = t;

    wanted = (words){.model = s->model};
    if (t) {
        pick_word(t[0]->hypotheses[0].text, 1, wanted.banned);
        snprintf(wanted.prefix, MOST_TEXT, "%.*s", (int)strcspn(t[1]->hypotheses[0].text, " ") + 3,
                 t[1]->hypotheses[0].text);
        for (size_t i = 0; i < MOST_TERMS; i++) {
            pick_word(s->lines[0], 2 + i, wanted.source[i]);
            pick_word(t[2 + i]->hypotheses[0].text, 1, wanted.target[i]);
            chosen = chosen && *wanted.source[i] && *wanted.target[i];
        }
    }
    chosen = chosen && *wanted.banned;
    tap_ok(chosen, "%s: without \"%s\", beginning \"%s\", \"%s\" is \"%s\", \"%s\" is \"%s\"",
           s->name, wanted.banned, wanted.prefix, wanted.source[0], wanted.target[0],
           wanted.source[1], wanted.target[1]);
    tr_session_free(session);

    const char *const banned[] = {wanted.banned};
    tr_options o = options_of(s);
    o.n_best = 4;
    o.banned = banned;
    o.n_banned = 1;
    if (chosen) check(s, &o, wish_without_word, "a word is ruled out");
    o = options_of(s);
    o.n_best = 4;
    o.prefix = wanted.prefix;
    if (chosen) check(s, &o, wish_beginning, "a beginning");
    o.sampling = (tr_sampling){1, 1, 0, 1, 4};
    if (chosen) check(s, &o, wish_beginning, "samples with a beginning");
    o = options_of(s);
    o.n_best = 4;
    tr_glossary *glossary = NULL;
    if (chosen && tap_ok(open_glossary(&glossary, path), "%s: a glossary", s->name)) {
        o.glossary = glossary;
        check_scores(s, &o, "terms");
        o.n_best = 1;
        o.beam_size = 1;
        check_scores(s, &o, "terms, of a beam of 1");
        check_sets(s, &o, "terms");
    }
    tr_glossary_free(glossary);
}

static void check_all(const subject *s)
{
    tr_options plain = options_of(s);
    plain.n_best = 4;
    check(s, &plain, NULL, "a beam of 4");
    check_samples(s);
    check_groups(s);
    check_groups_of_tokens(s);
}

/* ---- Models ---- */

static void check_made(const char *name, const model_spec *spec, int shortlist)
{
    static const char *const lines[LINES] = {"5 9 12 3", "7 7 7 30 2 8", "33 4", "20 21 22 23 24"};
    subject s = {.name = name, .lines = lines, .form = TR_IDS, .shortlist = shortlist};
    tr_error err;

    const char *const path = golden_temporary;
    const int rc = make_model(path, spec, &err) || tr_model_open(&s.model, path, &err);
    unlink(path);
    if (tap_ok(rc == 0, "%s: a model is made %s", name, rc ? err.msg : "")) check_all(&s);
    tr_model_close(s.model);
}

static void check_fixture(const char *folder, const char *source, const char *target,
                          const char *type)
{
    char *lines[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(folder, "input.txt"), lines);
    subject s = {.name = folder, .lines = (const char *const *)lines, .form = TR_TEXT};

    s.model = golden_import(folder, "model.npz", source, target, type);
    s.shortlist = TR_SHORTLIST_OFF;
    if (s.model && n >= LINES) check_words(&s);
    if (s.model && n >= LINES) check_all(&s);
    tr_model_close(s.model);
    golden_free_lines(lines, n);
}

int main(void)
{
    model_spec ssru = model_spec_small, floats = model_spec_small, lexicon = model_spec_small;

    ssru.ssru = true;
    floats.int8 = false;
    floats.placement = "pre";
    lexicon.lexicon = true;
    const bool fixtures = golden_start("searches");
    check_made("int8", &model_spec_small, TR_SHORTLIST_OFF);
    check_made("float32", &floats, TR_SHORTLIST_OFF);
    check_made("SSRU", &ssru, TR_SHORTLIST_OFF);
    check_made("a shortlist", &lexicon, TR_SHORTLIST_ON);
    if (!fixtures) return tap_done();
    check_fixture("paper-post-relu-bpe", "vocab.spm", NULL, "int8");
    check_fixture("pre-swish-kv-norm", "source.spm", "target.spm", "float32");
    check_fixture("ssru-student", "vocab.spm", NULL, "int8");
    return tap_done();
}
