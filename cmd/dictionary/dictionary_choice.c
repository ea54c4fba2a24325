#include "dictionary/dictionary_choice.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uloc.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"

/* Takes the path over. */
static int add(dictionaries *d, char *path, const char *from, const char *to)
{
    tr_error err;

    if (tr_dictionary_open(&d->items[d->n].open, path, from, to, &err)) {
        complain("%s", err.msg);
        free(path);
        return -1;
    }
    d->items[d->n++].path = path;
    return 0;
}

/* What is there; a path that is not is given back. */
static int add_present(dictionaries *d, char *path, const char *from, const char *to)
{
    if (d->n < MOST_DICTIONARIES && access(path, R_OK) == 0) return add(d, path, from, to);
    free(path);
    return 0;
}

static int add_of_folder(dictionaries *d, const char *folder, const char *from, const char *to)
{
    const char *const three_from = uloc_getISO3Language(from);
    const char *const three_to = uloc_getISO3Language(to);
    int rc = add_present(
        d, checked_format("%s/dictd/freedict-%s-%s.index", folder, three_from, three_to), from, to);

    if (rc == 0) rc = add_present(d, checked_format("%s/trans/%s-%s", folder, from, to), from, to);
    if (rc == 0) rc = add_present(d, checked_format("%s/trans/%s-%s", folder, to, from), from, to);
    return rc;
}

int dictionaries_open(dictionaries *d, const char *path, const char *from, const char *to)
{
    const char *folders = getenv("XDG_DATA_DIRS");
    int rc = 0;

    *d = (dictionaries){0};
    if (path) return add(d, checked_format("%s", path), from, to);
    if (!folders || !*folders) folders = "/usr/local/share:/usr/share";
    for (size_t n; *folders && rc == 0; folders += n + (folders[n] == ':')) {
        n = strcspn(folders, ":");
        char *const folder = checked_copy(folders, n);
        if (n) rc = add_of_folder(d, folder, from, to);
        free(folder);
    }
    if (rc == 0 && d->n) return 0;
    if (rc == 0)
        complain("there is no dictionary from %s to %s: name one with --dictionary, or install "
                 "Debian's dict-freedict-%s-%s",
                 from, to, uloc_getISO3Language(from), uloc_getISO3Language(to));
    dictionaries_close(d);
    return -1;
}

void dictionaries_close(dictionaries *d)
{
    for (size_t i = 0; i < d->n; i++) {
        tr_dictionary_free(d->items[i].open);
        free(d->items[i].path);
    }
    d->n = 0;
}
