#include "http.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_header.h"
#include "translate.h"

enum {
    MAX_REDIRECTS = 5,
    MOST_REDIRECT = 1 << 20, /* bytes of the body of an answer that sends elsewhere */
    CONNECT_SECONDS = 20,
    SLOWEST = 100
};

static CURL *handle; /* one, so that connections stay open */

/* One answer as it comes. */
typedef struct answer {
    http_get *get;
    char tag[HTTP_TAG_SIZE];
    http_range range;
    bool has_range, begun;
    uint64_t at;     /* bytes so far, with the ones before `from` */
    size_t n_passed; /* bytes of a body that is not taken */
    int outcome;     /* when a callback ended the transfer; -1 */
} answer;

static size_t end_with(answer *a, int outcome, const char *why)
{
    a->outcome = outcome;
    if (why) snprintf(a->get->why, sizeof a->get->why, "%s", why);
    return 0;
}

static size_t on_header(char *line, size_t size, size_t n, void *ctx)
{
    answer *a = ctx;
    size_t len;
    const char *value;

    if (n * size >= 5 && !memcmp(line, "HTTP/", 5)) { /* another answer: of a proxy, or "100" */
        a->has_range = false;
        *a->tag = *a->get->code = *a->get->next = '\0';
    }
    if ((value = http_field(line, n * size, "etag", &len)))
        http_read_tag(value, len, a->tag, sizeof a->tag);
    if ((value = http_field(line, n * size, "x-error-code", &len)))
        http_read_word(value, len, a->get->code, sizeof a->get->code);
    if ((value = http_field(line, n * size, "link", &len)) && !*a->get->next)
        http_read_next(value, len, a->get->next, sizeof a->get->next);
    if ((value = http_field(line, n * size, "content-range", &len)))
        a->has_range = http_read_range(value, len, &a->range);
    return n * size;
}

/* Where the first byte of the body belongs; false after a->outcome is set. */
static bool begin(answer *a)
{
    http_get *get = a->get;
    long code = 0;

    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    a->begun = true;
    if (code == 206) {
        if (!a->has_range || a->range.first != get->from ||
            (a->range.total && a->range.total > get->most)) {
            end_with(a, HTTP_OTHER, "the server sent another part than was asked for");
            return false;
        }
        a->at = get->from;
    } else {
        a->at = 0;
    }
    memcpy(get->tag, a->tag, sizeof get->tag);
    if (get->begin(get->ctx, a->at)) return true;
    end_with(a, HTTP_LOCAL, NULL);
    return false;
}

static bool is_redirect(void)
{
    long code = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    return code >= 300 && code < 400;
}

static size_t on_body(char *bytes, size_t size, size_t n, void *ctx)
{
    answer *a = ctx;
    const size_t len = size * n;

    if (is_redirect()) {
        a->n_passed += len;
        return a->n_passed <= MOST_REDIRECT
                   ? len
                   : end_with(a, HTTP_GONE, "the server sends elsewhere with too long a text");
    }
    if (!a->begun && !begin(a)) return 0;
    if (len > a->get->most - a->at)
        return end_with(a, HTTP_OTHER, "the server sends more than the list of models says");
    if (!a->get->take(a->get->ctx, bytes, len)) return end_with(a, HTTP_LOCAL, NULL);
    a->at += len;
    return len;
}

static int on_progress(void *ctx, curl_off_t total, curl_off_t now, curl_off_t up, curl_off_t sent)
{
    answer *a = ctx;
    (void)total, (void)now, (void)up, (void)sent;
    if (!a->get->stopped(a->get->ctx)) return 0;
    a->outcome = HTTP_STOPPED;
    return 1;
}

/* The library ignores what the curl command reads. */
static void set_certificates(void)
{
    const char *bundle = getenv("CURL_CA_BUNDLE"), *folder = getenv("SSL_CERT_DIR");

    if (!bundle || !*bundle) bundle = getenv("SSL_CERT_FILE");
    if (bundle && *bundle) curl_easy_setopt(handle, CURLOPT_CAINFO, bundle);
    if (folder && *folder) curl_easy_setopt(handle, CURLOPT_CAPATH, folder);
}

static void set_options(answer *a, const char *url, char *error)
{
    char agent[64];

    curl_easy_reset(handle);
    snprintf(agent, sizeof agent, "translate/%s", tr_version());
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, agent);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, error);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT,
                     (long)(a->get->timeout < CONNECT_SECONDS ? a->get->timeout : CONNECT_SECONDS));
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, (long)SLOWEST);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, (long)a->get->timeout);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, a);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, a);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, a);
    set_certificates();
}

/* A header without which nothing is asked. */
static bool add_header(struct curl_slist **headers, const char *text)
{
    struct curl_slist *const longer = curl_slist_append(*headers, text);

    if (longer) *headers = longer;
    return longer != NULL;
}

/* CURLOPT_RESUME_FROM would take an answer without a range for a failure. */
static bool ask_for_rest(const http_get *get, struct curl_slist **headers)
{
    char text[HTTP_TAG_SIZE + 32];

    if (!get->from) return true;
    snprintf(text, sizeof text, "%llu-", (unsigned long long)get->from);
    curl_easy_setopt(handle, CURLOPT_RANGE, text);
    if (!*get->tag) return true;
    snprintf(text, sizeof text, "If-Range: %s", get->tag);
    return add_header(headers, text);
}

/* ---- Who asks ------------------------------------------------------------------------------ */

/* A part of an address as libcurl itself takes it, so that both mean the same server. */
static char *url_part(CURLU *u, CURLUPart part)
{
    char *text = NULL;
    return curl_url_get(u, part, &text, CURLU_DEFAULT_PORT | CURLU_URLDECODE) ? NULL : text;
}

