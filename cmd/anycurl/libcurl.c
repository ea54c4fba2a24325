/*
 * libcurl.c - the functions of libcurl that translate-fetch calls, by the libcurl that is found
 * when it runs.  A program that travels, as in the wheel for Python, links with this file in place
 * of libcurl: most machines have one, with the certificates of that machine, and its thirty
 * libraries need not travel, too.  Where there is none, curl_global_init() fails, and
 * curl_easy_strerror() says why.
 */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>

#undef curl_easy_getinfo
#undef curl_easy_setopt

#if LIBCURL_VERSION_NUM >= 0x080000
typedef const CURLU read_url;
#else
typedef CURLU read_url;
#endif
typedef CURLcode set_option(CURL *handle, CURLoption option, ...);
typedef CURLcode get_info(CURL *handle, CURLINFO info, ...);

/* The library, by whatever it does TLS; NULL if there is none. */
static void *library(void)
{
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    static void *opened;

    for (size_t i = 0; !opened && i < sizeof names / sizeof *names; i++)
        opened = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return opened;
}

static void *function(const char *name)
{
    return library() ? dlsym(library(), name) : NULL;
}

/* Defines a function that calls libcurl's, or returns `none`. */
#define PASS(type, name, none, parameters, arguments)                                              \
    type name parameters                                                                           \
    {                                                                                              \
        type(*f) parameters;                                                                       \
        void *const found = function(#name);                                                       \
        memcpy(&f, &found, sizeof f);                                                              \
        return found ? f arguments : none;                                                         \
    }
#define PASS_VOID(name, parameters, arguments)                                                     \
    void name parameters                                                                           \
    {                                                                                              \
        void(*f) parameters;                                                                       \
        void *const found = function(#name);                                                       \
        memcpy(&f, &found, sizeof f);                                                              \
        if (found) f arguments;                                                                    \
    }

PASS(CURLcode, curl_global_init, CURLE_FAILED_INIT, (long flags), (flags))
PASS_VOID(curl_global_cleanup, (void), ())
PASS(CURL *, curl_easy_init, NULL, (void), ())
PASS_VOID(curl_easy_cleanup, (CURL * handle), (handle))
PASS_VOID(curl_easy_reset, (CURL * handle), (handle))
PASS(CURLcode, curl_easy_perform, CURLE_FAILED_INIT, (CURL * handle), (handle))
PASS(const char *, curl_easy_strerror,
     "libcurl is not on this machine: Debian and Ubuntu have it as libcurl4, others as libcurl or "
     "curl",
     (CURLcode code), (code))
PASS(struct curl_slist *, curl_slist_append, NULL, (struct curl_slist * list, const char *text),
     (list, text))
PASS_VOID(curl_slist_free_all, (struct curl_slist * list), (list))
PASS_VOID(curl_free, (void *text), (text))
PASS(CURLU *, curl_url, NULL, (void), ())
PASS_VOID(curl_url_cleanup, (CURLU * url), (url))
PASS(CURLUcode, curl_url_get, CURLUE_OUT_OF_MEMORY,
     (read_url * url, CURLUPart part, char **text, unsigned flags), (url, part, text, flags))
PASS(CURLUcode, curl_url_set, CURLUE_OUT_OF_MEMORY,
     (CURLU * url, CURLUPart part, const char *text, unsigned flags), (url, part, text, flags))

/* The number of an option tells the type of its value: curl.h, CURLOPTTYPE_LONG and so on. */
CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...)
{
    void *const found = function("curl_easy_setopt");
    CURLcode rc = CURLE_FAILED_INIT;
    set_option *f;
    va_list value;

    if (!found) return rc;
    memcpy(&f, &found, sizeof f);
    va_start(value, option);
    if (option < CURLOPTTYPE_OBJECTPOINT)
        rc = f(handle, option, va_arg(value, long));
    else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB)
        rc = f(handle, option, va_arg(value, curl_off_t));
    else
        rc = f(handle, option, va_arg(value, void *));
    va_end(value);
    return rc;
}

CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...)
{
    void *const found = function("curl_easy_getinfo");
    get_info *f;
    va_list value;

    if (!found) return CURLE_FAILED_INIT;
    memcpy(&f, &found, sizeof f);
    va_start(value, info);
    const CURLcode rc = f(handle, info, va_arg(value, void *));
    va_end(value);
    return rc;
}
