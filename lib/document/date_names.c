#include "document/date_names.h"

#include <string.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "language/language.h"

enum { LEAST = 3 /* names in a row */, ABBREVIATED_DAYS = 1, SHORT_DAYS = 2 };

/* Places of the names in CLDR's "calendar/gregorian", and how many there are. */
static const struct place {
    const char *kind, *width;
    int n;
} places[TR_DATE_LISTS] = {{"dayNames", "wide", 7},
                           {"dayNames", "abbreviated", 7},
                           {"dayNames", "short", 7},
                           {"monthNames", "wide", 12},
                           {"monthNames", "abbreviated", 12}};

/* ---- CLDR ---- */

typedef char name_list[TR_DATE_NAMES][TR_DATE_NAME];

/* The names of a place, in "format" or "stand-alone"; false if the language has none of its own. */
static bool read_list(const UResourceBundle *gregorian, const struct place *p, const char *context,
                      name_list names)
{
    UErrorCode status = U_ZERO_ERROR;
    UResourceBundle *const kind = ures_getByKey(gregorian, p->kind, NULL, &status);
    UResourceBundle *const in = ures_getByKey(kind, context, NULL, &status);
    UResourceBundle *const list = ures_getByKey(in, p->width, NULL, &status);

    for (int i = 0; i < p->n && U_SUCCESS(status); i++) {
        int32_t len = 0;
        const UChar *const name = ures_getStringByIndex(list, i, &len, &status);
        u_strToUTF8(names[i], TR_DATE_NAME, NULL, name, len, &status);
    }
    if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING) names[0][0] = '\0';
    ures_close(list);
    ures_close(in);
    ures_close(kind);
    return names[0][0] != '\0';
}

/* The lists of a language, as they stand alone (1) and in a date (0).  What has no list of its own
 * takes the other's. */
static void read_language(const char *language, int list, name_list names[2])
{
    static const char *const contexts[2] = {"format", "stand-alone"};
    UErrorCode status = U_ZERO_ERROR;
    char tag[16];

    tr_language_tag(language, tag, sizeof tag);
    tag[strcspn(tag, "-_")] = '\0';
    UResourceBundle *const all = ures_open(NULL, tag, &status);
    if (status == U_USING_DEFAULT_WARNING) status = U_MISSING_RESOURCE_ERROR;
    UResourceBundle *const calendar = ures_getByKey(all, "calendar", NULL, &status);
    UResourceBundle *const gregorian = ures_getByKey(calendar, "gregorian", NULL, &status);
    for (int i = 0; i < 2 && U_SUCCESS(status); i++)
        read_list(gregorian, &places[list], contexts[i], names[i]);
    for (int i = 0; i < 2; i++)
        if (!names[i][0][0]) memcpy(names[i], names[!i], sizeof names[i]);
    ures_close(gregorian);
    ures_close(calendar);
    ures_close(all);
}

static void read_names(tr_date_names *d)
{
    for (int i = 0; i < TR_DATE_LISTS; i++) {
        name_list names[2] = {0};
        read_language(d->languages[0], i, d->source[i]);
        read_language(d->languages[1], i, names);
        memcpy(d->target[i], names[1], sizeof d->target[i]);
    }
    d->are_read = true;
}

/* ---- Names in a row ---- */

/* The bytes of text [len] before the full stop of an abbreviation. */
static size_t without_stop(const char *text, size_t len)
{
    return len && text[len - 1] == '.' ? len - 1 : len;
}

static bool is_name(const char *name, const char *text, size_t len)
{
    const size_t n = without_stop(name, strlen(name));
    return n && n == len && !memcmp(name, text, n);
}

/* The place of segment i in a list of names; -1 if it is none of them. */
static int place_of(const tr_date_names *d, const tr_document *document, size_t i, int list)
{
    const tr_segment *const p = tr_document_segment_at(document, i, NULL);
    const size_t len = without_stop(p->text, p->len);

    if (p->n_marks || !len || len >= TR_DATE_NAME) return -1;
    for (int k = 0; k < places[list].n; k++)
        if (is_name(d->source[list][0][k], p->text, len) ||
            is_name(d->source[list][1][k], p->text, len))
            return k;
    return -1;
}

/* How many of the segments at a distance of `step` behind segment i, or before it, have the names
 * that follow, up to two. */
static int n_beside(const tr_date_names *d, const tr_document *document, size_t i, int list,
                    int place, ptrdiff_t step)
{
    const int n = places[list].n;
    int found = 0;

    while (found < LEAST - 1) {
        i += (size_t)step; /* before the first: a large number */
        place = (place + (step < 0 ? n - 1 : 1)) % n;
        if (i >= document->n_segments || place_of(d, document, i, list) != place) break;
        found++;
    }
    return found;
}

/* True if segment i is one of at least three that have names in their order, with as much between
 * two as between others: in a table, days may be in each other cell. */
static bool is_in_row(const tr_date_names *d, const tr_document *document, size_t i, int list,
                      int place)
{
    enum { FARTHEST = 4 };

    for (ptrdiff_t step = 1; step <= FARTHEST; step++)
        if (1 + n_beside(d, document, i, list, place, -step) +
                n_beside(d, document, i, list, place, step) >=
            LEAST)
            return true;
    return false;
}

/* A name with a full stop if its source has one, or if the language abbreviates so when it stands
 * alone. */
static void add_name(const tr_date_names *d, int list, int place, bool stop, tr_buf *out)
{
    const char *const name = d->target[list][place];
    const char *const alone = d->target[list == SHORT_DAYS ? ABBREVIATED_DAYS : list][place];
    const size_t len = without_stop(name, strlen(name));
    const bool stops = stop || without_stop(alone, strlen(alone)) < strlen(alone);

    if (places[list].width[0] == 'w') {
        tr_buf_add_string(out, name);
    } else {
        tr_buf_add(out, name, len);
        if (stops) tr_buf_add_string(out, ".");
    }
}

bool tr_date_names_put(tr_date_names *d, const tr_document *document, size_t i, tr_buf *out)
{
    const tr_segment *const p = tr_document_segment_at(document, i, NULL);
    const bool stop = p->len && p->text[p->len - 1] == '.';

    if (p->n_marks || !p->len || p->len > TR_DATE_NAME) return false;
    if (!d->are_read) read_names(d);
    for (int list = 0; list < TR_DATE_LISTS; list++) {
        const int place = d->target[list][0][0] ? place_of(d, document, i, list) : -1;
        if (place < 0 || !is_in_row(d, document, i, list, place)) continue;
        add_name(d, list, place, stop, out);
        return true;
    }
    return false;
}
