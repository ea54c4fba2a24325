#include "memory/tm.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <utf8proc.h>

#include "base/pool.h"
#include "console/alloc.h"
#include "console/files_in_use.h"
#include "console/self_path.h"
#include "memory/tm_key.h"
#include "memory/tm_tmx.h"

enum { MOST_WAITING = 512 }; /* segments of one transaction; and it is made after a second */

/* ---- Which kind of file ---- */

static const tm_store_kind *load_sqlite(void)
{
    char *const path = self_path_beside(STORE_MODULE);
    void *const handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const tm_store_kind *const kind = handle ? dlsym(handle, STORE_SYMBOL) : NULL;

    if (!kind && path)
        complain("%s", dlerror());
    else if (!kind)
        complain("a memory in SQLite cannot be used: this was built without libsqlite3; TMX can");
    free(path);
    return kind;
}

static bool is_xml(const unsigned char *bytes, size_t n)
{
    const size_t bom = n >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    const size_t utf16 = n >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2));
    size_t at = bom;

    while (at < n && strchr(" \t\r\n", bytes[at]) && bytes[at])
        at++;
    return utf16 || (at < n && bytes[at] == '<');
}

/* Makes a new memory, but not under the name of another kind of file. */
static const tm_store_kind *kind_of_new(const char *path)
{
    static const char *const endings[] = {".tmx", ".tsv", ".csv", ".txt", ".xml"};
    const char *const point = strrchr(path, '.');

    for (size_t i = 0; point && i < sizeof endings / sizeof *endings; i++) {
        if (strcasecmp(point, endings[i]) != 0) continue;
        complain("%s: a memory that grows is a database, which other programs do not read as %s: "
                 "name it %.*s.db; \"translate memory export\" makes TMX of it",
                 path, endings[i], (int)(point - path), path);
        return NULL;
    }
    return load_sqlite();
}

const tm_store_kind *tm_kind_of(const tm_settings *s, const char *maker)
{
    static const char sqlite[] = "SQLite format 3";
    unsigned char bytes[64];
    struct stat about;

    const bool there = stat(s->path, &about) == 0; /* to open a pipe would wait for its writer */
    FILE *const f = there && S_ISREG(about.st_mode) ? fopen(s->path, "rb") : NULL;
    const int cause = errno;
    const bool hints = maker && cause == ENOENT;
    if (!there && cause == ENOENT && s->add) return kind_of_new(s->path);
    if (there && !S_ISREG(about.st_mode))
        complain("%s: is no file that can hold a memory", s->path);
    else if (!f)
        complain("%s: %s%s%s%s", s->path, strerror(cause), hints ? "; " : "", hints ? maker : "",
                 hints ? " makes a memory" : "");
    if (!f) return NULL;
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    const int unread = ferror(f) ? errno : 0;
    fclose(f);
    if (unread)
        complain("%s: %s", s->path, strerror(unread));
    else if (n >= sizeof sqlite && !memcmp(bytes, sqlite, sizeof sqlite))
        return load_sqlite();
    else if (n == 0 && s->add)
        return kind_of_new(s->path);
    else if (is_xml(bytes, n))
        return &tm_tmx_store;
    else
        complain("%s: is neither a translation memory of this program nor TMX", s->path);
    return NULL;
}

/* ---- Found and new ---- */

static void fail_locked(translation_memory *r, const char *why)
{
    if (!r->failed)
        complain("%s: %s: the memory is not used any further; what is translated is whole", r->path,
                 why);
    r->failed = true;
}

/* A file may hold anything: what is not one line of text is not there. */
static bool is_line(const char *text, size_t len)
{
    utf8proc_int32_t c = 0;

    for (size_t i = 0; i < len;) {
        const utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &c);
        if (n <= 0 || c == '\0' || c == '\n' || c == '\r') return false;
        i += (size_t)n;
    }
    return true;
}

static bool is_blank(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && (text[i] == ' ' || text[i] == '\t'))
        i++;
    return i == len;
}

/* Nothing is no translation of something. */
static bool is_translation(const tm_entry *e)
{
    return is_line(e->text, e->text_len) &&
           (!is_blank(e->text, e->text_len) || is_blank(e->source, e->source_len));
}

/* From here on, two texts are alike. */
static const double alike = 0.75;

