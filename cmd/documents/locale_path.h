/*
 * locale_path.h - where a project has the translation of a file of texts, by the names of
 * languages in paths.
 *
 * "en/app.json" becomes "de/app.json", "en.yml" "de.yml", "app_en.arb" "app_de.arb",
 * "Base.lproj/Main.strings" "de.lproj/Main.strings", "values/strings.xml" "values-de/strings.xml".
 */
#ifndef LOCALE_PATH_H
#define LOCALE_PATH_H

#include <stdbool.h>

/* How sure it is that a file is of the source language. */
enum locale_path_sign {
    LOCALE_UNSAID, /* its path says no language: the translation's path is the same */
    LOCALE_BASE,   /* it is the one without a language, as "messages.properties" */
    LOCALE_SAID    /* its path says the language */
};

/* The path of the translation of the file `inner`, both below their folders, from language `from`
 * to `to`; the caller frees it.  Where `one` folder holds all languages, a file without a name of
 * one is the base of others by the rules of its format. */
char *locale_path(const char *inner, const char *from, const char *to, bool one,
                  enum locale_path_sign *sign);

#endif
