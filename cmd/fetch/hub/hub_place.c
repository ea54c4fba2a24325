#define _XOPEN_SOURCE 700 /* realpath(), which glibc counts as XSI only */
#include "hub_place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/message.h"
#include "fetch/http/http_header.h"
#include "models/model_index.h"

bool hub_is_folder(const char *place)
{
    return *place == '/';
}

/* An address that paths are put behind. */
static bool is_endpoint(const char *url)
{
    for (const char *p = url; *p; p++)
        if (*p <= ' ' || *p > '~' || strchr("\"\\<>@?#", *p)) return false;
    return strlen(url) < INDEX_MAX_URL / 2 && http_may_follow(NULL, url);
}

/* The path that stands for a folder; NULL for other places. */
static const char *path_of(const char *place)
{
    static const char scheme[] = "file://";

    if (!strncmp(place, scheme, strlen(scheme)))
        return place[strlen(scheme)] == '/' ? place + strlen(scheme) : NULL;
    return *place == '/' || !strncmp(place, "./", 2) || !strncmp(place, "../", 3) ? place : NULL;
}

static char *without_slashes(const char *place)
{
    size_t len = strlen(place);

    while (len > 1 && place[len - 1] == '/')
        len--;
    return checked_copy(place, len);
}

char *hub_place(const char *other)
{
    const char *place = getenv("HF_ENDPOINT");

    if (other) return without_slashes(other);
    if (!place || !*place) place = "https://huggingface.co";
    const char *const path = path_of(place);
    char *const whole = path ? realpath(path, NULL) : NULL;
    if (whole) return whole;
    if (path)
        complain("HF_ENDPOINT: %s: %s", path, strerror(errno));
    else if (is_endpoint(place))
        return without_slashes(place);
    else
        complain("HF_ENDPOINT: %s: is not an https address, nor a folder such as file:///mirror",
                 place);
    return NULL;
}

static int digit_of(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *const found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* The path without what is asked for behind '?', and with the signs that hub_encode() has written
 * as numbers. */
static char *file_below(const char *folder, const char *path)
{
    char *const file = checked_format("%s%.*s", folder, (int)strcspn(path, "?"), path);
    char *to = file + strlen(folder);

    for (const char *p = to; *p; p++) {
        const bool coded = *p == '%' && digit_of(p[1]) >= 0 && digit_of(p[2]) >= 0;
        *to++ = coded ? (char)(digit_of(p[1]) * 16 + digit_of(p[2])) : *p;
        p += coded ? 2 : 0;
    }
    *to = '\0';
    return file;
}

char *hub_address(const char *place, const char *path)
{
    if (*path != '/') return checked_format("%s", path);
    return hub_is_folder(place) ? file_below(place, path) : checked_format("%s%s", place, path);
}
