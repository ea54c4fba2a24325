/* main.c - translate-fetch: what `translate fetch` starts. */
#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "commands/commands.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/option_pairs.h"
#include "console/signals.h"
#include "details.h"
#include "fetch/http/http.h"
#include "fetch/http/http_header.h"
#include "fetch/hub/hub.h"
#include "fetch/hub/hub_word.h"
#include "fetch/parts/check.h"
#include "fetch/parts/download.h"
#include "fetch/parts/job.h"
#include "find.h"
#include "get.h"
#include "list.h"
#include "mirror.h"
#include "update.h"

/* ---- The index ----------------------------------------------------------------------------- */

static int check_index_digest(const job *j, const char *from, const char *text, size_t len)
{
    char digest[65];

    if (!j->set.index_sha256) return EXIT_OK;
    check_digest(text, len, digest);
    if (!strcasecmp(digest, j->set.index_sha256)) return EXIT_OK;
    complain("%s: has the SHA-256 %s, not %s", from, digest, j->set.index_sha256);
    return EXIT_FAILED;
}

static int fetch_index(job *j, const char *url)
{
    download_page page = {.most = INDEX_MAX_SIZE};

    if (!http_may_follow(NULL, url)) {
        complain("%s: is not an https address", url);
        return EXIT_FAILED;
    }
    if (j->set.offline) {
        complain("%s: --offline asks no server", url);
        return EXIT_FAILED;
    }
    int rc = download_text(&page, &j->set, url);
    if (rc == EXIT_OK) rc = check_index_digest(j, url, page.text, page.len);
    if (rc == EXIT_OK && index_parse(&j->index, page.text, page.len, url)) rc = EXIT_FAILED;
    download_page_free(&page);
    return rc;
}

static int read_index(job *j)
{
    char *from = j->set.index ? checked_format("%s", j->set.index) : index_default_path();
    char *text = NULL;
    size_t len = 0;

    int rc = index_load(from, false, &text, &len) ? EXIT_FAILED : EXIT_OK;
    if (rc == EXIT_OK) rc = check_index_digest(j, from, text, len);
    if (rc == EXIT_OK && index_parse(&j->index, text, len, from)) rc = EXIT_FAILED;
    free(text);
    free(from);
    return rc;
}

/* A mirror: a folder with its list, or the address of one, which ends in a slash. */
static bool is_mirror(const char *given)
{
    if (strstr(given, "://")) return given[strlen(given) - 1] == '/';
    char *const list = checked_format("%s/index.json", given);
    struct stat st;
    const bool has = !stat(list, &st) && S_ISREG(st.st_mode);
    free(list);
    return has;
}

/* The list of a mirror is its index.json; the mirror stands for the hub, too, unless the
 * environment names both. */
static bool take_mirror(job *j, const char *given)
{
    const char *const hub = getenv("HF_ENDPOINT");
    const bool both = !j->set.index && hub && *hub;

    j->place = strstr(given, "://") ? checked_format("%s", given) : realpath(given, NULL);
    if (!j->place) complain("%s: %s", given, strerror(errno));
    if (!j->place) return false;
    const size_t len = strlen(j->place);
    const bool has_slash = j->place[len - 1] == '/';
    j->list = checked_format("%s%sindex.json", j->place, has_slash ? "" : "/");
    j->set.index = j->list;
    if (both) {
        free(j->place);
        j->place = NULL;
    }
    return true;
}

static int open_index(job *j)
{
    const char *given = j->set.index ? j->set.index : getenv("TRANSLATE_INDEX");

    if (given && is_mirror(given)) {
        if (!take_mirror(j, given)) return EXIT_FAILED;
        given = j->set.index;
    }
    const int rc = given && strstr(given, "://") ? fetch_index(j, given) : read_index(j);
    if (rc != EXIT_OK) return rc;
    const size_t n = j->index.n_left_out;
    if (n && !j->set.quiet)
        complain("%s: %zu %s left out; the first is \"%.*s\": %s", j->index.place, n,
                 n == 1 ? "entry was" : "entries were", INDEX_MAX_NAME, j->index.left_out[0].name,
                 j->index.left_out[0].why);
    return EXIT_OK;
}

