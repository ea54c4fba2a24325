#include "serve/http/head.h"

#include <string.h>
#include <strings.h>

#include <microhttpd.h>

#include "base/ascii.h"

/* ---- Bytes --------------------------------------------------------------------------------- */

/* A token of RFC 9110, 5.6.2. */
static bool is_token(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!tr_ascii_is_alnum(text[i]) && (!text[i] || !strchr("!#$%&'*+-.^_`|~", text[i])))
            return false;
    return len > 0;
}

static bool has_controls(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\t') || c == 0x7F) return true;
    }
    return false;
}

static bool is_digits(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && text[n] >= '0' && text[n] <= '9')
        n++;
    return n == len;
}

bool head_is_host(const char *host, size_t len)
{
    enum { LONGEST_PORT = 5 };
    const bool bracket = len && *host == '[';
    size_t n = bracket;

    while (n < len && (tr_ascii_is_alnum(host[n]) || (host[n] && strchr("-._", host[n])) ||
                       (bracket && host[n] == ':')))
        n++;
    if (bracket) {
        if (n < 3 || n == len || host[n] != ']') return false;
        n++;
    }
    if (!n) return false;
    if (n == len) return true;
    return host[n] == ':' && len - n - 1 <= LONGEST_PORT && is_digits(host + n + 1, len - n - 1);
}

const char *head_path_of(const char *uri, const char **host, size_t *len)
{
    const size_t n = !strncasecmp(uri, "http://", 7) ? 7 : !strncasecmp(uri, "https://", 8) ? 8 : 0;

    if (!n) return NULL;
    *host = uri + n;
    *len = strcspn(*host, "/?#");
    return *host + *len;
}

/* ---- The request line ---------------------------------------------------------------------- */

static const char *fault_of_target(const request_head *h, int *status)
{
    const char *const uri = h->uri, *host;
    size_t len;

    if (has_controls(uri, strlen(uri)) || strpbrk(uri, " \t#\"<>\\^`{|}"))
        return "the address has bytes that addresses have not";
    for (const char *at = uri; (at = strstr(at, "%00")) && at < uri + strcspn(uri, "?"); at++)
        return "the path has a NUL";
    if (!strcmp(h->method, "CONNECT")) {
        *status = 405;
        return "this is no proxy";
    }
    if (*uri == '/') return NULL;
    if (!strcmp(uri, "*")) return strcmp(h->method, "OPTIONS") ? "* is for OPTIONS" : NULL;
    if (!head_path_of(uri, &host, &len) || !head_is_host(host, len)) return "the address is none";
    return NULL;
}

static const char *fault_of_line(const request_head *h, int *status)
{
    if (!is_token(h->method, strlen(h->method))) return "the method is none";
    if (strncmp(h->version, "HTTP/", 5) || !is_digits(h->version + 5, 1) || h->version[6] != '.' ||
        !h->version[7] || !is_digits(h->version + 7, strlen(h->version + 7)) || h->version[8])
        return "the version is none";
    if (h->version[5] != '1') {
        *status = 505;
        return "the version is another one";
    }
    return fault_of_target(h, status);
}

/* ---- Fields -------------------------------------------------------------------------------- */

static bool is_length(const char *value, size_t len)
{
    enum { MOST_DIGITS = 18 };
    return len && len <= MOST_DIGITS && is_digits(value, len);
}

bool head_has_bad_length(struct MHD_Connection *mhd)
{
    const char *const value = MHD_lookup_connection_value(mhd, MHD_HEADER_KIND, "Content-Length");
    return value && !is_length(value, strlen(value));
}

/* What is found while the fields are looked at, in their order. */
typedef struct look {
    const char *fault;
    const char *at; /* where the next one begins; NULL: the buffer is not as it is known to be */
    const char *host, *encoding, *expected;
    size_t host_len;
    size_t n_hosts, n_lengths, n_encodings;
    bool bad_length;
} look;

