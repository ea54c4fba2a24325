#include "models/model_index.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/order.h"
#include "config.h"
#include "console/alloc.h"
#include "console/message.h"
#include "console/self_path.h"
#include "translate.h"

/* ---- Texts and numbers -------------------------------------------------------------------- */

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789"

static const char *json_text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

/* Bytes, 1 .. 8 GiB; 0 when not given.  False for another number, and for what is none. */
static bool read_size(const cJSON *object, const char *key, uint64_t *size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    const double most = 8.0 * (1 << 30);

    *size = 0;
    if (!item) return true;
    const double n = cJSON_IsNumber(item) ? item->valuedouble : 0;
    if (!(n >= 1 && n <= most) || n != floor(n)) return false;
    *size = (uint64_t)n;
    return true;
}

static bool is_of(const char *text, size_t most, const char *characters)
{
    const size_t len = strlen(text);
    return len && len <= most && strspn(text, characters) == len;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t len = strlen(text), n = strlen(end);
    return len >= n && !strcmp(text + len - n, end);
}

/* The value becomes a folder and a file. */
static bool is_name(const char *name)
{
    return is_of(name, INDEX_MAX_NAME, LETTERS DIGITS "+._-") && strspn(name, LETTERS DIGITS) &&
           !strstr(name, "..") && !ends_with(name, ".gguf");
}

static bool is_language(const char *tag)
{
    return is_of(tag, 35, LETTERS DIGITS "-") && strspn(tag, LETTERS) >= 2;
}

/* Words that are shown, and end up in the model's file. */
static bool is_word(const char *text)
{
    return !*text || is_of(text, INDEX_MAX_NAME, LETTERS DIGITS "+._-");
}

static bool is_digest(const char *text)
{
    return !*text || (strlen(text) == 64 && strspn(text, DIGITS "abcdef") == 64);
}

/* Printable ASCII, without what would end an address. */
static bool is_printable(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text > '~' || *text == '"' || *text == '\\') return false;
    return true;
}

bool index_is_local(const char *url)
{
    static const char *const hosts[] = {"http://127.0.0.1", "http://localhost", "http://[::1]"};

    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
        const size_t n = strlen(hosts[i]);
        if (!strncmp(url, hosts[i], n) && (!url[n] || strchr(":/", url[n])))
            return !memchr(url + n, '@', strcspn(url + n, "/?#"));
    }
    return false;
}

/* https, http of this machine, or a path below the index's folder. */
static bool is_url(const char *url)
{
    if (!*url || strlen(url) > INDEX_MAX_URL || !is_printable(url)) return false;
    const char *scheme = strstr(url, "://");
    if (!scheme)
        return *url != '/' && !strchr(url, ':') && strcmp(url, "..") != 0 &&
               strncmp(url, "../", 3) != 0 && !strstr(url, "/../") && !ends_with(url, "/..");
    const char *host = scheme + 3;
    const size_t n = strcspn(host, "/?#");
    return (!strncmp(url, "https://", 8) || index_is_local(url)) && n && !memchr(host, '@', n);
}

/* ---- Entries ------------------------------------------------------------------------------ */

/* Each returns what is wrong, or NULL. */

static const char *const kinds[] = {"model",    "lex",     "vocab", "srcvocab",
                                    "trgvocab", "archive", "gguf"};
static const char *const formats[] = {"bergamot", "opus", "argos", "gguf"};

static bool is_one_of(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(text, words[i])) return true;
    return false;
}

static const char *read_urls(index_file *f, const cJSON *json)
{
    const cJSON *url = cJSON_GetObjectItemCaseSensitive(json, "urls");

    f->urls[0] = json_text_of(json, "url");
    f->n_urls = *f->urls[0] != '\0';
    if (cJSON_IsArray(url) && !f->n_urls)
        for (url = url->child; url; url = url->next) {
            if (f->n_urls == INDEX_MAX_MIRRORS) return "a file has too many mirrors";
            const char *text = cJSON_GetStringValue(url);
            f->urls[f->n_urls++] = text ? text : "";
        }
    for (size_t i = 0; i < f->n_urls; i++)
        if (!is_url(f->urls[i])) return "a file's address is neither https nor below the index";
    return f->n_urls ? NULL : "a file has no address";
}

