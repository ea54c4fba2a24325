/* locale.h - a locale whose decimal point is a comma, made with localedef(1) for a suite. */
#ifndef UNIT_LOCALE_H
#define UNIT_LOCALE_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct comma_locale {
    char folder[64];
} comma_locale;

/* Sets it; says that it could not be made, and what therefore is not tested, where that fails. */
static inline void comma_locale_begin(comma_locale *l, const char *what)
{
    char command[200];

    snprintf(l->folder, sizeof l->folder, "/tmp/translate-locale-XXXXXX");
    bool made = mkdtemp(l->folder) != NULL;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 --no-archive %s/de_DE.UTF-8 >/dev/null 2>&1", l->folder);
    made = made && system(command) == 0;
    setenv("LOCPATH", l->folder, 1);
    if (!made || !setlocale(LC_ALL, "de_DE.UTF-8") || *localeconv()->decimal_point != ',')
        fprintf(stderr, "skipped: %s: localedef makes no locale de_DE.UTF-8\n", what);
}

static inline void comma_locale_end(const comma_locale *l)
{
    char command[200];

    snprintf(command, sizeof command, "rm -rf %s", l->folder);
    if (system(command) != 0) fprintf(stderr, "%s: is left\n", l->folder);
}

#endif
