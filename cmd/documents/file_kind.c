#include "documents/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/first_bytes.h"
#include "base/packing/packing.h"
#include "console/options.h"
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

/* True if the content of a file of a format, which begins with bytes [n], can be of no other: it
 * wins against a name, too. */
static bool is_sure(const char *bytes, size_t n)
{
    if (n >= 4 && !memcmp(bytes, "PK\3\4", 4)) return true;
    const char *const format = tr_document_guess(".tsv", bytes, n);
    return format && strcmp(format, "tsv") != 0;
}

/* What a file is instead of a document, by its first bytes [n] and the format that its name and its
 * content tell, or NULL: the first line that holds decides.  NULL: it is a document. */
static const char *what_instead(const char *path, const char *inner, bool any_text,
                                const char *format, const char *bytes, size_t n)
{
    static const char unknown[] =
        "is of no format that is known (--format lines translates its lines)";
    const char *const ending = ending_of(path), *const no_text = tr_first_bytes_no_text(bytes, n);
    const bool plain = is_plain_ending(ending);

    if (!any_text && foreign_file_kind(path, bytes, n)) return unknown;
    if (tr_document_guess(path, "", 0)) return NULL;
    if (!inner && tr_packing_of_bytes(bytes, n)) return NULL;
    if (format && is_sure(bytes, n)) return NULL;
    if (format && plain && !(inner && (option_format_can(format) & TR_TAKES_KEYS))) return NULL;
    if (no_text) return no_text;
    if (has_control_byte(bytes, n)) return "is not text";
    if (any_text) return NULL;
    if (n >= 2 && !memcmp(bytes, "#!", 2)) return "is a program, not text";
    if (!plain) return unknown;
    if (!inner) return NULL; /* it was named */
    if (!*ending) return "has a name without an ending";
    return tr_first_bytes_utf16(bytes, n) || prose_is_most(bytes, n) ? NULL : "has no sentences";
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
    *what = what_instead(path, inner, any_text, format, head, n);
    return *what ? FILE_OTHER : FILE_DOCUMENT;
}