bool http_is_same_server(const char *a, const char *b)
{
    static const CURLUPart parts[] = {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT};
    CURLU *const x = curl_url(), *const y = curl_url();
    bool same =
        x && y && !curl_url_set(x, CURLUPART_URL, a, 0) && !curl_url_set(y, CURLUPART_URL, b, 0);

    for (size_t i = 0; same && i < sizeof parts / sizeof *parts; i++) {
        char *const left = url_part(x, parts[i]), *const right = url_part(y, parts[i]);
        same = left && right && !strcasecmp(left, right);
        curl_free(left);
        curl_free(right);
    }
    curl_url_cleanup(x);
    curl_url_cleanup(y);
    return same;
}

static bool tell_token(const http_get *get, const char *url, struct curl_slist **headers)
{
    const http_access *const access = get->access;

    if (!access || !access->token || !http_is_same_server(access->server, url)) return true;
    const size_t size = strlen(access->token) + 32;
    char *const text = malloc(size);
    if (text) snprintf(text, size, "Authorization: Bearer %s", access->token);
    const bool added = text && add_header(headers, text);
    free(text);
    return added;
}

static int judge_status(http_get *get, long code)
{
    curl_off_t wait = 0;

    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait);
    get->wait = wait > 0 ? (int)(wait < 3600 ? wait : 3600) : 0;
    const http_access *const access = get->access;
    const char *const meaning =
        access && access->meaning ? access->meaning(access, (int)code, get->code) : NULL;
    snprintf(get->why, sizeof get->why, "the server answers %ld%s%s", code, meaning ? ": " : "",
             meaning ? meaning : "");
    if (code == 416 && get->from) return HTTP_OTHER;
    return code == 408 || code == 425 || code == 429 || code >= 500 ? HTTP_AGAIN : HTTP_GONE;
}

/* Errors that another try does not mend. */
static bool is_final(CURLcode rc)
{
    return rc == CURLE_PEER_FAILED_VERIFICATION || rc == CURLE_SSL_CACERT_BADFILE ||
           rc == CURLE_UNSUPPORTED_PROTOCOL || rc == CURLE_URL_MALFORMAT;
}

static int judge(answer *a, CURLcode rc, const char *error)
{
    http_get *get = a->get;
    long code = 0;

    if (a->outcome >= 0) return a->outcome;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    if (rc == CURLE_HTTP_RETURNED_ERROR) return judge_status(get, code);
    if (rc == CURLE_OK && code >= 200 && code < 300) {
        if (a->begun || begin(a)) return HTTP_WHOLE; /* a body of no byte never begins */
        return a->outcome;
    }
    if (rc == CURLE_OK) return judge_status(get, code);
    snprintf(get->why, sizeof get->why, "%s", *error ? error : curl_easy_strerror(rc));
    if (rc == CURLE_COULDNT_RESOLVE_HOST || rc == CURLE_COULDNT_RESOLVE_PROXY) return HTTP_NAMELESS;
    return is_final(rc) ? HTTP_GONE : HTTP_AGAIN;
}

/* Asks one address.  *next is where the server sends to, for the caller to free, or NULL. */
static int ask(http_get *get, const char *url, char **next)
{
    answer a = {.get = get, .outcome = -1};
    char error[CURL_ERROR_SIZE] = "";
    const char *location = NULL;

    set_options(&a, url, error);
    struct curl_slist *headers = NULL;
    const bool ready = ask_for_rest(get, &headers) && tell_token(get, url, &headers);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    const CURLcode rc = ready ? curl_easy_perform(handle) : CURLE_OUT_OF_MEMORY;
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);
    *next = NULL;
    if (rc == CURLE_OK) curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &location);
    if (location) *next = strdup(location);
    return judge(&a, rc, error);
}

static int refuse(http_get *get, const char *why)
{
    snprintf(get->why, sizeof get->why, "%s", why);
    return HTTP_GONE;
}

/* The page that follows becomes a whole address. */
static void complete_next(http_get *get, const char *url)
{
    CURLU *const u = curl_url();
    char *whole = NULL;

    if (u && *get->next && !curl_url_set(u, CURLUPART_URL, url, 0) &&
        !curl_url_set(u, CURLUPART_URL, get->next, 0))
        curl_url_get(u, CURLUPART_URL, &whole, 0);
    *get->next = '\0';
    if (whole && strlen(whole) < sizeof get->next) strcpy(get->next, whole);
    curl_free(whole);
    curl_url_cleanup(u);
}

/* NULL, or why nothing can be asked. */
static const char *open_library(void)
{
    if (handle) return NULL;
    const CURLcode rc = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (rc) return curl_easy_strerror(rc);
    handle = curl_easy_init();
    return handle ? NULL : "out of memory";
}

int http_perform(http_get *get)
{
    char *url = strdup(get->url), *next = NULL;
    int outcome = HTTP_GONE;

    get->wait = 0;
    *get->why = *get->code = *get->next = '\0';
    const char *const why = open_library();
    if (why || !url) {
        free(url);
        return refuse(get, why ? why : "out of memory");
    }
    for (int n = 0; n <= MAX_REDIRECTS; n++) {
        outcome = ask(get, url, &next);
        if (!next) break;
        const bool may = http_may_follow(url, next);
        free(url);
        url = next;
        next = NULL;
        if (n == MAX_REDIRECTS) outcome = refuse(get, "the server sends from address to address");
        if (!may) outcome = refuse(get, "the server sends to an address that is not https");
        if (!may) break;
    }
    if (outcome == HTTP_WHOLE && *get->next) complete_next(get, url);
    free(url);
    return outcome;
}

void http_end(void)
{
    curl_easy_cleanup(handle);
    if (handle) curl_global_cleanup();
    handle = NULL;
}