static const char *read_index_entry(index_file *f, const cJSON *json)
{
    if (!cJSON_IsObject(json)) return "a file is no object";
    *f = (index_file){
        .kind = json_text_of(json, "kind"),
        .sha256 = json_text_of(json, "sha256"),
        .unpacked_sha256 = json_text_of(json, "unpacked_sha256"),
    };
    if (!is_one_of(f->kind, kinds, sizeof kinds / sizeof *kinds))
        return "a file is of a kind that is not known";
    if (!is_digest(f->sha256) || !is_digest(f->unpacked_sha256))
        return "a file's digest is no SHA-256";
    if (!read_size(json, "size", &f->size) || !read_size(json, "unpacked_size", &f->unpacked_size))
        return "a file's size is no number of bytes";
    return read_urls(f, json);
}

static bool has_kind(const index_model *m, const char *kind)
{
    for (size_t i = 0; i < m->n_files; i++)
        if (!strcmp(m->files[i].kind, kind)) return true;
    return false;
}

/* A model is one archive, one file of ours, or Firefox' files: each kind once. */
static const char *check_files(const index_model *m)
{
    for (size_t i = 0; i < m->n_files; i++)
        for (size_t k = i + 1; k < m->n_files; k++)
            if (!strcmp(m->files[i].kind, m->files[k].kind)) return "two files are of one kind";
    const bool is_whole = has_kind(m, "archive") || has_kind(m, "gguf");
    if (is_whole && m->n_files > 1) return "it has files beside its archive";
    if (!is_whole && strcmp(m->format, "bergamot") != 0) return "its files do not make its format";
    if (has_kind(m, "gguf") != !strcmp(m->format, "gguf")) return "its files are not its format's";
    if (!is_whole && !has_kind(m, "model")) return "it has no file of weights";
    return NULL;
}

static const char *read_files(index_model *m, const cJSON *json)
{
    const cJSON *files = cJSON_GetObjectItemCaseSensitive(json, "files");
    bool known = true;

    m->is_pinned = true;
    m->files = checked_malloc(INDEX_MAX_FILES * sizeof *m->files);
    for (const cJSON *f = cJSON_IsArray(files) ? files->child : NULL; f; f = f->next) {
        if (m->n_files == INDEX_MAX_FILES) return "it has too many files";
        index_file *file = &m->files[m->n_files++];
        const char *why = read_index_entry(file, f);
        if (why) return why;
        const uint64_t size = file->size ? file->size : file->unpacked_size;
        if (!size) known = false;
        m->size += size;
        if (!*file->sha256 && !*file->unpacked_sha256) m->is_pinned = false;
    }
    if (!known) m->size = 0;
    return m->n_files ? check_files(m) : "it has no files";
}

static double read_score(const cJSON *set, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(set, key);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble <= 100
               ? item->valuedouble
               : -1;
}

/* The first set alone. */
static void read_scores(index_model *m, const cJSON *json)
{
    const cJSON *scores = cJSON_GetObjectItemCaseSensitive(json, "scores");
    const cJSON *set = cJSON_IsObject(scores) ? scores->child : NULL;

    m->score_set = set && set->string ? set->string : "";
    m->bleu = read_score(set, "bleu");
    m->chrf = read_score(set, "chrf");
    m->comet = read_score(set, "comet22");
}

static const char *check_texts(const index_model *m)
{
    const char *const words[] = {m->provider, m->variant, m->version, m->revision, m->license};

    if (!is_name(m->name)) return "its name is not one of letters, digits and + . _ -";
    if (!is_language(m->source) || !is_language(m->target)) return "it has no two languages";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!is_word(words[i])) return "a word of it has other characters than words have";
    if (!*m->revision) return "it has no revision";
    if (!is_one_of(m->format, formats, sizeof formats / sizeof *formats))
        return "its format is not known";
    return NULL;
}

static const char *read_model(index_model *m, const cJSON *json)
{
    *m = (index_model){.name = ""};
    if (!cJSON_IsObject(json)) return "it is no object";
    *m = (index_model){
        .name = json_text_of(json, "name"),
        .source = json_text_of(json, "source"),
        .target = json_text_of(json, "target"),
        .provider = json_text_of(json, "provider"),
        .variant = json_text_of(json, "variant"),
        .version = json_text_of(json, "version"),
        .revision = json_text_of(json, "revision"),
        .format = json_text_of(json, "format"),
        .license = json_text_of(json, "license"),
        .refused = json_text_of(json, "refused"),
        .is_nightly = !strcmp(json_text_of(json, "status"), "nightly"),
        .replaces = cJSON_GetObjectItemCaseSensitive(json, "replaces"),
    };
    read_scores(m, json);
    const char *why = check_texts(m);
    return why ? why : read_files(m, json);
}

