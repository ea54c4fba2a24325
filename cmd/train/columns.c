#include "columns.h"

#include "console/message.h"
#include "lines/detector.h"

/* The beginnings of both sides. */
typedef struct side_samples {
    tr_buf side[2];
} side_samples;

/* Takes pairs until the detector has enough of both sides. */
static int take_samples(void *ctx, tr_string source, tr_string target, tr_error *err)
{
    side_samples *s = ctx;
    const tr_string sides[] = {source, target};
    size_t least = DETECTOR_SAMPLE;

    (void)err;
    for (int i = 0; i < 2; i++) {
        tr_buf_add(&s->side[i], sides[i].text, sides[i].len);
        tr_buf_add(&s->side[i], "\n", 1);
        least = s->side[i].len < least ? s->side[i].len : least;
    }
    return least >= DETECTOR_SAMPLE;
}

/* True if the side is certainly in one language and not in the other. */
static bool is_surely_in(const tr_buf *side, const char *language, const char *other)
{
    const detection d = detector_guess(tr_buf_text(side), side->len);
    return d.sure && tr_language_fit(d.found[0].language, language) &&
           !tr_language_fit(d.found[0].language, other);
}

static bool look_exchanged(train_job *j)
{
    const char *from = j->about.source_language, *to = j->about.target_language;
    side_samples s = {0};

    const bool exchanged = tr_bitext_each(j->texts.own, take_samples, &s, &j->err) >= 0 &&
                           is_surely_in(&s.side[0], to, from) && is_surely_in(&s.side[1], from, to);
    tr_buf_free(&s.side[0]);
    tr_buf_free(&s.side[1]);
    return exchanged;
}

bool columns_fit(train_job *j)
{
    if (!detector_ready(false) || !look_exchanged(j)) return true;
    complain("%s: looks as if %s and %s were exchanged; --exchange turns the columns round",
             j->path, j->about.source_language, j->about.target_language);
    return !j->has_checkpoint || j->resumed.files.exchange == j->set.exchange;
}
