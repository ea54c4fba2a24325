#include "columns.h"

#include <string.h>

#include "console/message.h"
#include "lines/detector.h"

/* Lines of both sides from all over the text, the nearer to its beginning the more, by turns in two
 * halves: the detector is at times sure of text in no language, but not twice. */
typedef struct side_samples {
    tr_buf half[2][2];            /* of each side */
    size_t n_seen, n_taken, next; /* pairs; the one to take next */
} side_samples;

/* Without words of one byte, of which the detector makes a language where they are all that there
 * is. */
static void add_words(tr_buf *half, tr_string line)
{
    for (size_t i = 0, len; i < line.len; i += len + 1) {
        const char *const blank = memchr(line.text + i, ' ', line.len - i);
        len = blank ? (size_t)(blank - line.text) - i : line.len - i;
        if (len < 2) continue;
        tr_buf_add(half, line.text + i, len);
        tr_buf_add(half, " ", 1);
    }
    tr_buf_add(half, "\n", 1);
}

static int take_samples(void *ctx, tr_string source, tr_string target, tr_error *err)
{
    side_samples *s = ctx;
    const tr_string sides[] = {source, target};
    const size_t i = s->n_seen++;

    (void)err;
    if (i < s->next) return 0;
    s->next = i + 1 + i / 16;
    for (int side = 0; side < 2; side++)
        add_words(&s->half[side][s->n_taken % 2], sides[side]);
    s->n_taken++;
    return 0;
}

static detection detect(const tr_buf half[2])
{
    const detection first = detector_guess(tr_buf_text(&half[0]), half[0].len);
    detection second = detector_guess(tr_buf_text(&half[1]), half[1].len);

    second.sure = first.sure && second.sure &&
                  tr_language_fit(first.found[0].language, second.found[0].language);
    return second;
}

/* What both sides are in, if that is sure. */
static bool find_languages(train_job *j, detection found[2])
{
    side_samples s = {0};

    const bool taken = tr_bitext_each(j->texts.own, take_samples, &s, &j->err) >= 0;
    for (int side = 0; side < 2; side++) {
        if (taken) found[side] = detect(s.half[side]);
        tr_buf_free(&s.half[side][0]);
        tr_buf_free(&s.half[side][1]);
    }
    return taken;
}

/* True if the side is certainly in one language and not in the other. */
static bool is_surely_in(const detection *d, const char *language, const char *other)
{
    return d->sure && tr_language_fit(d->found[0].language, language) &&
           !tr_language_fit(d->found[0].language, other);
}

/* False where a model has many languages on a side, or does not say which. */
static bool is_one_language(const char *language)
{
    return *language && strcmp(language, "mul") != 0 && strcmp(language, "und") != 0;
}

/* Warns if a side is in another language than is said. */
static void check_side(const train_job *j, const char *side, const detection *d,
                       const char *language)
{
    if (!d->sure || !is_one_language(language)) return;
    if (tr_language_fit(d->found[0].language, language)) return;
    complain("%s: the %s looks like %s, not %s", j->path, side, d->found[0].language, language);
}

bool columns_fit(train_job *j)
{
    const char *from = j->about.source_language, *to = j->about.target_language;
    detection found[2];

    if (!detector_ready(false) || !find_languages(j, found)) return true;
    if (!is_surely_in(&found[0], to, from) || !is_surely_in(&found[1], from, to)) {
        check_side(j, "source", &found[0], from);
        check_side(j, "target", &found[1], to);
        return true;
    }
    complain("%s: looks as if %s and %s were exchanged; --exchange turns the columns round",
             j->path, from, to);
    return !j->has_checkpoint || j->resumed.files.exchange == j->set.exchange;
}
