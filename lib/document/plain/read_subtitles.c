#include "document/plain/read_subtitles.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"
#include "document/plain/cue_group.h"
#include "document/plain/cue_opening.h"
#include "document/plain/subtitles.h"
#include "document/segment/wrap.h"

enum { MOST_JOINED = 240 };

static const double longest_pause = 2; /* seconds between cues that one sentence goes over */

/* The cues that are translated with the one before them.  It is kept, so that a translation is read
 * in the same way. */
typedef struct grouping {
    size_t n;
    bool *joined; /* [n] */
    bool is_rolling;
} grouping;

/* ---- Out ---- */

static const tr_writing srt_text = {.finish = tr_wrap_finish};
static const tr_writing vtt_text = {.encode = tr_encode_html, .finish = tr_wrap_finish};
static const tr_writing srt_sound = {0};
static const tr_writing vtt_sound = {.encode = tr_encode_html};
static const tr_writing srt_group = {.finish = tr_cue_group_finish};
static const tr_writing vtt_group = {.encode = tr_encode_html, .finish = tr_cue_group_finish};

/* ---- In ---- */

static void build_cue_tag(tr_subtitles *f, tr_span raw)
{
    const char *const t = f->content->bytes + raw.begin;
    const bool end = t[1] == '/';
    size_t n = 0;

    while (t[1 + end + n] != '>' && t[1 + end + n] != ' ' && t[1 + end + n] != '.' &&
           t[1 + end + n] != '}' && t[1 + end + n] != '\t')
        n++;
    if (t[0] == '{' || tr_ascii_is_digit(t[1]))
        tr_build_point(&f->b, raw);
    else if (end)
        tr_build_close(&f->b, raw, t + 2, n);
    else
        tr_build_open(&f->b, raw, t + 1, n);
}

/* Text with times of words, which are none of the translation's words: they go. */
static void build_timed_text(tr_subtitles *f, tr_span raw)
{
    const char *const text = f->content->bytes;
    tr_buf words = {0};

    for (size_t i = raw.begin; i < raw.end;) {
        const size_t tag = text[i] == '<' ? tr_subtitles_tag_at(f, i, raw.end) : 0;
        const size_t end = tag ? i + tag : tr_find_byte(text, i + 1, raw.end, '<');
        if (!tag) tr_html_decode(text + i, end - i, false, &words);
        i = end;
    }
    tr_build_text(&f->b, raw, tr_buf_text(&words), words.len);
    f->b.failed = f->b.failed || words.failed;
    tr_buf_free(&words);
}

static void build_cue_text(tr_subtitles *f, tr_span raw)
{
    if (f->is_rolling)
        build_timed_text(f, raw);
    else if (f->vtt)
        tr_build_html_text(&f->b, raw);
    else
        tr_build_raw_text(&f->b, raw);
}

/* The byte after a sound in brackets amid a line, at byte `at`; `at`: there is none. */
static size_t amid_sound_end(const tr_subtitles *f, size_t at, size_t end)
{
    const char *const text = f->content->bytes;
    return text[at] == '[' && !f->is_rolling ? tr_cue_sound_end(text, at, end) : at;
}

/* Such a sound is a mark of its sentence, and a text of its own. */
static void build_amid_sound(tr_subtitles *f, tr_span raw)
{
    const char *const text = f->content->bytes;
    const tr_span inner = {raw.begin + 1, raw.end - 1};
    tr_buf words = {0};

    tr_build_atom(&f->b, raw);
    if (f->vtt)
        tr_html_decode(text + inner.begin, inner.end - inner.begin, false, &words);
    else
        tr_buf_add(&words, text + inner.begin, inner.end - inner.begin);
    tr_build_attribute(&f->b, inner, tr_buf_text(&words), words.len,
                       f->vtt ? &vtt_sound : &srt_sound, "sound");
    f->b.failed = f->b.failed || words.failed;
    tr_buf_free(&words);
}

/* "\N" breaks a line, as in ASS. */
static bool is_break(const tr_subtitles *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes + at;
    return !f->vtt && end - at >= 2 && t[0] == '\\' && t[1] == 'N';
}

