#include "text/passages.h"

#include <stdlib.h>

#include "text/placeables/kept.h"
#include "text/language.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeholders.h"

int tr_passages_init(tr_passages *p, const char *language, bool splits, tr_error *err)
{
    *p = (tr_passages){.spaces = tr_language_has_spaces(language)};
    return splits ? tr_splitter_create(&p->splitter, language, err) : 0;
}

void tr_passages_free(tr_passages *p)
{
    tr_splitter_free(p->splitter);
    free(p->sentences);
    free(p->list);
}

/* The next word and the next tag that no translation goes across; at the end of the sentence where
 * there are no more. */
typedef struct ahead {
    tr_span word, tag;
} ahead;

static bool next_tag(const char *text, size_t end, size_t from, tr_span *tag)
{
    for (; tr_placeholder_next(text, end, from, tag); from = tag->end)
        if (tr_placeholder_is_tag(text, tag)) return true;
    return false;
}

static bool is_passed(const tr_span *s, size_t from)
{
    return s->begin < from || s->end <= from;
}

static bool next_kept(const char *text, size_t end, size_t from, bool spaces, ahead *next,
                      tr_span *kept)
{
    const tr_span none = {end, end};
    if (is_passed(&next->word, from) && !tr_kept_next(text, end, from, spaces, &next->word))
        next->word = none;
    if (is_passed(&next->tag, from) && !next_tag(text, end, from, &next->tag)) next->tag = none;
    *kept = next->tag.begin < next->word.begin ? next->tag : next->word;
    return kept->begin < end;
}

static int add_passage(tr_passages *p, size_t begin, size_t end, tr_error *err)
{
    void *list = p->list;
    if (begin == end) return 0;
    if (tr_reserve(&list, &p->capacity, p->n + 1, sizeof *p->list) < 0) return tr_fail_memory(err);
    p->list = list;
    p->list[p->n++] = (tr_span){begin, end};
    return 0;
}

/* A sentence without the words of signs that it begins or ends with. */
static tr_span without_signs(const char *text, tr_span sentence)
{
    tr_span rest = tr_span_trimmed(text, sentence.begin, sentence.end);

    for (tr_span word = rest;; word.begin = rest.begin) {
        for (word.end = word.begin; word.end < rest.end && text[word.end] != ' ';)
            word.end++;
        if (!tr_identifier_is_signs(text, word)) break;
        rest = tr_span_trimmed(text, word.end, rest.end);
    }
    for (tr_span word = rest;; word.end = rest.end) {
        for (word.begin = word.end; word.begin > rest.begin && text[word.begin - 1] != ' ';)
            word.begin--;
        if (!tr_identifier_is_signs(text, word)) break;
        rest = tr_span_trimmed(text, rest.begin, word.begin);
    }
    return rest;
}

/* The text of a sentence between what is kept. */
static int add_passages_between(tr_passages *p, const char *text, tr_span sentence, tr_error *err)
{
    ahead next = {0};
    tr_span kept;
    int rc = 0;

    sentence = without_signs(text, sentence);
    while (rc == 0 && next_kept(text, sentence.end, sentence.begin, p->spaces, &next, &kept)) {
        rc = add_passage(p, sentence.begin, kept.begin, err);
        sentence.begin = kept.end;
    }
    return rc < 0 ? rc : add_passage(p, sentence.begin, sentence.end, err);
}

int tr_passages_find(tr_passages *p, const char *text, size_t len, bool splits, bool keeps,
                     tr_error *err)
{
    const tr_span whole = tr_span_trimmed(text, 0, len);
    size_t n = 1;
    int rc = 0;

    p->n = 0;
    if (splits)
        rc = tr_splitter_sentences(p->splitter, text, len, &p->sentences, &p->sentences_capacity,
                                   &n, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const tr_span sentence = splits ? p->sentences[i] : whole;
        rc = keeps ? add_passages_between(p, text, sentence, err)
                   : add_passage(p, sentence.begin, sentence.end, err);
    }
    return rc;
}
