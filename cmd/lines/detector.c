#include "lines/detector.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "console/alloc.h"
#include "console/self_path.h"
#include "lines/function_words.h"

static detect_function *detect;

static void load(void **handle, char **path)
{
    *path = self_path_beside(DETECT_MODULE);
    *handle = *path ? dlopen(*path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static bool load_once(bool aloud)
{
    void *handle, *symbol;
    char *path;

    if (detect) return true;
    load(&handle, &path);
    symbol = handle ? dlsym(handle, DETECT_FUNCTION) : NULL;
    memcpy(&detect, &symbol, sizeof detect); /* C has no cast from an object to a function */
    if (!detect && aloud && path)
        complain("%s", dlerror());
    else if (!detect && aloud)
        complain("languages cannot be told: this was built without libcld2; name the language "
                 "with -f");
    free(path);
    return detect != NULL;
}

bool detector_ready(bool aloud)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&lock);
    const bool ready = load_once(aloud);
    pthread_mutex_unlock(&lock);
    return ready;
}

/* ---- Text ---------------------------------------------------------------------------------- */

enum { MOST_TEXT = 1 << 16 };

/* What of a text is in a language. */
typedef struct prose {
    char *text; /* [len] */
    size_t len;
    size_t n_letters;
    size_t n_others;  /* letters of scripts that few languages have */
    word_votes votes; /* if the text is short */
} prose;

/* Below SHORT letters, or LONG, what counts letters of Latin or Cyrillic is mostly, or sometimes,
 * mistaken. */
enum { SHORT = 10, LONG = 40 };

static void count_letters(prose *p)
{
    enum { AFTER_CYRILLIC = 0x530, LATIN_AGAIN = 0x1E00, GREEK_AGAIN = 0x1F00 };
    int32_t c;

    for (size_t at = 0; at < p->len;) {
        at += tr_utf8_decode(p->text + at, p->len - at, &c);
        if (!tr_is_letter(c)) continue;
        p->n_letters++;
        p->n_others += c >= AFTER_CYRILLIC && (c < LATIN_AGAIN || c >= GREEK_AGAIN);
    }
}

static bool is_other_script(const prose *p)
{
    return p->n_others > p->n_letters / 2;
}

/* The fewest letters of which a guess is better than none. */
static size_t enough_letters(const prose *p)
{
    return is_other_script(p) ? SHORT : LONG;
}

static prose read_prose(const char *text, size_t len)
{
    prose p = {0};

    if (len > MOST_TEXT) len = MOST_TEXT;
    p.text = checked_malloc(len + 1);
    p.len = tr_copy_prose(text, len, p.text);
    count_letters(&p);
    if (p.n_letters < LONG) function_words_count(p.text, p.len, &p.votes);
    return p;
}

static detection look(const prose *p, bool guess, const char *hints)
{
    const detect_options options = {.guess = guess, .hints = hints};
    detection d = {0};
    int sure;

    d.n = detect(p->text, p->len, &options, d.found, &sure);
    if (d.n == DETECT_FAILED && reserve_give_up())
        d.n = detect(p->text, p->len, &options, d.found, &sure);
    if (d.n == DETECT_FAILED) end_without_memory();
    d.sure = sure && p->n_letters;
    return d;
}

/* ---- Words --------------------------------------------------------------------------------- */

/* The languages that have the most votes: one, and how many the next one has. */
typedef struct ranking {
    const char *first; /* NULL: no word is known */
    double most, next;
} ranking;

static ranking rank(const word_votes *votes, detector_accepts *accepts, void *ctx)
{
    ranking r = {0};
    const char *language;

    for (size_t i = 0; (language = function_words_language(i)); i++) {
        const double n = votes->of[i];
        if (n <= r.next || (accepts && !accepts(ctx, language))) continue;
        r.next = n > r.most ? r.most : n;
        if (n > r.most) {
            r.first = language;
            r.most = n;
        }
    }
    return r;
}

/* Words alone tell a language if it has more than one and twice the next one's. */
static bool is_told(const ranking *r)
{
    return r->most >= 1.5 && r->most >= 2 * r->next;
}

static double votes_for(const prose *p, const char *language)
{
    const int place = function_words_place(language);
    return place < 0 ? 0 : p->votes.of[place];
}

static void set_language(detection *d, const char *language)
{
    *d = (detection){.n = 1, .sure = true, .found = {{.share = 1}}};
    snprintf(d->found[0].language, sizeof d->found[0].language, "%s", language);
}

