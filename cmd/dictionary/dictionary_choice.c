#include "dictionary/dictionary_choice.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uloc.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/message.h"

/* Notes a dictionary that is there.  Takes the path over. */
static void add_present(dictionaries *d, char *path)
{
    if (d->n < MOST_DICTIONARIES && access(path, R_OK) == 0)
        d->items[d->n++].path = path;
    else
        free(path);
}

static void add_of_folder(dictionaries *d, const char *folder, const char *from, const char *to)
{
    const char *const three_from = uloc_getISO3Language(from);
    const char *const three_to = uloc_getISO3Language(to);

    add_present(d, checked_format("%s/dictd/freedict-%s-%s.index", folder, three_from, three_to));
    add_present(d, checked_format("%s/trans/%s-%s", folder, from, to));
    add_present(d, checked_format("%s/trans/%s-%s", folder, to, from));
}

const tr_dictionary *dictionaries_get(dictionaries *d, size_t i)
{
    tr_error err;

    if (d->items[i].open) return d->items[i].open;
    if (tr_dictionary_open(&d->items[i].open, d->items[i].path, d->from, d->to, &err))
        complain("%s", err.msg);
    return d->items[i].open;
}

/* All that the folders for data have. */
static void find_all(dictionaries *d)
{
    const char *folders = getenv("XDG_DATA_DIRS");

    if (!folders || !*folders) folders = "/usr/local/share:/usr/share";
    for (size_t n; *folders; folders += n + (folders[n] == ':')) {
        n = strcspn(folders, ":");
        char *const folder = checked_copy(folders, n);
        if (n) add_of_folder(d, folder, d->from, d->to);
        free(folder);
    }
}

int dictionaries_open(dictionaries *d, const char *path, const char *from, const char *to)
{
    *d = (dictionaries){.from = from, .to = to};
    if (path)
        d->items[d->n++].path = checked_format("%s", path);
    else
        find_all(d);
    if (!d->n)
        complain("there is no dictionary from %s to %s: name one with --dictionary, or install "
                 "Debian's dict-freedict-%s-%s",
                 from, to, uloc_getISO3Language(from), uloc_getISO3Language(to));
    if (d->n && dictionaries_get(d, 0)) return 0;
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
