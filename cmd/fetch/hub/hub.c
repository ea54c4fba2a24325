#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_bytes.h"
#include "console/alloc.h"
#include "console/message.h"
#include "fetch/http/http.h"
#include "fetch/http/http_header.h"
#include "fetch/parts/check.h"
#include "hub_choice.h"
#include "hub_gguf.h"
#include "hub_json.h"
#include "hub_needs.h"
#include "hub_place.h"
#include "hub_word.h"

enum { MOST_PAGES = 100, MOST_TOKEN = 1000 };

/* An entry as the index has them, and what it is made of. */
typedef struct hub_model {
    index_model m;
    hub_word word;
    hub_repository repository;
    hub_choice choice;
    char *asked, *place;    /* the word that was given, and as it is kept */
    char **urls;            /* [m.n_files] */
    struct hub_model *base; /* of an adapter; of a metric, whose tokenizer it has; else NULL */
    struct hub_model *next;
} hub_model;

struct hub {
    char *endpoint;
    http_access access;
    hub_model *models;
};

/* ---- The hub ------------------------------------------------------------------------------- */

static const char *meaning(const http_access *a, int status, const char *code)
{
    if (!strcmp(code, "GatedRepo") || status == 403)
        return a->token ? "the account of HF_TOKEN may not read it: ask for access on its page"
                        : "it is gated: ask for access on its page, and set HF_TOKEN to a token of "
                          "that account";
    if (status == 401)
        return a->token ? "there is no such repository, or HF_TOKEN is not a token that may read it"
                        : "there is no such repository, or it is private or gated: then HF_TOKEN "
                          "has to be a token that may read it";
    if (!strcmp(code, "RevisionNotFound")) return "it has no such revision";
    if (!strcmp(code, "EntryNotFound")) return "it has no such file";
    return status == 404 ? "there is no such repository or revision" : NULL;
}

/* A header ends where a line does. */
static bool is_token(const char *token)
{
    for (const char *p = token; *p; p++)
        if (*p <= ' ' || *p > '~') return false;
    return strlen(token) <= MOST_TOKEN;
}

static bool open_hub(job *j)
{
    const char *const token = getenv("HF_TOKEN");

    if (j->hub) return true;
    char *const endpoint = hub_place(j->place);
    if (!endpoint) return false;
    if (token && !is_token(token)) {
        complain("HF_TOKEN: has signs that no token has");
        free(endpoint);
        return false;
    }
    struct hub *const h = checked_malloc(sizeof *h);
    *h = (struct hub){.endpoint = endpoint};
    h->access = (http_access){
        .server = h->endpoint, .token = token && *token ? token : NULL, .meaning = meaning};
    j->hub = h;
    j->access = &h->access;
    return true;
}

int hub_ask(job *j, const char *name, const char *path, download_page *page)
{
    if (!open_hub(j)) return EXIT_FAILED;
    if (j->set.offline && !hub_is_folder(j->hub->endpoint)) {
        complain("%s: --offline asks no server", name);
        return EXIT_FAILED;
    }
    page->access = j->access;
    page->name = name;
    char *const url = hub_address(j->hub->endpoint, path);
    const int rc = download_text(page, &j->set, url);
    free(url);
    return rc;
}

/* ---- What it says of a repository ------------------------------------------------------------ */

static int fail(const hub_model *h, const char *why)
{
    if (why) complain("%s: %s", h->asked, why);
    return why ? EXIT_FAILED : EXIT_OK;
}

/* Asks for JSON.  *next is the address of the next page, for the caller to free, or NULL. */
static int ask_json(job *j, const hub_model *h, const char *path, cJSON **json, char **next)
{
    download_page page = {.most = HUB_MAX_TEXT};

    *json = NULL;
    *next = NULL;
    int rc = hub_ask(j, h->asked, path, &page);
    if (rc == EXIT_OK) {
        *json = hub_parse(page.text, page.len);
        *next = page.next;
        page.next = NULL;
        if (!*json) rc = fail(h, "the hub's answer is not JSON, or has too many values");
    }
    download_page_free(&page);
    return rc;
}

static bool is_commit(const char *revision)
{
    return strlen(revision) == 40 && strspn(revision, "0123456789abcdef") == 40;
}

