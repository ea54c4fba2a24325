#include "documents/pdf/pdf_file.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/utf8.h"
#include "console/alloc.h"
#include "documents/pdf/pdf_html.h"
#include "translate.h"

extern char **environ;

bool pdf_file_is(const char *bytes, size_t size)
{
    static const char magic[] = "%PDF-";
    return size > strlen(magic) && !memcmp(bytes, magic, strlen(magic));
}

/* Starts pdftotext, which reads `in` and writes to a pipe; the stream of its other end. */
static FILE *start(int in, pid_t *child)
{
    char name[] = "pdftotext", quiet[] = "-q", layout[] = "-bbox-layout", std[] = "-";
    char *const argv[] = {name, quiet, layout, std, std, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];

    if (pipe(ends)) return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    errno = posix_spawnp(child, name, &actions, NULL, argv, environ);
    const int cause = errno;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (cause) close(ends[0]);
    errno = cause;
    return cause ? NULL : fdopen(ends[0], "r");
}

/* Reads all that a program writes, up to the size of a document: true if that was all. */
static bool read_stream(FILE *from, tr_buf *out)
{
    char bytes[1 << 14];
    size_t n;

    while ((n = fread(bytes, 1, sizeof bytes, from)) && out->len <= TR_MAX_DOCUMENT)
        tr_buf_add(out, bytes, n);
    if (out->failed) end_without_memory();
    return !n && !ferror(from);
}

/* The lines of a PDF in the file `in`, as XML; false after a sentence. */
static bool read_pdf(const char *name, FILE *in, tr_buf *xml)
{
    pid_t child;
    int status = 0;
    FILE *const from = start(fileno(in), &child);

    if (!from) {
        complain("%s: is a PDF: %s", name,
                 errno == ENOENT ? "pdftotext reads it, which is not installed (on Debian, "
                                   "poppler-utils has it)"
                                 : strerror(errno));
        return false;
    }
    const bool all = read_stream(from, xml);
    fclose(from);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (all && WIFEXITED(status) && !WEXITSTATUS(status)) return true;
    complain("%s: is a PDF that pdftotext does not read: it may be damaged, locked or too large",
             name);
    return false;
}

/* True of what pdftotext writes for the letters of a font that does not say which they are: codes
 * of controls, and signs that have no meaning. */
static bool is_unknown(int32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0xE000 && c < 0xF900) || c == 0xFFFD;
}

/* True if a third of what is no blank is unknown. */
static bool is_unreadable(const tr_buf *text)
{
    size_t n = 0, n_unknown = 0;
    int32_t c;

    for (size_t at = 0; at < text->len; at += tr_utf8_decode(text->data + at, text->len - at, &c)) {
        tr_utf8_decode(text->data + at, text->len - at, &c);
        if (c == ' ' || c == '\n') continue;
        n++;
        n_unknown += is_unknown(c);
    }
    return 3 * n_unknown > n;
}

char *pdf_file_html(const char *name, const char *bytes, size_t size, size_t *html_size)
{
    FILE *const in = tmpfile();
    tr_buf xml = {0}, html = {0};
    pdf_layout layout = {0};
    bool right = in && fwrite(bytes, 1, size, in) == size && !fflush(in);

    if (!right) complain("%s: %s", name, strerror(errno));
    if (right) rewind(in);
    right = right && read_pdf(name, in, &xml);
    if (in) fclose(in);
    if (right) pdf_layout_read(&layout, tr_buf_text(&xml), xml.len);
    if (right && !layout.failed && !layout.n)
        complain("%s: is a PDF without text: its pages may be pictures", name);
    right = right && layout.n;
    if (right && !layout.failed && is_unreadable(&layout.text)) {
        complain("%s: is a PDF whose letters cannot be read: its fonts do not say which they are",
                 name);
        right = false;
    }
    if (right) pdf_html_write(&layout, &html);
    if (layout.failed || xml.failed || html.failed) end_without_memory();
    tr_buf_free(&xml);
    pdf_layout_free(&layout);
    *html_size = html.len;
    return right ? tr_buf_take(&html) : NULL;
}
