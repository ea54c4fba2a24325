#include "lines/form_hint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/message.h"
#include "documents/file_kind.h"
#include "lines/wrapped.h"
#include "translate.h"

enum { HEAD = 1 << 13 /* bytes */ };
static const char not_told[] = "(--no-hints: not to be told)";

bool form_hint_is_wanted(void)
{
    const char *const unwanted = getenv("NO_HINTS");
    return isatty(STDERR_FILENO) && !(unwanted && *unwanted);
}

/* True if a name ends in a language, as names of lines in several languages do: "test.en". */
static bool ends_in_language(const char *name, const char *language)
{
    const char *const point = strrchr(name, '.');
    return language && point && tr_language_fit(point + 1, language);
}

void form_hint(void *ctx, const char *name, const char *bytes, size_t n)
{
    const bool is_stream = !strcmp(name, "-");
    const char *what = NULL;

    if (is_stream && isatty(STDIN_FILENO)) return;
    const char *const format = tr_document_guess("", bytes, n);
    if (format) {
        complain("%s: seems to be %s, but is read line by line: --format auto takes it as a "
                 "document %s",
                 is_stream ? "stdin" : name, format, not_told);
        return;
    }
    if (!is_stream && !ends_in_language(name, ctx) &&
        file_kind_find(name, NULL, false, &what) == FILE_OTHER) {
        complain("%s: %s, and is read line by line %s", name, what, not_told);
        return;
    }
    if (is_stream && n >= 2 && !memcmp(bytes, "#!", 2)) {
        complain("stdin: is a program, and is read line by line %s", not_told);
        return;
    }
    if (wrapped_looks_so(bytes, n < HEAD ? n : HEAD))
        complain("%s: its lines seem to be broken to fit a width: --format text joins what "
                 "belongs together %s",
                 is_stream ? "stdin" : name, not_told);
}
