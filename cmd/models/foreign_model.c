#include "models/foreign_model.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Archives (.npz, .zip, .argosmodel, .pt, .tar.gz), pickles, and tables of weights that begin with
 * a number: of a version (Marian and CTranslate2, model.bin) or of the bytes of JSON (safetensors).
 */
static bool is_foreign(const unsigned char *bytes, size_t n)
{
    static const char *const magics[] = {"PK\3\4", "\x1F\x8B\b", "\x80\2", "\x80\3", "\x80\4"};

    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (n >= strlen(magics[i]) && !memcmp(bytes, magics[i], strlen(magics[i]))) return true;
    if (n >= 9 && bytes[8] == '{' && !memcmp(bytes + 4, "\0\0\0\0", 4)) return true;
    return n >= 4 && bytes[0] && bytes[0] < 16 && !memcmp(bytes + 1, "\0\0\0", 3);
}

const char *foreign_model_hint(const char *path)
{
    static const char hint[] = "; \"translate convert\" makes a model file of another engine's";
    unsigned char bytes[16];
    struct stat st;

    if (stat(path, &st) < 0) return "";
    if (S_ISDIR(st.st_mode)) return hint;
    FILE *const f = S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    const size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f) fclose(f);
    if (n == sizeof bytes && !memcmp(bytes, "SQLite format 3", sizeof bytes))
        return "; \"translate memory list\" shows what a translation memory has";
    return is_foreign(bytes, n) ? hint : "";
}