char *index_beside(const model_index *index, const char *path)
{
    const char *const slash = strrchr(index->place, '/');
    return checked_format("%.*s%s", slash ? (int)(slash + 1 - index->place) : 0, index->place,
                          path);
}

bool index_replaces(const index_model *m, const char *name)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, m->replaces)
    {
        const char *const replaced = cJSON_GetStringValue(one);
        if (replaced && !strcmp(replaced, name)) return true;
    }
    return false;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static void leave_out(model_index *index, const char *name, const char *why)
{
    index->left_out[index->n_left_out++] = (index_left_out){name, why};
}

/* Sorted by name; of several of one name there is one. */
static void drop_repeated(model_index *index)
{
    size_t n = 0;

    if (index->n) qsort(index->models, index->n, sizeof *index->models, tr_compare_strings);
    for (size_t i = 0; i < index->n; i++) {
        if (n && !strcmp(index->models[n - 1].name, index->models[i].name)) {
            leave_out(index, index->models[i].name, "its name occurs twice");
            free(index->models[i].files);
        } else {
            index->models[n++] = index->models[i];
        }
    }
    index->n = n;
}

static int read_models(model_index *index, const cJSON *models)
{
    const int n = cJSON_GetArraySize(models);

    if (n > INDEX_MAX_MODELS) {
        if (!index->is_quiet)
            complain("%s: has %d models, more than %d", index->place, n, INDEX_MAX_MODELS);
        return -1;
    }
    index->models = checked_malloc((size_t)n * sizeof *index->models);
    index->left_out = checked_malloc((size_t)n * sizeof *index->left_out);
    for (const cJSON *m = models->child; m; m = m->next) {
        index_model *const read = &index->models[index->n];
        const char *why = read_model(read, m);
        if (why) {
            leave_out(index, json_text_of(m, "name"), why);
            free(read->files);
        } else {
            index->n++;
        }
    }
    drop_repeated(index);
    return 0;
}

static int read_index_json(model_index *index)
{
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(index->json, "format");
    const cJSON *models = cJSON_GetObjectItemCaseSensitive(index->json, "models");

    if (!cJSON_IsNumber(format) || !cJSON_IsArray(models)) {
        if (!index->is_quiet) complain("%s: is not an index of models", index->place);
        return -1;
    }
    if (format->valuedouble != 1) {
        if (!index->is_quiet)
            complain("%s: is an index of format %.0f, and this program reads format 1",
                     index->place, format->valuedouble);
        return -1;
    }
    index->generated = json_text_of(index->json, "generated");
    return read_models(index, models);
}

/* A text has at most as many values, some 64 bytes of memory each, as it has such signs.
 */
static bool has_too_many_values(const char *text, size_t len)
{
    enum { MOST = 2 << 20 };
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        n += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return n > MOST;
}

static int parse_index(model_index *index, const char *text, size_t len, const char *place,
                       bool quiet)
{
    *index =
        (model_index){.place = checked_format("%s", place), .generated = "", .is_quiet = quiet};
    if (len > INDEX_MAX_SIZE) {
        if (!quiet) complain("%s: is larger than an index may be, %d bytes", place, INDEX_MAX_SIZE);
        index_free(index);
        return -1;
    }
    if (!has_too_many_values(text, len)) index->json = cJSON_ParseWithLength(text, len);
    if (!index->json && !quiet) complain("%s: is not JSON, or has too many values", place);
    if (index->json && !read_index_json(index)) return 0;
    index_free(index);
    return -1;
}

int index_parse(model_index *index, const char *text, size_t len, const char *place)
{
    return parse_index(index, text, len, place, false);
}

char *index_default_path(void)
{
    const char *given = getenv("TRANSLATE_INDEX");

    if (given && *given) return checked_format("%s", given);
    char *path = self_path_file("share/translate/index.json", "models/index/index.json");
    return path ? path : checked_format("%s", INDEX_FILE);
}

/* The caller frees *text. */
static int read_index_text(FILE *f, char **text, size_t *len)
{
    const size_t most = INDEX_MAX_SIZE + 1; /* one byte more is too large, and is told so */

    *text = checked_malloc(most);
    *len = fread(*text, 1, most, f);
    return ferror(f) ? -1 : 0;
}