bool tm_similar(const translation_memory *r, const char *source, size_t len, fuzzy_match *match)
{
    return r->fuzzy && fuzzy_find(r->fuzzy, source, len, alike, match);
}

int tm_percent(const fuzzy_match *match)
{
    return match->score >= 1 ? 99 : (int)(100 * match->score);
}

/* What differs in numbers only, with its numbers exchanged; false if there is none. */
static bool find_similar(translation_memory *r, tr_string source, tr_remembered *found)
{
    fuzzy_match match;
    char *text = NULL;

    if (fuzzy_find_equal(r->fuzzy, source.text, source.len, &match))
        text = fuzzy_exchange_numbers(&match, source.text, source.len);
    if (text) {
        *found = (tr_remembered){
            .text = text, .text_len = strlen(text), .score = NAN, .log_probability = NAN};
        pthread_mutex_lock(&r->lock);
        r->n_found++;
        r->n_exchanged++;
        pthread_mutex_unlock(&r->lock);
        return true;
    }
    if (r->tells && tm_similar(r, source.text, source.len, &match))
        complain("%s: %d %% like \"%.*s\": \"%s\": \"%s\"", r->path, tm_percent(&match),
                 (int)source.len, source.text, match.source, match.text);
    return false;
}

static int find(void *ctx, int what, tr_string source, tr_remembered *found)
{
    translation_memory *const r = ctx;
    tm_entry e = {.marked = what == TR_OF_MARKS,
                  .source = source.text,
                  .source_len = source.len,
                  .score = NAN};
    char why[STORE_WHY];

    pthread_mutex_lock(&r->lock);
    int rc = r->failed ? 0 : r->kind->find(r->store, &e, why);
    if (rc < 0) fail_locked(r, why);
    const bool unscored = !e.given && r->scores && isnan(e.score);
    if (rc > 0 && (unscored || !is_translation(&e))) {
        free((char *)e.text);
        rc = 0;
    }
    if (what == TR_OF_SENTENCE)
        r->n_sentences += rc > 0;
    else
        r->n_found += rc > 0;
    pthread_mutex_unlock(&r->lock);
    if (rc <= 0) return what == TR_OF_LINE && r->fuzzy && find_similar(r, source, found);
    *found = (tr_remembered){.text = (char *)e.text,
                             .text_len = e.text_len,
                             .score = (float)e.score,
                             .log_probability = (float)e.log_probability};
    return 1;
}

static void drop_waiting(translation_memory *r)
{
    for (size_t i = 0; i < r->n_waiting; i++) {
        free((char *)r->waiting[i].source);
        free((char *)r->waiting[i].text);
    }
    r->n_waiting = 0;
}

static void write_waiting_locked(translation_memory *r)
{
    char why[STORE_WHY];

    if (r->n_waiting && !r->failed) {
        const ptrdiff_t n = r->kind->add(r->store, r->waiting, r->n_waiting, why);
        if (n < 0) fail_locked(r, why);
        if (n > 0) r->n_added += (size_t)n;
    }
    drop_waiting(r);
}

static void add_entry(void *ctx, int what, tr_string source, const tr_remembered *said)
{
    translation_memory *const r = ctx;

    pthread_mutex_lock(&r->lock);
    r->n_new += what != TR_OF_SENTENCE;
    if (r->adds && !r->failed) {
        if (!r->n_waiting) pthread_cond_signal(&r->changed);
        r->waiting[r->n_waiting++] = (tm_entry){.marked = what == TR_OF_MARKS,
                                                .source = checked_copy(source.text, source.len),
                                                .source_len = source.len,
                                                .text = checked_copy(said->text, said->text_len),
                                                .text_len = said->text_len,
                                                .score = (double)said->score,
                                                .log_probability = (double)said->log_probability};
        if (r->n_waiting == MOST_WAITING) write_waiting_locked(r);
    }
    pthread_mutex_unlock(&r->lock);
}

/* ---- Writing once a second ---- */

