#include "console/preferences.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "console/alloc.h"
#include "console/input.h"
#include "console/message.h"
#include "console/suggest.h"

enum {
    LONGEST = 4096,      /* bytes of a line, its end included */
    MOST_BYTES = 1 << 20 /* of the file */
};

/* The file's path, whether it is there or not; NULL without a home.  The caller frees it. */
static char *find_path(void)
{
    const char *const config = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");

    if (config && *config == '/') return checked_format("%s/translate/settings", config);
    return home && *home == '/' ? checked_format("%s/.config/translate/settings", home) : NULL;
}

/* Cuts white space off both ends. */
static char *trim(char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    size_t len = strlen(text);
    while (len && strchr(blanks, text[len - 1]))
        len--;
    text[len] = '\0';
    return text;
}

static int refuse_key(const preferences *p, size_t line, const char *key)
{
    char hint[HINT_SIZE];
    suggestion s = suggest_for(key, strlen(key));

    suggest_word(&s, "model", 5);
    complain("%s:%zu: there is no setting \"%s\"%s", p->path, line, key,
             suggest_hint(&s, "", hint));
    return -1;
}

static int read_setting(preferences *p, char *text, size_t line)
{
    char *const key = trim(text);
    char *const equals = strchr(key, '=');

    if (!*key || *key == '#') return 0;
    if (!equals) {
        complain("%s:%zu: is not KEY = VALUE: %s", p->path, line, key);
        return -1;
    }
    *equals = '\0';
    const char *const name = trim(key), *const value = trim(equals + 1);
    if (strcmp(name, "model") != 0) return refuse_key(p, line, name);
    if (!*value) {
        complain("%s:%zu: \"model\" has no value: name a model or a model's file", p->path, line);
        return -1;
    }
    p->models = checked_realloc(p->models, p->n_models + 1, sizeof *p->models);
    p->models[p->n_models++] = (preference){checked_format("%s", value), line};
    return 0;
}

static int read_settings(preferences *p, FILE *f)
{
    char text[LONGEST];
    size_t line = 0;
    int rc = 0;

    while (!rc && fgets(text, sizeof text, f)) {
        line++;
        const bool whole = strchr(text, '\n') || feof(f);
        if (whole) {
            rc = read_setting(p, text, line);
        } else {
            complain("%s:%zu: the line is too long, or has NULs in it", p->path, line);
            rc = -1;
        }
    }
    if (rc || !ferror(f)) return rc;
    complain("%s: %s", p->path, strerror(errno));
    return -1;
}

/* NULL after a sentence. */
static FILE *open_settings(const char *path)
{
    struct stat st;
    FILE *f = NULL;

    if (stat(path, &st) < 0)
        complain("%s: %s", path, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        complain("%s: is no file", path);
    else if (st.st_size > MOST_BYTES)
        complain("%s: is larger than %d MiB, and settings are not", path, MOST_BYTES >> 20);
    else if (!(f = fopen(path, "re")))
        complain("%s: %s", path, strerror(errno));
    return f;
}

int preferences_read(preferences *p)
{
    struct stat st;

    *p = (preferences){.path = find_path()};
    if (!p->path || (stat(p->path, &st) < 0 && input_is_absent(errno))) return 0;
    FILE *const f = open_settings(p->path);
    const int rc = f ? read_settings(p, f) : -1;
    if (f) fclose(f);
    return rc;
}

void preferences_free(preferences *p)
{
    for (size_t i = 0; i < p->n_models; i++)
        free(p->models[i].value);
    free(p->models);
    free(p->path);
    *p = (preferences){0};
}
