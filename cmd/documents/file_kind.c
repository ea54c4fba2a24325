#include "documents/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/first_bytes.h"
#include "base/packing/packing.h"
#include "console/options.h"
#include "documents/document_file.h"
#include "translate.h"

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

static const char *what_no_text(const char *bytes, size_t n)
{
    const char *const what = tr_first_bytes_no_text(bytes, n);
    return what ? what : has_control_byte(bytes, n) ? "is not text" : NULL;
}

static bool has_ending(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return strchr(slash ? slash + 1 : path, '.');
}

/* What a file in a folder is instead of a document: there, what it looks like is not enough. */
static const char *what_in_folder(const char *inner, const file_verdict *v)
{
    int by_name;

    tr_document_judge(inner, "", 0, &by_name, NULL);
    if (v->told_by == TR_TOLD_BY_BYTES) return NULL;
    if (by_name != TR_TOLD_BY_NAME) return "has an ending of no format";
    if (v->told_by == TR_TOLD_BY_SHAPE && (option_format_can(v->format) & TR_TAKES_KEYS))
        return "is data without the ending of its format";
    if (file_verdict_is_document(v)) return NULL;
    if (!has_ending(inner)) return "has a name without an ending";
    return v->told_by == TR_TOLD_BY_WORDS ? NULL : "has no sentences";
}

/* What a named file is, by its first bytes [n] and what was judged of all, or NULL: it is a
 * document. */
static const char *what_instead(const char *inner, const file_verdict *v, const char *bytes,
                                size_t n)
{
    if (!v->format) return v->refusal;
    if (v->is_pdf) return "is a PDF: --output makes HTML of one";
    if (!file_verdict_is_document(v) && !tr_packing_of_bytes(bytes, n) &&
        has_control_byte(bytes, n))
        return "is not text";
    return inner ? what_in_folder(inner, v) : NULL;
}

file_kind file_kind_find(const char *path, const char *inner, bool any_text, const char **what)
{
    enum { HEAD_SIZE = 4096 };
    char head[HEAD_SIZE];
    file_verdict v;
    struct stat st;

    *what = NULL;
    if (stat(path, &st) < 0) return FILE_UNREAD;
    if (!S_ISREG(st.st_mode)) return FILE_DOCUMENT;
    if (inner && is_hidden(inner)) {
        *what = "is hidden";
        return FILE_OTHER;
    }
    if (document_file_judge(path, &v) < 0) return FILE_UNREAD;
    FILE *const f = fopen(path, "rb");
    if (!f) return FILE_UNREAD;
    const size_t n = fread(head, 1, sizeof head, f);
    const int cause = ferror(f) ? errno : 0;
    fclose(f);
    errno = cause;
    if (cause) return FILE_UNREAD;
    if (any_text)
        *what = what_no_text(head, n);
    else
        *what = what_instead(inner, &v, head, n);
    return *what ? FILE_OTHER : FILE_DOCUMENT;
}