/* ---- Running ------------------------------------------------------------------------------- */

static int check_settings(job *j, int argc, char **argv)
{
    const command *c = &fetch_command;
    const fetch_settings usual = fetch_defaults();
    const int mode = j->set.mode;

    if (option_pairs_check(c, &j->set, &usual) != GO_ON) return EXIT_MISUSE;
    if (!argc && (j->set.mirror || j->set.dry_run) && !(j->set.from && j->set.to))
        return options_misuse(c, "which model?  No pair and no name was given");
    if (!argc && mode == FETCH_GET && j->set.from && j->set.to) return EXIT_OK;
    if (!argc && mode == FETCH_GET)
        j->set.mode = j->set.from || j->set.to || j->set.all ? FETCH_LIST : FETCH_LANGUAGES;
    if (!argc && (mode == FETCH_INFO || mode == FETCH_REMOVE))
        return options_misuse(c, "which model?  No name was given");
    for (int i = 0; i < argc; i++)
        if (!*argv[i]) return options_misuse(c, "an empty name is no model's");
    return EXIT_OK;
}

static int run_mode(job *j, char **names, int n)
{
    if (j->set.mode == FETCH_GET && j->set.mirror) return mirror_models(j, names, n);
    static int (*const modes[])(job *, char **, int) = {
        [FETCH_GET] = get_models,       [FETCH_LIST] = list_models,
        [FETCH_INFO] = list_details,    [FETCH_UPDATE] = update_models,
        [FETCH_REMOVE] = remove_models, [FETCH_LANGUAGES] = list_languages,
    };

    return modes[j->set.mode](j, names, n);
}

/* Languages as the list writes them. */
static void choose_languages(job *j)
{
    const char *const from = j->set.from ? find_language(&j->index, j->set.from) : NULL;
    const char *const to = j->set.to ? find_language(&j->index, j->set.to) : NULL;

    if (from) j->set.from = from;
    if (to) j->set.to = to;
}

/* words [n] as the list writes them; without any, the pair of -f and -t.  n + 1 at most. */
static char **choose_names(job *j, char **words, int *n)
{
    char **const names = checked_malloc(((size_t)*n + 1) * sizeof *names);

    choose_languages(j);
    for (int i = 0; i < *n; i++)
        names[i] =
            hub_is_word(words[i]) ? checked_format("%s", words[i]) : find_name(&j->index, words[i]);
    if (!*n && j->set.mode == FETCH_GET)
        names[(*n)++] = checked_format("%s-%s", j->set.from, j->set.to);
    return names;
}

static int run(job *j, char **words, int n)
{
    int status = j->set.mode == FETCH_REMOVE ? EXIT_OK : open_index(j);
    if (status != EXIT_OK) return status;
    if (!model_folder_find(&j->folder) || output_open(&j->out, NULL) < 0) return EXIT_FAILED;
    if (j->set.json) j->results = cJSON_CreateArray();
    char **const names = choose_names(j, words, &n);
    status = run_mode(j, names, n);
    if (j->results) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "models", j->results);
        json_print(&j->out, object);
    }
    output_close(&j->out);
    for (int i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return status;
}

int main(int argc, char **argv)
{
    job j = {.set = fetch_defaults(), .folder.lock = -1};
    int n = argc - 1;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    json_start();
    const int rc = options_parse(&fetch_command, &n, argv + 1, &j.set);
    if (rc != GO_ON) return rc < 0 ? EXIT_MISUSE : rc;
    int status = check_settings(&j, n, argv + 1);
    if (status == EXIT_OK) {
        signals_catch();
        status = run(&j, argv + 1, n);
    }
    model_folder_free(&j.folder);
    index_free(&j.index);
    hub_free(&j);
    free(j.place);
    free(j.list);
    http_end();
    if (status == EXIT_STOPPED) signals_end();
    return status == EXIT_STOPPED ? EXIT_FAILED : status;
}
