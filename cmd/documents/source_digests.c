#include "documents/source_digests.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "console/alloc.h"
#include "console/digest.h"
#include "console/output.h"

static const char first_line[] =
    "# translate --into --digests: translation, key, digest of its source\n";
enum { DIGITS = 16 };

static void add_line(digest_lines *l, char *line)
{
    if (l->n == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 64;
        l->lines = checked_realloc(l->lines, l->capacity, sizeof *l->lines);
    }
    l->lines[l->n++] = line;
}

static void free_lines(digest_lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->lines[i]);
    free(l->lines);
}

static int compare_lines(const void *a, const void *b)
{
    const char *const *const x = a, *const *const y = b;
    return strcmp(*x, *y);
}

static void sort_lines(digest_lines *l)
{
    if (l->n) qsort(l->lines, l->n, sizeof *l->lines, compare_lines);
}

/* True if a line has a name, a key and a digest. */
static bool is_line(const char *line)
{
    const char *const first = strchr(line, '\t'), *const last = strrchr(line, '\t');
    return first && last > first && strlen(last + 1) == DIGITS &&
           strspn(last + 1, "0123456789abcdef") == DIGITS;
}

static int read_lines(source_digests *d)
{
    size_t number = 0;

    for (char *at = d->text; *at; number++) {
        char *const end = at + strcspn(at, "\n");
        char *const line = checked_copy(at, (size_t)(end - at));
        at = *end ? end + 1 : end;
        if (is_line(line)) {
            add_line(&d->old, line);
            continue;
        }
        const bool is_wrong = *line && *line != '#';
        if (is_wrong)
            complain("%s: line %zu is no digest: take it away, as a conflict of a merge", d->path,
                     number + 1);
        free(line);
        if (is_wrong) return -1;
    }
    sort_lines(&d->old);
    return 0;
}

int source_digests_open(source_digests *d, const char *translation, bool asked)
{
    const char *const slash = strrchr(translation, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - translation) : 0;
    tr_file f = {0};
    tr_error err;

    *d = (source_digests){.name = checked_copy(translation + folder, strlen(translation + folder))};
    d->path = checked_format("%.*s.translate-digests", (int)folder, translation);
    const bool is_there = tr_file_kind(d->path, NULL) != TR_FILE_ABSENT;
    d->on = is_there || asked;
    if (is_there && tr_file_map_or_read(&f, d->path, TR_MAX_DOCUMENT, &err)) {
        complain("%s", err.msg);
        return -1;
    }
    d->text = checked_copy(f.data ? (const char *)f.data : "", f.size);
    tr_file_unmap(&f);
    return read_lines(d);
}

void source_digests_close(source_digests *d)
{
    free_lines(&d->old);
    free_lines(&d->next);
    free(d->path);
    free(d->name);
    free(d->text);
    *d = (source_digests){0};
}

/* The name and a key, with a tab behind each; signs that would cut the line are escaped. */
static char *begin_line(const source_digests *d, const char *key)
{
    static const char signs[] = "\\\t\n\r", letters[] = "\\tnr";
    tr_buf b = {0};

    tr_buf_printf(&b, "%s\t", d->name);
    for (; *key; key++) {
        const char *const sign = strchr(signs, *key);
        if (sign) tr_buf_add(&b, "\\", 1);
        tr_buf_add(&b, sign ? &letters[sign - signs] : key, 1);
    }
    tr_buf_add(&b, "\t", 1);
    if (b.failed) end_without_memory();
    return tr_buf_take(&b);
}

/* The line of the file that begins so; NULL. */
static const char *find_line(const source_digests *d, const char *begin)
{
    size_t lo = 0, hi = d->old.n;

    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (strcmp(d->old.lines[middle], begin) < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < d->old.n && !strncmp(d->old.lines[lo], begin, strlen(begin)) ? d->old.lines[lo]
                                                                             : NULL;
}

bool source_digests_note(source_digests *d, const char *key, tr_string value)
{
    digest_sum sum;

    if (!d->on) return false;
    char *const begin = begin_line(d, key);
    digest_begin(&sum);
    digest_bytes(&sum, value.text, value.len);
    char *const digits = digest_end(&sum);
    char *const line = checked_format("%s%.*s", begin, DIGITS, digits);
    const char *const was = find_line(d, begin);
    const bool is_other = was && strcmp(was, line) != 0;
    add_line(&d->next, line);
    free(digits);
    free(begin);
    return is_other;
}

/* The lines of other translations, too. */
static void list_all(const source_digests *d, digest_lines *all)
{
    const size_t len = strlen(d->name);

    for (size_t i = 0; i < d->old.n; i++)
        if (strncmp(d->old.lines[i], d->name, len) != 0 || d->old.lines[i][len] != '\t')
            add_line(all, checked_copy(d->old.lines[i], strlen(d->old.lines[i])));
    for (size_t i = 0; i < d->next.n; i++)
        add_line(all, checked_copy(d->next.lines[i], strlen(d->next.lines[i])));
    sort_lines(all);
}

int source_digests_write(const source_digests *d)
{
    digest_lines all = {0};
    tr_buf text = {0};
    output out;
    int status = 0;

    if (!d->on) return 0;
    list_all(d, &all);
    tr_buf_add_string(&text, first_line);
    for (size_t i = 0; i < all.n; i++)
        if (!i || strcmp(all.lines[i], all.lines[i - 1]) != 0)
            tr_buf_printf(&text, "%s\n", all.lines[i]);
    if (text.failed) end_without_memory();
    if (strcmp(tr_buf_text(&text), d->text) != 0) {
        status = output_open_as_it_is(&out, d->path);
        if (!status) {
            fwrite(tr_buf_text(&text), 1, text.len, out.stream);
            output_close(&out);
        }
    }
    free_lines(&all);
    tr_buf_free(&text);
    return status;
}
