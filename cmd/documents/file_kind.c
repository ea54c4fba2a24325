#include "documents/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/first_bytes.h"
#include "base/packing/packing.h"
#include "documents/document_file.h"
#include "documents/foreign_file.h"
#include "documents/prose.h"
#include "translate.h"

/* What the name ends in, with its point, or ""; a name that begins with a point is an ending. */
static const char *ending_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const point = strrchr(slash ? slash : path, '.');
    return point ? point : "";
}

static bool is_plain_ending(const char *ending)
{
    return !*ending || !strcasecmp(ending, ".txt") || !strcasecmp(ending, ".text");
}

/* True if bytes [n] have one that no text has, as file(1) sees it. */
static bool has_control_byte(const char *bytes, size_t n)
{
    static const char in_text[] = "\a\b\t\n\v\f\r\033";

    if (tr_first_bytes_utf16(bytes, n)) return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)bytes[i] < ' ' && (!bytes[i] || !strchr(in_text, bytes[i]))) return true;
    return false;
}

/* True if a path has a name that begins with a point. */
static bool is_hidden(const char *inner)
{
    for (const char *name = inner; name; name = strchr(name, '/')) {
        name += *name == '/';
        if (*name == '.') return true;
    }
    return false;
}

/* What plain text in a folder is, if it is not to be translated. */
static const char *what_in_folder(const char *path, const char *bytes, size_t n)
{
    if (!*ending_of(path)) return "has a name without an ending";
    if (tr_first_bytes_utf16(bytes, n) || prose_is_most(bytes, n)) return NULL;
    return "has no sentences";
}

/* What a file is that no format claims, by its first bytes [n]; NULL if it is plain text. */
static const char *what_else(const char *path, const char *inner, bool any_text, const char *bytes,
                             size_t n)
{
    const char *const what = tr_first_bytes_no_text(bytes, n);

    if (what) return what;
    if (has_control_byte(bytes, n)) return "is not text";
    if (any_text) return NULL;
    if (n >= 2 && !memcmp(bytes, "#!", 2)) return "is a program, not text";
    if (!is_plain_ending(ending_of(path)))
        return "is of no format that is known (--format lines translates its lines)";
    return inner ? what_in_folder(path, bytes, n) : NULL;
}

/* True if a format is one of data, whose content may be settings. */
static bool is_data(const char *format)
{
    const tr_document_format *f;

    for (size_t i = 0; (f = tr_document_format_at(i)); i++)
        if (!strcmp(f->name, format)) return f->can & TR_TAKES_KEYS;
    return false;
}

/* True if the content of a file of a format, which begins with bytes [n], can be of no other: it
 * wins against a name, too. */
static bool is_sure(const char *bytes, size_t n)
{
    if (n >= 4 && !memcmp(bytes, "PK\3\4", 4)) return true;
    const char *const format = tr_document_guess(".tsv", bytes, n);
    return format && strcmp(format, "tsv") != 0;
}

file_kind file_kind_find(const char *path, const char *inner, bool any_text, const char **what)
{
    enum { HEAD_SIZE = 4096 };
    char head[HEAD_SIZE];
    const char *format;
    struct stat st;

    *what = NULL;
    if (stat(path, &st) < 0) return FILE_UNREAD;
    if (!S_ISREG(st.st_mode)) return FILE_DOCUMENT;
    if (inner && is_hidden(inner)) {
        *what = "is hidden";
        return FILE_OTHER;
    }
    if (document_file_guess(path, &format) < 0) return FILE_UNREAD;
    FILE *const f = fopen(path, "rb");
    if (!f) return FILE_UNREAD;
    const size_t n = fread(head, 1, sizeof head, f);
    const int cause = ferror(f) ? errno : 0;
    fclose(f);
    errno = cause;
    if (cause) return FILE_UNREAD;
    if (!any_text && foreign_file_kind(path, head, n)) {
        *what = "is of no format that is known (--format lines translates its lines)";
        return FILE_OTHER;
    }
    if (tr_document_guess(path, "", 0)) return FILE_DOCUMENT;
    if (!inner && tr_packing_of_bytes(head, n)) return FILE_DOCUMENT;
    if (format && is_sure(head, n)) return FILE_DOCUMENT;
    if (format && is_plain_ending(ending_of(path)) && !(inner && is_data(format)))
        return FILE_DOCUMENT;
    *what = what_else(path, inner, any_text, head, n);
    return *what ? FILE_OTHER : FILE_DOCUMENT;
}