int index_load(const char *path, bool quiet, char **text, size_t *len)
{
    FILE *f = fopen(path, "re");
    const int rc = f ? read_index_text(f, text, len) : -1;

    if (rc && !quiet && errno == EISDIR)
        complain("%s: is a folder; an index is a file, such as %s/index.json", path, path);
    else if (rc && !quiet)
        complain("%s: %s", path, strerror(errno));
    if (f) fclose(f);
    return rc;
}

int index_read(model_index *index, const char *path, bool quiet)
{
    char *place = path ? checked_format("%s", path) : index_default_path(), *text = NULL;
    size_t len = 0;

    int rc = index_load(place, quiet, &text, &len);
    if (!rc) rc = parse_index(index, text, len, place, quiet);
    free(text);
    free(place);
    return rc;
}

void index_free(model_index *index)
{
    cJSON_Delete(index->json);
    for (size_t i = 0; i < index->n; i++)
        free(index->models[i].files);
    free(index->models);
    free(index->left_out);
    free(index->place);
    *index = (model_index){0};
}

/* ---- Choosing ----------------------------------------------------------------------------- */

const index_model *index_named(const model_index *index, const char *name)
{
    for (size_t i = 0; i < index->n; i++)
        if (!strcmp(index->models[i].name, name)) return &index->models[i];
    return NULL;
}

const char *index_why_left_out(const model_index *index, const char *name)
{
    const size_t n = index_named(index, name) ? 0 : index->n_left_out;
    for (size_t i = 0; i < n; i++)
        if (!strcmp(index->left_out[i].name, name)) return index->left_out[i].why;
    return NULL;
}

int index_fit(const index_model *m, const char *from, const char *to)
{
    const int a = from ? tr_language_fit(m->source, from) : 2;
    const int b = to ? tr_language_fit(m->target, to) : 2;
    return a && b ? a + b : 0;
}

static int compare_models(double a, double b)
{
    return (a > b) - (a < b);
}

/* Scores count where both were measured on one set. */
static int compare_scores(const index_model *a, const index_model *b)
{
    if ((a->comet >= 0) != (b->comet >= 0)) return a->comet >= 0 ? 1 : -1;
    if (strcmp(a->score_set, b->score_set) != 0) return 0;
    const int order = compare_models(a->comet, b->comet);
    return order ? order : compare_models(a->chrf, b->chrf);
}

bool index_is_better(const index_model *a, const index_model *b)
{
    if (!*a->refused != !*b->refused) return !*a->refused;
    if (a->is_nightly != b->is_nightly) return b->is_nightly;
    if (a->is_pinned != b->is_pinned) return a->is_pinned;
    const int order = compare_scores(a, b);
    if (order) return order > 0;
    return a->size && (!b->size || a->size < b->size);
}

const index_model *index_best(const model_index *index, const char *from, const char *to,
                              const char *variant)
{
    const index_model *best = NULL;
    int best_fit = 0;

    for (size_t i = 0; i < index->n; i++) {
        const index_model *m = &index->models[i];
        const int fit = index_fit(m, from, to);
        if (!fit || (variant && strcmp(m->variant, variant) != 0)) continue;
        if (fit > best_fit || (fit == best_fit && index_is_better(m, best))) {
            best = m;
            best_fit = fit;
        }
    }
    return best;
}

/* "zh" is a language if there is zh-Hant; "en-tyni" is none because there is en. */
static bool index_has_language(const model_index *index, const char *tag, bool as_source)
{
    const int enough = strchr(tag, '-') ? 2 : 1;

    for (size_t i = 0; i < index->n; i++)
        if (tr_language_fit(as_source ? index->models[i].source : index->models[i].target, tag) >=
            enough)
            return true;
    return false;
}

bool index_split_pair(const model_index *index, const char *pair, char *from, char *to)
{
    if (strlen(pair) >= INDEX_MAX_NAME) return false;
    for (const char *dash = strchr(pair, '-'); dash; dash = strchr(dash + 1, '-')) {
        snprintf(from, INDEX_MAX_NAME, "%.*s", (int)(dash - pair), pair);
        snprintf(to, INDEX_MAX_NAME, "%s", dash + 1);
        if (is_language(from) && is_language(to) && index_has_language(index, from, true) &&
            index_has_language(index, to, false))
            return true;
    }
    return false;
}