static void build_cue_line(tr_subtitles *f, size_t begin, size_t end)
{
    size_t at = begin;
    for (size_t i = begin; i < end;) {
        if (is_break(f, i, end)) {
            build_cue_text(f, (tr_span){at, i});
            tr_build_fixed(&f->b, (tr_span){i, i + 2});
            at = i = i + 2;
            continue;
        }
        const char *const text = f->content->bytes + i;
        const size_t sound = amid_sound_end(f, i, end);
        if (sound > i) {
            build_cue_text(f, (tr_span){at, i});
            build_amid_sound(f, (tr_span){i, sound});
            at = i = sound;
            continue;
        }
        const size_t n = *text == '<' || *text == '{' ? tr_subtitles_tag_at(f, i, end) : 0;
        if (n && !(f->is_rolling && tr_subtitles_is_time(text))) {
            build_cue_text(f, (tr_span){at, i});
            build_cue_tag(f, (tr_span){i, i + n});
            at = i + n;
        }
        i += n ? n : 1;
    }
    build_cue_text(f, (tr_span){at, end});
}

/* Blanks before a line's text and after it stay: they take room on the first and the last line. */
static void set_edges(const tr_subtitles *f, tr_wrap *w, const tr_cue_line *first,
                      const tr_cue_line *last)
{
    tr_span sound;
    const size_t text = tr_subtitles_inner_text(f, first).begin,
                 open = tr_subtitles_text_begin(f, first, &sound);
    w->column = tr_subtitles_line_width(f, first->begin, text > open ? text : open);
    w->behind = tr_subtitles_line_width(f, tr_subtitles_inner_text(f, last).end, last->end);
}

/* Keeps how the text of lines [n], which is built next, is broken; it may take `most` lines. */
static void keep_breaks(tr_subtitles *f, const tr_cue_line *first, size_t n,
                        const tr_cue_line *last, size_t width, size_t most)
{
    tr_content *const d = f->content;
    const size_t n_breaks = d->again ? 0 : n - 1; /* what is read again is not written */
    tr_line_break *const breaks =
        n_breaks ? TR_REGION_TAKE(&d->region, tr_line_break, n_breaks) : NULL;
    tr_cue_line l = *first;

    for (size_t i = 0; breaks && i < n_breaks; i++) {
        const tr_cue_line next = tr_cue_line_read(d, l.next);
        breaks[i] = tr_wrap_break(l.end, next.begin);
        l = next;
    }
    tr_wrap wrap = {.breaks = breaks,
                    .n_breaks = n_breaks,
                    .again = tr_cue_line_ending(d, first),
                    .width = width > TR_CUE_WIDTH ? width : TR_CUE_WIDTH,
                    .most = most,
                    .tags = true};
    set_edges(f, &wrap, first, last);
    tr_wrap_keep(&f->b, &wrap);
    f->b.failed = f->b.failed || (n_breaks && !breaks);
}

/* Adds lines [n] from `l` on as one text. */
static void add_text_lines(tr_subtitles *f, tr_cue_line l, size_t n)
{
    const tr_writing *const writing = f->b.writing;
    tr_span sound;
    const size_t text = tr_subtitles_text_begin(f, &l, &sound);

    tr_build_break(&f->b, sound.begin);
    if (sound.begin < sound.end) {
        f->b.writing = f->vtt ? &vtt_sound : &srt_sound;
        build_cue_text(f, sound);
        tr_build_break(&f->b, sound.end);
        f->b.writing = writing;
    }
    tr_build_break(&f->b, text);
    for (size_t i = 0; i < n; i++) {
        const tr_cue_line next = tr_cue_line_read(f->content, l.next);
        build_cue_line(f, i ? l.begin : text, l.end);
        if (i + 1 == n) break;
        tr_build_text(&f->b, (tr_span){l.end, next.begin}, " ", 1);
        l = next;
    }
    tr_build_break(&f->b, l.end);
}