static int ask_info(job *j, hub_model *h)
{
    const hub_word *const w = &h->word;
    hub_repository *const r = &h->repository;
    cJSON *json;
    char *next;

    char *const revision = hub_encode(w->revision, "");
    char *const path = checked_format("/api/models/%s/%s/revision/%s", w->owner, w->name, revision);
    int rc = ask_json(j, h, path, &json, &next);
    if (rc == EXIT_OK) rc = fail(h, hub_read_info(r, json));
    if (rc == EXIT_OK && is_commit(w->revision) && strcmp(w->revision, r->commit) != 0)
        rc = fail(h, "the hub tells of another commit");
    cJSON_Delete(json);
    free(next);
    free(path);
    free(revision);
    return rc;
}

static int ask_tree(job *j, hub_model *h)
{
    const hub_word *const w = &h->word;
    char *path = checked_format("/api/models/%s/%s/tree/%s?recursive=true", w->owner, w->name,
                                h->repository.commit);
    int rc = EXIT_OK;

    for (int n = 0; rc == EXIT_OK && path; n++) {
        cJSON *json;
        char *next;
        rc = n < MOST_PAGES ? EXIT_OK : fail(h, "the hub tells its files without end");
        if (rc != EXIT_OK) break;
        rc = ask_json(j, h, path, &json, &next);
        if (rc == EXIT_OK) rc = fail(h, hub_read_tree(&h->repository, json));
        if (rc == EXIT_OK && next && !http_is_same_server(j->hub->endpoint, next))
            rc = fail(h, "the hub sends to another server for the list of its files");
        cJSON_Delete(json);
        free(path);
        path = next;
    }
    free(path);
    return rc;
}

/* ---- Files --------------------------------------------------------------------------------- */

static char *path_of(const hub_model *h, const char *name)
{
    char *const encoded = hub_encode(name, "/");
    char *const path = checked_format("/%s/%s/resolve/%s/%s", h->word.owner, h->word.name,
                                      h->repository.commit, encoded);
    free(encoded);
    return path;
}

static index_file describe_file(const hub_file *f)
{
    const bool is_large = strlen(f->digest) == 64;

    return (index_file){.kind = f->name,
                        .sha256 = is_large ? f->digest : "",
                        .git_sha1 = is_large ? NULL : f->digest,
                        .unpacked_sha256 = "",
                        .size = f->size,
                        .is_of_hub = true};
}

/* A small file that has to be read before others are chosen.  The caller frees the page. */
static int ask_text(job *j, const hub_model *h, const hub_file *f, download_page *page)
{
    const index_file file = describe_file(f);
    char *const path = path_of(h, f->name), why[CHECK_WHY_SIZE];

    *page = (download_page){.most = HUB_MAX_TEXT};
    int rc = hub_ask(j, h->asked, path, page);
    if (rc == EXIT_OK && check_text(page->text, page->len, &file, why) != CHECK_GOOD) {
        complain("%s: %s: %s", h->asked, f->name, why);
        rc = EXIT_FAILED;
    }
    free(path);
    return rc;
}

/* A small file of JSON. */
static int ask_file(job *j, const hub_model *h, const hub_file *f, cJSON **json)
{
    download_page page;

    *json = NULL;
    int rc = ask_text(j, h, f, &page);
    if (rc == EXIT_OK) *json = hub_parse(page.text, page.len);
    if (rc == EXIT_OK && !*json) {
        complain("%s: %s: is not JSON, or has too many values", h->asked, f->name);
        rc = EXIT_FAILED;
    }
    download_page_free(&page);
    return rc;
}

/* ---- The choice of files --------------------------------------------------------------------- */

/* No weights are fetched that convert would refuse. */
static int check_family(job *j, hub_model *h)
{
    cJSON *json;

    int rc = ask_file(j, h, hub_find_file(&h->repository, "config.json"), &json);
    if (rc == EXIT_OK) rc = fail(h, hub_check_config(&h->choice, json));
    cJSON_Delete(json);
    return rc;
}

/* The files that an index of shards names. */
static int add_shards(job *j, hub_model *h)
{
    cJSON *index;

    int rc = ask_file(j, h, h->choice.index, &index);
    if (rc == EXIT_OK) rc = fail(h, hub_choose_shards(&h->choice, &h->repository, index));
    cJSON_Delete(index);
    return rc;
}

/* The files that Marian's settings name. */
static int add_named(job *j, hub_model *h)
{
    download_page page;

    int rc = ask_text(j, h, h->choice.settings, &page);
    if (rc == EXIT_OK)
        rc = fail(h, hub_choose_named(&h->choice, &h->repository, page.text, page.len));
    download_page_free(&page);
    return rc;
}

