#include "hub_word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static const char scheme[] = "hf:";
static const char usual[] = "main";
static const char no_revision[] = "its revision is no branch, tag or commit";

bool hub_is_word(const char *word)
{
    return !strncmp(word, scheme, strlen(scheme));
}

/* As Hugging Face has them; and no file's or folder's special name. */
static bool is_name(const char *text, size_t len)
{
    const char *const dots = strstr(text, "..");

    return len >= 1 && len <= HUB_MAX_NAME && strspn(text, LETTERS "._-") >= len && *text != '.' &&
           *text != '-' && !(dots && dots < text + len);
}

/* Up to the ':' that a file stands behind. */
static const char *read_revision(hub_word *w, const char *text)
{
    const size_t len = strcspn(text, ":");

    if (len < 1 || len > HUB_MAX_REVISION || strspn(text, LETTERS "._-+/") < len || *text == '/' ||
        *text == '-')
        return no_revision;
    snprintf(w->revision, sizeof w->revision, "%.*s", (int)len, text);
    return strstr(w->revision, "..") || strstr(w->revision, "//") ? no_revision : NULL;
}

/* As files have in the folder of a repository. */
static bool is_file(const char *text)
{
    const size_t len = strlen(text);
    return len >= 1 && len <= HUB_MAX_FILE && strspn(text, LETTERS "._-+") == len && *text != '.' &&
           *text != '-';
}

static bool is_model_file(const char *name)
{
    const size_t len = strlen(name);
    return len >= 5 && !strcmp(name + len - 5, ".gguf");
}

const char *hub_read_word(hub_word *w, const char *word)
{
    const char *const owner = word + strlen(scheme), *const slash = strchr(owner, '/');
    const char *const name = slash ? slash + 1 : "";
    const size_t owner_len = slash ? (size_t)(slash - owner) : 0, name_len = strcspn(name, "@:");
    const char *const file = strchr(name, ':');

    if (!is_name(owner, owner_len) || !is_name(name, name_len))
        return "is not hf:OWNER/NAME or hf:OWNER/NAME@REVISION";
    if (file && !is_file(file + 1)) return "its file, behind ':', is no name of a file";
    snprintf(w->owner, sizeof w->owner, "%.*s", (int)owner_len, owner);
    snprintf(w->name, sizeof w->name, "%.*s", (int)name_len, name);
    if (is_model_file(w->name)) return "its model cannot have a name that ends in .gguf";
    snprintf(w->file, sizeof w->file, "%s", file ? file + 1 : "");
    return read_revision(w, name[name_len] == '@' ? name + name_len + 1 : usual);
}

bool hub_is_repository(const char *text)
{
    const char *const slash = strchr(text, '/');
    return slash && is_name(text, (size_t)(slash - text)) && is_name(slash + 1, strlen(slash + 1));
}

bool hub_is_same_repository(const char *word, const char *other)
{
    const size_t scheme_len = strlen(scheme), len = strcspn(word + scheme_len, "@:") + scheme_len;
    return !strncmp(word, other, len) && (!other[len] || strchr("@:", other[len]));
}

bool hub_is_same_file(const char *word, const char *other)
{
    const char *const a = strchr(word + strlen(scheme), ':');
    const char *const b = strchr(other + strlen(scheme), ':');
    return !strcmp(a ? a : "", b ? b : "");
}

char *hub_write_word(const hub_word *w)
{
    const bool is_usual = !strcmp(w->revision, usual);
    return checked_format("%s%s/%s%s%s%s%s", scheme, w->owner, w->name, is_usual ? "" : "@",
                          is_usual ? "" : w->revision, *w->file ? ":" : "", w->file);
}

/* The language behind the last hyphen before `end`; returns that hyphen, or NULL. */
static const char *last_language(const char *name, const char *end,
                                 char language[HUB_LANGUAGE_SIZE])
{
    const char *p = end;

    while (p > name && p[-1] >= 'a' && p[-1] <= 'z')
        p--;
    const size_t len = (size_t)(end - p);
    if (len < 2 || len >= HUB_LANGUAGE_SIZE || p == name || p[-1] != '-') return NULL;
    memcpy(language, p, len);
    language[len] = '\0';
    return p - 1;
}

bool hub_languages_of_name(const char *name, char from[HUB_LANGUAGE_SIZE],
                           char to[HUB_LANGUAGE_SIZE])
{
    const char *const end = last_language(name, name + strlen(name), to);
    return end && last_language(name, end, from) && strcmp(from, to) != 0;
}

char *hub_encode(const char *text, const char *kept)
{
    char *const out = checked_malloc(3 * strlen(text) + 1), *p = out;

    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr(LETTERS "._-~", c) || strchr(kept, c))
            *p++ = (char)c;
        else
            p += sprintf(p, "%%%02X", c);
    }
    *p = '\0';
    return out;
}