static bool is_name(const char *name, const char *wanted)
{
    return !strcasecmp(name, wanted);
}

static void look_at_field(look *l, const char *name, const char *value, size_t len)
{
    if (is_name(name, "Host")) {
        l->n_hosts++;
        l->host = value;
        l->host_len = len;
    } else if (is_name(name, "Content-Length")) {
        l->n_lengths++;
        l->bad_length = l->bad_length || !is_length(value, len);
    } else if (is_name(name, "Transfer-Encoding")) {
        l->n_encodings++;
        l->encoding = value;
    } else if (is_name(name, "Expect")) {
        l->expected = value;
    }
}

/* The buffer has "NAME\0 VALUE\0\0" for each line "NAME: VALUE\r\n".  It is something else where a
 * line ends in another way, goes on in the next, or has a NUL. */
static bool is_next(look *l, const char *name, const char *value, size_t len)
{
    if (name != l->at || value < name) return false;
    if (value[len] || value[len + 1]) return false;
    l->at = value + len + 2;
    return true;
}

static size_t without_blanks(const char *value)
{
    size_t len = strlen(value);
    while (len && (value[len - 1] == ' ' || value[len - 1] == '\t'))
        len--;
    return len;
}

static enum MHD_Result on_field(void *ctx, enum MHD_ValueKind kind, const char *name,
                                const char *value)
{
    look *const l = ctx;
    const char *const text = value ? value : "";

    (void)kind;
    if (!is_token(name, strlen(name)))
        l->fault = "a field has a name that names have not";
    else if (has_controls(text, strlen(text)))
        l->fault = "a field has control characters";
    else if (l->at && !is_next(l, name, text, strlen(text)))
        l->fault = "a line ends in another way than all do";
    look_at_field(l, name, text, without_blanks(text));
    return l->fault ? MHD_NO : MHD_YES;
}

bool head_is_checked(void)
{
    return strncmp(MHD_get_version(), "0.9.", 4) != 0;
}

/* Where the fields begin, by the buffer of libmicrohttpd 0.9; later ones are strict themselves. */
static const char *begin_of_fields(const request_head *h)
{
    const char *const end = h->version + strlen(h->version);

    return head_is_checked() ? NULL : end + 2;
}

static bool is_end(struct MHD_Connection *mhd, const request_head *h, const char *at)
{
    const union MHD_ConnectionInfo *const info =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return !info || at + 2 == h->method + info->header_size;
}

static const char *fault_of_fields(const request_head *h, const look *l, int *status)
{
    const bool is_1_0 = !strcmp(h->version, "HTTP/1.0");

    if (l->n_lengths > 1) return "there are two lengths";
    if (l->bad_length) return "the length is no number";
    if (l->n_encodings && l->n_lengths) return "there are a length and an encoding";
    if (l->n_encodings > 1 || (l->n_encodings && is_1_0)) return "the encoding is not clear";
    if (l->encoding && strcasecmp(l->encoding, "chunked")) return "the encoding is not known";
    if (l->n_hosts > 1 || (!l->n_hosts && !is_1_0)) return "there is not one host";
    if (l->n_hosts && l->host_len && !head_is_host(l->host, l->host_len)) return "the host is none";
    if (l->expected && strcasecmp(l->expected, "100-continue")) {
        *status = 417;
        return "that cannot be expected";
    }
    return NULL;
}

const char *head_fault(struct MHD_Connection *mhd, const request_head *head, int *status)
{
    look l = {0};

    *status = 400;
    const char *const fault = fault_of_line(head, status);
    if (fault) return fault;
    l.at = begin_of_fields(head);
    if (l.at && l.at[-1]) return "the first line ends in another way than all do";
    MHD_get_connection_values(mhd, MHD_HEADER_KIND, on_field, &l);
    if (l.fault) return l.fault;
    if (l.at && !is_end(mhd, head, l.at)) return "the head ends in another way than all do";
    return fault_of_fields(head, &l, status);
}