/* A model of another architecture is not fetched. */
static int look_at_gguf(job *j, hub_model *h)
{
    download_page page = {.most = HUB_GGUF_HEAD, .is_head = true};
    char *const path = path_of(h, h->choice.gguf->name);

    int rc = hub_ask(j, h->asked, path, &page);
    if (rc == EXIT_OK) rc = fail(h, hub_read_gguf(&h->choice, page.text, page.len));
    download_page_free(&page);
    free(path);
    return rc;
}

/* What Git keeps itself, and is as small as a pointer of Git LFS, but has the name of what is
 * large. */
static bool may_be_pointer(const hub_file *f)
{
    static const char *const ends[] = {".bin", ".safetensors", ".model", ".spm",
                                       ".bpe", ".gguf",        ".npz",   ".ckpt"};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (hub_name_ends(f->name, ends[i])) return strlen(f->digest) == 40 && f->size < 1024;
    return false;
}

/* Somebody has put the pointers there in the place of the files. */
static int refuse_pointers(job *j, const hub_model *h)
{
    int rc = EXIT_OK;

    for (size_t i = 0; i < h->choice.n && rc == EXIT_OK; i++) {
        const hub_file *const f = h->choice.file[i];
        download_page page;
        if (!may_be_pointer(f)) continue;
        rc = ask_text(j, h, f, &page);
        if (rc == EXIT_OK && tr_first_bytes_stand_in(page.text, page.len)) {
            complain("%s: %s: %s; whoever has put it there can", h->asked, f->name,
                     tr_first_bytes_stand_in(page.text, page.len));
            rc = EXIT_FAILED;
        }
        download_page_free(&page);
    }
    return rc;
}

static hub_model *find_repository(job *j, const char *word, const hub_model *user, int *rc);

/* The model that an adapter changes. */
static int find_base(job *j, hub_model *h)
{
    cJSON *settings;

    int rc = ask_file(j, h, hub_find_file(&h->repository, "adapter_config.json"), &settings);
    char *const word = rc == EXIT_OK ? hub_base_of_adapter(&h->choice, settings) : NULL;
    if (rc == EXIT_OK && !word) rc = fail(h, h->choice.why);
    if (word) h->base = find_repository(j, word, h, &rc);
    free(word);
    cJSON_Delete(settings);
    return rc;
}

/* The model that has the tokenizer of a metric. */
static int find_tokenizer(job *j, hub_model *h)
{
    download_page page = {0};
    char *word = NULL;

    int rc = h->choice.hparams ? ask_text(j, h, h->choice.hparams, &page) : EXIT_OK;
    if (rc == EXIT_OK) word = hub_encoder_of_metric(&h->choice, page.text, page.len);
    if (rc == EXIT_OK && !word) rc = fail(h, h->choice.why);
    if (word) h->base = find_repository(j, word, h, &rc);
    free(word);
    download_page_free(&page);
    return rc;
}

static int choose_files(job *j, hub_model *h)
{
    hub_choice *const c = &h->choice;

    int rc = fail(h, hub_choose(c, &h->repository, h->word.file));
    if (rc == EXIT_OK && c->is_adapter) return find_base(j, h);
    if (rc == EXIT_OK) rc = refuse_pointers(j, h);
    if (rc == EXIT_OK && !strcmp(c->format, "hf")) rc = check_family(j, h);
    if (rc == EXIT_OK && c->index) rc = add_shards(j, h);
    if (rc == EXIT_OK && c->settings) rc = add_named(j, h);
    if (rc == EXIT_OK && c->gguf) rc = look_at_gguf(j, h);
    if (rc == EXIT_OK && c->tokenizer) rc = find_tokenizer(j, h);
    return rc;
}

/* ---- The model ----------------------------------------------------------------------------- */

static void add_file(const job *j, hub_model *h, const hub_model *of, const hub_file *f)
{
    index_model *const m = &h->m;
    char *const path = path_of(of, f->name);

    h->urls[m->n_files] = hub_address(j->hub->endpoint, path);
    free(path);
    index_file *const file = &m->files[m->n_files];
    *file = describe_file(f);
    file->urls[0] = h->urls[m->n_files];
    file->n_urls = 1;
    m->size += file->size;
    m->n_files++;
}

/* An adapter's own files go before its model's of the same names. */
static void describe_files(const job *j, hub_model *h)
{
    const size_t n = h->choice.n + (h->base ? h->base->choice.n : 0);

    h->m.files = checked_malloc(n * sizeof *h->m.files);
    h->urls = checked_malloc(n * sizeof *h->urls);
    for (size_t i = 0; i < h->choice.n; i++)
        add_file(j, h, h, h->choice.file[i]);
    for (size_t i = 0; h->base && i < h->base->choice.n; i++)
        if (!hub_is_chosen(&h->choice, h->base->choice.file[i]->name))
            add_file(j, h, h->base, h->base->choice.file[i]);
}