/* Adds the text of cue k, which is in no group. */
static void add_cue(tr_subtitles *f, size_t k)
{
    const size_t n = f->cues[k].n, width = tr_subtitles_widest_line(f, f->cues[k].first, n);
    tr_cue_line l = f->cues[k].first;

    tr_build_where(&f->b, "cue %zu", k + 1);
    f->b.writing = f->vtt ? &vtt_text : &srt_text;
    for (size_t i = 0; i < n;) {
        const tr_cue_line start = l;
        tr_cue_line last;
        size_t run = 0;
        do {
            last = l;
            l = tr_cue_line_read(f->content, l.next);
            run++;
        } while (i + run < n && !tr_subtitles_is_aside(f, &last) &&
                 !tr_subtitles_stands_apart(f, &l) && !tr_subtitles_has_code(f, &last) &&
                 !tr_subtitles_has_code(f, &l));
        keep_breaks(f, &start, run, &last, width, run < n ? run : run > 2 ? run : 2);
        add_text_lines(f, start, run);
        i += run;
    }
}

/* ---- Sentences over cues ---- */

static bool same_opening(const tr_subtitles *f, const tr_subtitle_cue *a, const tr_subtitle_cue *b)
{
    const size_t n = a->text.begin - a->first.begin;
    return b->text.begin - b->first.begin == n &&
           !memcmp(f->content->bytes + a->first.begin, f->content->bytes + b->first.begin, n);
}

/* Decides which cues are joined to the one before.  None are where hardly a cue ends in a sign,
 * because then a missing sign does not mean that a sentence goes on. */
static void join_cues(const tr_subtitles *f, bool *joined)
{
    size_t n = 1, n_characters = 0, n_ends = 0;

    for (size_t k = 0; k < f->n_cues; k++)
        n_ends += f->cues[k].ends;
    for (size_t k = 0; k < f->n_cues; k++) {
        const tr_subtitle_cue *const c = &f->cues[k], *const before = k ? c - 1 : c;
        joined[k] = k && 4 * n_ends >= f->n_cues && before->goes_on && before->simple &&
                    c->simple && c->begin >= before->end - longest_pause &&
                    c->begin < before->end + longest_pause && n < TR_MOST_CUES &&
                    n_characters + c->n_characters < MOST_JOINED && same_opening(f, before, c);
        n = joined[k] ? n + 1 : 1;
        n_characters = joined[k] ? n_characters + 1 + c->n_characters : c->n_characters;
    }
}

/* Groups cues as the options say, or as in the document that was translated. */
static const bool *group_cues(tr_subtitles *f)
{
    tr_content *const d = f->content;
    const grouping *const old = d->kept;
    grouping *const g = TR_REGION_TAKE(&d->region, grouping, 1);

    if (old) f->is_rolling = old->is_rolling;
    if (g)
        *g = (grouping){f->n_cues, TR_REGION_TAKE(&d->region, bool, f->n_cues + 1), f->is_rolling};
    if (!g || !g->joined) return NULL;
    memset(g->joined, 0, (f->n_cues + 1) * sizeof *g->joined);
    if (!old && !f->is_rolling && !d->options->single_cues) join_cues(f, g->joined);
    for (size_t k = 1; old && k < f->n_cues; k++)
        g->joined[k] = k < old->n && old->joined[k] && f->cues[k].simple && f->cues[k - 1].simple;
    d->kept = g;
    return g->joined;
}

/* Text of a cue, from its first byte to its last. */
static void add_cue_text(tr_subtitles *f, const tr_subtitle_cue *c)
{
    tr_cue_line l = c->first;
    for (size_t i = 0; i < c->n; i++) {
        const size_t begin = l.begin > c->text.begin ? l.begin : c->text.begin;
        const size_t end = l.end < c->text.end ? l.end : c->text.end;
        const tr_cue_line next = tr_cue_line_read(f->content, l.next);
        if (begin < end) build_cue_text(f, (tr_span){begin, end});
        if (begin < end && end < c->text.end)
            tr_build_text(&f->b, (tr_span){l.end, next.begin}, " ", 1);
        l = next;
    }
}

