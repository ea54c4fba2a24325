#include "hub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "console/alloc.h"
#include "console/message.h"
#include "fetch/http/http.h"
#include "fetch/http/http_header.h"
#include "fetch/hub/hub_choice.h"
#include "fetch/hub/hub_json.h"
#include "fetch/hub/hub_word.h"
#include "formats/json.h"
#include "import/hf/hf_config.h"
#include "import/hf/t5.h"

enum { MOST_PAGES = 100, MOST_TOKEN = 1000 };

/* An entry as the index has them, and what it is made of. */
typedef struct hub_model {
    index_model m;
    hub_word word;
    hub_repository repository;
    hub_choice choice;
    char *asked, *place; /* the word that was given, and as it is kept */
    char **urls;         /* [m.n_files] */
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

/* An address that paths are put behind. */
static bool is_endpoint(const char *url)
{
    for (const char *p = url; *p; p++)
        if (*p <= ' ' || *p > '~' || strchr("\"\\<>@?#", *p)) return false;
    return strlen(url) < INDEX_MAX_URL / 2 && http_may_follow(NULL, url);
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
    const char *endpoint = getenv("HF_ENDPOINT"), *token = getenv("HF_TOKEN");

    if (j->hub) return true;
    if (!endpoint || !*endpoint) endpoint = "https://huggingface.co";
    if (!is_endpoint(endpoint)) {
        complain("HF_ENDPOINT: %s: is not an https address", endpoint);
        return false;
    }
    if (token && !is_token(token)) {
        complain("HF_TOKEN: has signs that no token has");
        return false;
    }
    size_t len = strlen(endpoint);
    while (endpoint[len - 1] == '/')
        len--;
    struct hub *const h = checked_malloc(sizeof *h);
    *h = (struct hub){.endpoint = checked_copy(endpoint, len)};
    h->access = (http_access){
        .server = h->endpoint, .token = token && *token ? token : NULL, .meaning = meaning};
    j->hub = h;
    j->access = &h->access;
    return true;
}

int hub_ask(job *j, const char *name, const char *path, download_page *page)
{
    if (j->set.offline) {
        complain("%s: --offline asks no server", name);
        return EXIT_FAILED;
    }
    if (!open_hub(j)) return EXIT_FAILED;
    page->access = j->access;
    page->name = name;
    char *const url =
        *path == '/' ? checked_format("%s%s", j->hub->endpoint, path) : checked_format("%s", path);
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

    char *const revision = hub_encode(w->revision);
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
    char *const encoded = hub_encode(name);
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

/* A small file that has to be read before others are chosen. */
static int ask_file(job *j, const hub_model *h, const hub_file *f, cJSON **json)
{
    download_page page = {.most = HUB_MAX_TEXT};
    const index_file file = describe_file(f);
    char *const path = path_of(h, f->name), why[CHECK_WHY_SIZE];

    *json = NULL;
    int rc = hub_ask(j, h->asked, path, &page);
    if (rc == EXIT_OK && check_text(page.text, page.len, &file, why) != CHECK_GOOD) {
        complain("%s: %s: %s", h->asked, f->name, why);
        rc = EXIT_FAILED;
    }
    if (rc == EXIT_OK) *json = hub_parse(page.text, page.len);
    if (rc == EXIT_OK && !*json) {
        complain("%s: %s: is not JSON, or has too many values", h->asked, f->name);
        rc = EXIT_FAILED;
    }
    download_page_free(&page);
    free(path);
    return rc;
}

/* No weights are fetched that convert would refuse. */
static int check_family(job *j, const hub_model *h)
{
    const hub_file *const config = hub_find_file(&h->repository, "config.json");
    cJSON *json;

    if (strcmp(h->choice.format, "hf") != 0) return EXIT_OK;
    int rc = ask_file(j, h, config, &json);
    const char *const type = tr_json_text(json, "model_type");
    if (rc == EXIT_OK && !(type && (tr_hf_is_family(type) || tr_t5_is_family(type)))) {
        complain("%s: its model_type is '%.40s', which convert does not read", h->asked,
                 type ? type : "");
        rc = EXIT_FAILED;
    }
    cJSON_Delete(json);
    return rc;
}

static int choose_files(job *j, hub_model *h)
{
    hub_choice *const c = &h->choice;
    cJSON *index = NULL;

    int rc = fail(h, hub_choose(c, &h->repository));
    if (rc == EXIT_OK) rc = check_family(j, h);
    if (rc == EXIT_OK && c->index) rc = ask_file(j, h, c->index, &index);
    if (rc == EXIT_OK && index) rc = fail(h, hub_choose_shards(c, &h->repository, index));
    cJSON_Delete(index);
    return rc;
}

/* ---- The model ----------------------------------------------------------------------------- */

static void describe_files(const job *j, hub_model *h)
{
    index_model *const m = &h->m;

    m->files = checked_malloc(h->choice.n * sizeof *m->files);
    h->urls = checked_malloc(h->choice.n * sizeof *h->urls);
    for (size_t i = 0; i < h->choice.n; i++) {
        char *const path = path_of(h, h->choice.file[i]->name);
        h->urls[i] = checked_format("%s%s", j->hub->endpoint, path);
        free(path);
        m->files[i] = describe_file(h->choice.file[i]);
        m->files[i].urls[0] = h->urls[i];
        m->files[i].n_urls = 1;
        m->size += m->files[i].size;
        m->n_files++;
    }
}

static void describe(const job *j, hub_model *h)
{
    h->m = (index_model){.name = h->word.name,
                         .source = j->set.from ? j->set.from : "",
                         .target = j->set.to ? j->set.to : "",
                         .provider = "Hugging Face",
                         .variant = "",
                         .version = h->word.revision,
                         .revision = h->repository.commit,
                         .format = h->choice.format,
                         .place = h->place,
                         .license = h->repository.licence,
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

int hub_find(job *j, const char *word, const index_model **m)
{
    *m = NULL;
    for (const hub_model *h = j->hub ? j->hub->models : NULL; h && !*m; h = h->next)
        if (!strcmp(h->asked, word)) *m = &h->m;
    if (*m) return EXIT_OK;
    hub_model *const h = checked_malloc(sizeof *h);
    *h = (hub_model){.asked = checked_format("%s", word)};
    int rc = fail(h, hub_read_word(&h->word, word));
    if (rc == EXIT_OK) h->place = hub_write_word(&h->word);
    if (rc == EXIT_OK) rc = ask_info(j, h);
    if (rc == EXIT_OK) rc = ask_tree(j, h);
    if (rc == EXIT_OK) rc = choose_files(j, h);
    if (rc != EXIT_OK) {
        free_model(h);
        return rc;
    }
    describe(j, h);
    h->next = j->hub->models;
    j->hub->models = h;
    *m = &h->m;
    return EXIT_OK;
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