static const char *name_of(const hub_file *f)
{
    return f ? f->name : NULL;
}

/* What an adapter makes has the licence of the model that it changes. */
static void describe(const job *j, hub_model *h)
{
    const hub_model *const model = h->choice.is_adapter ? h->base : h;
    const hub_choice *const c = &model->choice;

    h->m = (index_model){.name = h->word.name,
                         .source = j->set.from ? j->set.from : "",
                         .target = j->set.to ? j->set.to : "",
                         .provider = "Hugging Face",
                         .variant = "",
                         .version = h->word.revision,
                         .revision = h->repository.commit,
                         .format = c->format,
                         .input = name_of(c->input),
                         .vocab = {name_of(c->vocab[0]), name_of(c->vocab[1])},
                         .place = h->place,
                         .license = *model->repository.licence ? model->repository.licence
                                                               : h->repository.licence,
                         .refused = "",
                         .score_set = "",
                         .bleu = -1,
                         .chrf = -1,
                         .comet = -1,
                         .is_pinned = true};
    describe_files(j, h);
}

static void free_model(hub_model *h)
{
    if (!h) return;
    free_model(h->base);
    for (size_t i = 0; i < h->m.n_files; i++)
        free(h->urls[i]);
    free(h->urls);
    free(h->m.files);
    hub_choice_free(&h->choice);
    hub_repository_free(&h->repository);
    free(h->asked);
    free(h->place);
    free(h);
}

/* What an adapter changes is a model, and no adapter itself. */
static int choose_base(job *j, hub_model *h)
{
    static const char no_model[] = "is what an adapter changes, and is no model of Hugging Face's "
                                   "form";

    if (!hub_find_file(&h->repository, "config.json")) return fail(h, no_model);
    const int rc = choose_files(j, h);
    return rc == EXIT_OK && strcmp(h->choice.format, "hf") != 0 ? fail(h, no_model) : rc;
}

/* Of what lends a metric its tokenizer, that file alone. */
static int choose_lent(hub_model *h, const char *name)
{
    char why[HUB_WHY_SIZE];

    hub_choice_add(&h->choice, hub_find_file(&h->repository, name));
    snprintf(why, sizeof why, "has no %s, which a metric needs of it", name);
    return fail(h, h->choice.n ? NULL : why);
}

/* `user`: what needs the model, an adapter or a metric; NULL: nothing does.  NULL after a sentence,
 * with *rc. */
static hub_model *find_repository(job *j, const char *word, const hub_model *user, int *rc)
{
    hub_model *const h = checked_malloc(sizeof *h);

    *h = (hub_model){.asked = checked_format("%s", word)};
    *rc = fail(h, hub_read_word(&h->word, word));
    if (*rc == EXIT_OK) h->place = hub_write_word(&h->word);
    if (*rc == EXIT_OK) *rc = ask_info(j, h);
    if (*rc == EXIT_OK) *rc = ask_tree(j, h);
    if (*rc == EXIT_OK)
        *rc = !user                     ? choose_files(j, h)
              : user->choice.is_adapter ? choose_base(j, h)
                                        : choose_lent(h, user->choice.tokenizer);
    if (*rc == EXIT_OK) return h;
    free_model(h);
    return NULL;
}

int hub_find(job *j, const char *word, const index_model **m)
{
    int rc;

    *m = NULL;
    for (const hub_model *h = j->hub ? j->hub->models : NULL; h && !*m; h = h->next)
        if (!strcmp(h->asked, word)) *m = &h->m;
    if (*m) return EXIT_OK;
    hub_model *const h = find_repository(j, word, NULL, &rc);
    if (!h) return rc;
    describe(j, h);
    h->next = j->hub->models;
    j->hub->models = h;
    *m = &h->m;
    return EXIT_OK;
}

size_t hub_sources(const index_model *m, hub_source sources[2])
{
    const hub_model *h = (const hub_model *)(const void *)m; /* its first member */
    size_t n = 0;

    for (; h && n < 2; h = h->base)
        sources[n++] = (hub_source){&h->word, &h->repository, &h->choice};
    return n;
}

void hub_free(job *j)
{
    if (!j->hub) return;
    for (hub_model *h = j->hub->models, *next; h; h = next) {
        next = h->next;
        free_model(h);
    }
    free(j->hub->endpoint);
    free(j->hub);
    j->hub = NULL;
    j->access = NULL;
}
