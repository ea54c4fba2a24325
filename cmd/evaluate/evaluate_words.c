#include "evaluate/evaluate_words.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uscript.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/message.h"
#include "console/self_path.h"
#include "options/option_value.h"

static int load_mecab(evaluate_words *w)
{
    char *const path = self_path_beside(MECAB_MODULE);
    void *const handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

    w->mecab = handle ? dlsym(handle, MECAB_TABLE) : NULL;
    if (!w->mecab)
        snprintf(w->why, sizeof w->why, "%s",
                 path ? dlerror()
                      : "words of Japanese and Korean cannot be found: this was built without "
                        "libmecab");
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
    if (load_mecab(w) < 0) return -1;
    w->cutter = w->mecab->open(is_korean ? MECAB_KOREAN : MECAB_JAPANESE, dictionary, w->why,
                               sizeof w->why);
    if (!w->cutter) return -1;
    snprintf(w->name, sizeof w->name, "%s-mecab-%s", is_korean ? "ko" : "ja",
             w->mecab->version(w->cutter));
    o->words = TR_BLEU_CUT;
    o->words_name = w->name;
    o->cut = cut_with_mecab;
    o->cut_ctx = w;
    return 0;
}

/* 0, or -1 with w->why. */
static int open_words(evaluate_words *w, int words, const char *spm, const char *dictionary,
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

int evaluate_words_open(evaluate_words *w, int words, const char *spm, const char *dictionary,
                        tr_evaluation_options *o)
{
    const int rc = open_words(w, words, spm, dictionary, o);
    if (rc < 0) complain("%s", w->why);
    return rc;
}

void evaluate_words_open_usual(evaluate_words *w, const char *language, tr_evaluation_options *o)
{
    const char *name;

    for (size_t i = 0; (name = tr_evaluation_words(language, i)); i++) {
        const int words = tr_option_choice(EVALUATE_WORDS, name, strlen(name));
        if (words == TR_BLEU_13A) return;
        if (open_words(w, words, NULL, NULL, o) < 0) continue;
        complain("BLEU finds words of %s by --tokenize %s%s%s", language, name, *w->why ? ": " : "",
                 w->why);
        return;
    }
}

/* ---- Scripts without blanks ---- */

static bool has_no_blanks(int32_t c)
{
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    return U_SUCCESS(status) && uscript_breaksBetweenLetters(script);
}

void evaluate_words_see(evaluate_words *w, tr_string line)
{
    enum { ENOUGH = 10000 };
    int32_t c;

    for (size_t i = 0; i < line.len && w->n_letters < ENOUGH;) {
        i += tr_utf8_decode(line.text + i, line.len - i, &c);
        if (c < 0 || !tr_is_letter(c)) continue;
        w->n_letters++;
        w->n_without_blanks += has_no_blanks(c);
    }
}

bool evaluate_words_unfit(const evaluate_words *w)
{
    return 2 * w->n_without_blanks > w->n_letters;
}

void evaluate_words_close(evaluate_words *w)
{
    if (w->cutter) w->mecab->close(w->cutter);
    w->cutter = NULL;
}
