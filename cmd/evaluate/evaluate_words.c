#include "evaluate/evaluate_words.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/message.h"
#include "console/self_path.h"

static int load_mecab(evaluate_words *w)
{
    char *const path = self_path_beside(MECAB_MODULE);
    void *const handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

    w->mecab = handle ? dlsym(handle, MECAB_TABLE) : NULL;
    if (!w->mecab && path)
        complain("%s", dlerror());
    else if (!w->mecab)
        complain("words of Japanese and Korean cannot be found: this was built without libmecab");
    free(path);
    return w->mecab ? 0 : -1;
}

static int cut_with_mecab(void *ctx, tr_string line, tr_string *words)
{
    const evaluate_words *const w = ctx;

    words->text = w->mecab->cut(w->cutter, line.text, line.len);
    if (!words->text) return TR_EINVAL;
    words->len = strlen(words->text);
    return TR_OK;
}

static int open_mecab(evaluate_words *w, bool is_korean, const char *dictionary,
                      tr_evaluation_options *o)
{
    char why[1024];

    if (load_mecab(w) < 0) return -1;
    w->cutter =
        w->mecab->open(is_korean ? MECAB_KOREAN : MECAB_JAPANESE, dictionary, why, sizeof why);
    if (!w->cutter) {
        complain("%s", why);
        return -1;
    }
    snprintf(w->name, sizeof w->name, "%s-mecab-%s", is_korean ? "ko" : "ja",
             w->mecab->version(w->cutter));
    o->words = TR_BLEU_CUT;
    o->words_name = w->name;
    o->cut = cut_with_mecab;
    o->cut_ctx = w;
    return 0;
}

int evaluate_words_open(evaluate_words *w, int words, const char *spm, const char *dictionary,
                        tr_evaluation_options *o)
{
    switch (words) {
    case WORDS_JA_MECAB:
    case WORDS_KO_MECAB:
        return open_mecab(w, words == WORDS_KO_MECAB, dictionary, o);
    case WORDS_FLORES200:
        o->words = TR_BLEU_SPM;
        o->words_name = "flores200";
        o->spm = spm;
        return 0;
    default:
        o->words = words;
        return 0;
    }
}

void evaluate_words_close(evaluate_words *w)
{
    if (w->cutter) w->mecab->close(w->cutter);
    w->cutter = NULL;
}