/* Cues [n] from k on, as one text. */
static void add_group(tr_subtitles *f, size_t k, size_t n)
{
    tr_region *const region = &f->content->region;
    tr_cue_group *const g = TR_REGION_TAKE(region, tr_cue_group, 1);

    if (!g) {
        f->b.failed = true;
        return;
    }
    *g = (tr_cue_group){.n = n};
    tr_build_where(&f->b, "cues %zu-%zu", k + 1, k + n);
    f->b.extra = g;
    f->b.writing = f->vtt ? &vtt_group : &srt_group;
    tr_build_break(&f->b, f->cues[k].text.begin);
    for (size_t i = 0; i < n; i++) {
        const tr_subtitle_cue *const c = &f->cues[k + i];
        const size_t width = tr_subtitles_widest_line(f, c->first, c->n);
        const tr_cue_line last = tr_subtitles_last_line(f, c);
        tr_cue_place *const place = &g->cues[i];
        if (i) place->before = (tr_span){c[-1].text.end, c->text.begin};
        if (i) tr_build_text(&f->b, place->before, " ", 1);
        place->wrap = (tr_wrap){.again = tr_cue_line_ending(f->content, &c->first),
                                .width = width > TR_CUE_WIDTH ? width : TR_CUE_WIDTH,
                                .most = c->n > 2 ? c->n : 2,
                                .tags = true};
        set_edges(f, &place->wrap, &c->first, &last);
        place->seconds = c->end > c->begin + 0.1 ? c->end - c->begin : 0.1;
        place->n_source = c->n_characters;
        add_cue_text(f, c);
    }
    tr_build_break(&f->b, f->cues[k + n - 1].text.end);
}

static void add_cues(tr_subtitles *f)
{
    const bool *const joined = group_cues(f);

    f->b.failed = f->b.failed || !joined;
    for (size_t k = 0; k < f->n_cues && !f->b.failed;) {
        size_t n = 1;
        while (k + n < f->n_cues && n < TR_MOST_CUES && joined[k + n])
            n++;
        if (n > 1)
            add_group(f, k, n);
        else
            add_cue(f, k);
        k += n;
    }
}

/* ---- All ---- */

static int read_cues(tr_content *d, bool vtt, tr_error *err)
{
    tr_subtitles f = {.content = d, .vtt = vtt};

    tr_builder_init(&f.b, d, vtt ? &vtt_text : &srt_text);
    tr_subtitles_find_cues(&f);
    if (!f.b.failed) add_cues(&f);
    free(f.cues);
    return tr_builder_end(&f.b, err);
}

int tr_read_srt(tr_content *d, tr_error *err)
{
    return read_cues(d, false, err);
}

int tr_read_vtt(tr_content *d, tr_error *err)
{
    return read_cues(d, true, err);
}

/* ---- Both languages ---- */

/* From the first byte of the cue's text to its last. */
static tr_span lines_of(const tr_subtitles *f, const tr_subtitle_cue *c)
{
    return (tr_span){c->first.begin, tr_subtitles_last_line(f, c).end};
}

static void write_bilingual_cues(const tr_content *source, const tr_content *translated, bool vtt,
                                 tr_buf *out)
{
    tr_content before = *source, now = *translated;
    tr_subtitles a = {.content = &before, .vtt = vtt}, b = {.content = &now, .vtt = vtt};
    size_t at = 0;

    tr_subtitles_find_cues(&a);
    tr_subtitles_find_cues(&b);
    for (size_t k = 0; k < a.n_cues && k < b.n_cues; k++) {
        const tr_span s = lines_of(&a, &a.cues[k]), t = lines_of(&b, &b.cues[k]);
        const size_t len = t.end - t.begin;
        const bool same =
            s.end - s.begin == len && !memcmp(before.bytes + s.begin, now.bytes + t.begin, len);
        tr_buf_add(out, before.bytes + at, s.end - at);
        at = s.end;
        if (same) continue;
        tr_buf_add_string(out, tr_cue_line_ending(&before, &a.cues[k].first));
        tr_buf_add(out, now.bytes + t.begin, len);
    }
    tr_buf_add(out, before.bytes + at, before.size - at);
    out->failed = out->failed || a.b.failed || b.b.failed;
    free(a.cues);
    free(b.cues);
}

void tr_bilingual_srt(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_cues(source, translated, false, out);
}

void tr_bilingual_vtt(const tr_content *source, const tr_content *translated, tr_buf *out)
{
    write_bilingual_cues(source, translated, true, out);
}