/* Waits for something to write, and a second longer for more of it. */
static void *write_in_time(void *ctx)
{
    translation_memory *const r = ctx;
    struct timespec until;

    pthread_mutex_lock(&r->lock);
    while (!r->ends) {
        if (!r->n_waiting) {
            pthread_cond_wait(&r->changed, &r->lock);
            continue;
        }
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        while (!r->ends && pthread_cond_timedwait(&r->changed, &r->lock, &until) == 0) {
        }
        write_waiting_locked(r);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void init_lock(translation_memory *r)
{
    pthread_condattr_t clock;

    pthread_mutex_init(&r->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&r->changed, &clock);
    pthread_condattr_destroy(&clock);
}

/* Signals are for the thread that began. */
static int begin_writer(translation_memory *r)
{
    sigset_t all, before;

    r->ends = false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int cause = tr_thread_start(&r->writer, write_in_time, r);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (cause) complain("a thread cannot be started: %s", strerror(cause));
    return cause ? -1 : 0;
}

static void end_writer(translation_memory *r)
{
    pthread_mutex_lock(&r->lock);
    r->ends = true;
    pthread_cond_signal(&r->changed);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->writer, NULL);
}

static void close_tm(translation_memory *r)
{
    fuzzy_free(r->fuzzy);
    r->fuzzy = NULL;
    r->kind->close(r->store);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    r->kind = NULL;
}

/* ---- Beginning and end ---- */

static int index_row(void *ctx, const tm_row *row)
{
    const tm_entry *const e = &row->entry;

    if (!e->marked && is_line(e->source, e->source_len) && is_translation(e))
        fuzzy_add(ctx, e->source, e->source_len, e->text, e->text_len);
    return 0;
}

/* What is added later is not in it: which of two lines comes first must not matter. */
static void make_fuzzy(translation_memory *r)
{
    char why[STORE_WHY];

    r->fuzzy = fuzzy_create();
    if (r->kind->each(r->store, 1, index_row, r->fuzzy, why) < 0) fail_locked(r, why);
}

static int open_tm(translation_memory *r, const tm_settings *s, const tr_model *model,
                   const tr_options *o)
{
    const tr_model_info *const info = tr_model_get_info(model);
    char why[STORE_WHY];
    bool locked;
    char *const digest = tm_key_model(model);
    char *const options = tm_key_options(model, o, s->dictionary);

    r->store = r->kind->open(
        s->path, s->add,
        &(tm_store_setting){.model = digest,
                            .options = options,
                            .from = tm_key_language(o->source_language, info->source_language),
                            .to = tm_key_language(o->target_language, info->target_language)},
        &locked, why);
    if (!r->store && locked) {
        r->path = s->path;
        fail_locked(r, why);
    } else if (!r->store) {
        complain("%s: %s", s->path, why);
    }
    free(digest);
    free(options);
    return r->store ? 0 : -1;
}

int tm_begin(translation_memory *r, const tm_settings *s, const tr_model *model, tr_options *o)
{
    if (!s->path || r->failed) return 0;
    r->kind = tm_kind_of(s, "--memory-add");
    if (!r->kind || open_tm(r, s, model, o) < 0) {
        r->kind = NULL;
        r->failed = r->path != NULL; /* it was open before, or is locked: translating goes on */
        return r->failed ? 0 : -1;
    }
    r->path = s->path;
    files_in_use_add(s->path, "the memory");
    r->adds = s->add;
    r->scores = o->scores;
    init_lock(r);
    if (s->fuzzy) make_fuzzy(r);
    if (r->adds && begin_writer(r) < 0) {
        close_tm(r);
        return -1;
    }
    r->waiting = checked_malloc(MOST_WAITING * sizeof *r->waiting);
    r->memory = (tr_translation_memory){.ctx = r, .find = find, .add = add_entry};
    o->memory = &r->memory;
    return 0;
}

void tm_end(translation_memory *r)
{
    if (!r->kind) return;
    if (r->adds) end_writer(r);
    write_waiting_locked(r);
    close_tm(r);
    free(r->waiting);
}

void tm_report(const translation_memory *r)
{
    const size_t n = r->n_found + r->n_new;
    if (!r->path) return;
    complain("%zu of %zu segments were in the memory %s (%.1f %%)", r->n_found, n, r->path,
             n ? 100 * (double)r->n_found / (double)n : 0.0);
    if (r->n_sentences)
        complain("%zu %s of the others were in it", r->n_sentences,
                 r->n_sentences == 1 ? "sentence" : "sentences");
    if (r->n_exchanged)
        complain("%zu of them with other numbers, which were exchanged", r->n_exchanged);
    if (r->adds)
        complain("%zu new %s added to it", r->n_added, r->n_added == 1 ? "one was" : "ones were");
}