/* A few letters that look like another language are less than its words. */
static void weigh_sure(const prose *p, detection *d)
{
    const ranking r = rank(&p->votes, NULL, NULL);
    const double own = votes_for(p, d->found[0].language);

    if (own > 0 && own >= r.most) return;
    if (is_told(&r))
        set_language(d, r.first);
    else if (p->n_letters < SHORT || r.most >= 0.5)
        d->sure = false;
}

static void weigh_unsure(const prose *p, detection *d)
{
    const ranking r = rank(&p->votes, NULL, NULL);
    const detection likeliest = look(p, true, NULL);
    const bool agree = r.first && likeliest.n && !strcmp(likeliest.found[0].language, r.first);

    *d = likeliest;
    if (p->n_letters >= enough_letters(p)) return;
    d->sure = agree && r.most > r.next;
    if (!d->sure && is_told(&r)) set_language(d, r.first);
}

bool detector_has_letters(const char *text, size_t len)
{
    prose p = read_prose(text, len);

    free(p.text);
    return p.n_letters > 0;
}

bool detector_is_other_script(const char *text, size_t len)
{
    prose p = read_prose(text, len);

    free(p.text);
    return is_other_script(&p);
}

detection detector_guess_against(const char *text, size_t len, const char *likelier)
{
    prose p = read_prose(text, len);
    const detection d = look(&p, false, likelier);

    free(p.text);
    return d;
}

detection detector_guess(const char *text, size_t len)
{
    prose p = read_prose(text, len);
    detection d = look(&p, false, NULL);

    if (!d.sure && p.n_letters)
        weigh_unsure(&p, &d);
    else if (p.n_letters < LONG && !is_other_script(&p) && d.sure)
        weigh_sure(&p, &d);
    free(p.text);
    return d;
}

/* ---- Among some languages ------------------------------------------------------------------ */

enum { MOST_HINTS = 8 };

/* "de,en": the languages that are accepted; false where they are none or many. */
static bool list_hints(detector_accepts *accepts, void *ctx, char *hints, size_t size)
{
    const char *language;
    size_t n = 0, len = 0;

    for (size_t i = 0; (language = function_words_language(i)); i++)
        if (accepts(ctx, language) && n++ < MOST_HINTS)
            len += (size_t)snprintf(hints + len, size - len, "%s%s", len ? "," : "", language);
    return n > 0 && n <= MOST_HINTS;
}

static bool are_of_another(const prose *p, const ranking *own)
{
    const ranking all = rank(&p->votes, NULL, NULL);
    return is_told(&all) && own->most < all.most;
}

bool detector_choose_by_words(const char *text, size_t len, detector_accepts *accepts, void *ctx,
                              char language[DETECTED_NAME_SIZE])
{
    prose p = read_prose(text, len);
    const ranking own = rank(&p.votes, accepts, ctx);
    const bool chosen = own.most > own.next && !are_of_another(&p, &own);

    if (chosen) snprintf(language, DETECTED_NAME_SIZE, "%s", own.first);
    free(p.text);
    return chosen;
}

bool detector_choose_by_letters(const char *text, size_t len, detector_accepts *accepts, void *ctx,
                                char language[DETECTED_NAME_SIZE])
{
    char hints[MOST_HINTS * DETECTED_NAME_SIZE];
    prose p = read_prose(text, len);
    const ranking own = rank(&p.votes, accepts, ctx);
    detection d = {0};

    if (p.n_letters && !are_of_another(&p, &own) && list_hints(accepts, ctx, hints, sizeof hints))
        d = look(&p, true, hints);
    free(p.text);
    if (!d.n || !accepts(ctx, d.found[0].language)) return false;
    memcpy(language, d.found[0].language, DETECTED_NAME_SIZE);
    return true;
}

/* ---- Documents ----------------------------------------------------------------------------- */

size_t detector_sample_document(tr_document *document, char sample[DETECTOR_SAMPLE])
{
    const size_t n = tr_document_segment_count(document);
    tr_document_segment s;
    size_t len = 0;

    for (size_t i = 0; i < n && len < DETECTOR_SAMPLE - 1; i++) {
        if (tr_document_get(document, i, &s, NULL)) end_without_memory();
        const size_t room = DETECTOR_SAMPLE - 1 - len;
        const size_t some = s.text_len < room ? s.text_len : room;
        memcpy(sample + len, s.text, some);
        len += some;
        sample[len++] = '\n';
    }
    return len;
}

const char *detection_name(const detection *d)
{
    return d->sure ? d->found[0].language : "und";
}
