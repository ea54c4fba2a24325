#include "document/plain/subtitles.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/plain/cue_opening.h"
#include "document/segment/wrap.h"

/* ---- Lines ---- */

/* A tag, "{\an8}" or "{y:i}" at `at`: its length, 0 if there is none. */
size_t tr_subtitles_tag_at(const tr_subtitles *f, size_t at, size_t end)
{
    const char *const t = f->content->bytes + at;
    const size_t len = end - at < TR_LONGEST_TAG ? end - at : TR_LONGEST_TAG;
    const bool is_code = len > 3 && tr_ascii_is_letter(t[1]) && t[2] == ':';
    const bool brace = len > 2 && t[0] == '{' && (t[1] == '\\' || is_code);
    const bool angle = len > 2 && t[0] == '<' &&
                       (t[1] == '/' || tr_ascii_is_digit(t[1]) || tr_ascii_is_letter(t[1]));
    if (!brace && !angle) return 0;
    const char *const stop = memchr(t, brace ? '}' : '>', len);
    if (!stop || memchr(t + 1, '<', (size_t)(stop - t - 1))) return 0;
    return (size_t)(stop - t) + 1;
}

bool tr_subtitles_is_time(const char *tag)
{
    const char *const name = tag + 1 + (tag[1] == '/');
    return tag[0] == '<' &&
           (tr_ascii_is_digit(*name) || (*name == 'c' && (name[1] == '>' || name[1] == '.')));
}

/* Returns the length of the signs that begin a line of a dialogue; 0 if there are none. */
static size_t opening_tag(const tr_subtitles *f, const tr_cue_line *l)
{
    const char *const t = f->content->bytes;
    size_t i = l->begin;
    bool dialogue = false;

    while (i < l->end) {
        const size_t n = tr_cue_speaker(t + i, l->end - i);
        if (!n && !tr_ascii_is_blank(t[i])) break;
        dialogue = dialogue || n;
        i += n ? n : 1;
    }
    return dialogue ? i - l->begin : 0;
}

static const char note[] = "\xE2\x99\xAA", notes[] = "\xE2\x99\xAB";

bool tr_subtitles_stands_apart(const tr_subtitles *f, const tr_cue_line *l)
{
    if (f->is_rolling || tr_cue_line_is_blank(f->content, l)) return true;
    const char c = f->content->bytes[l->begin];
    return opening_tag(f, l) || c == '[' || c == '(' || tr_cue_line_begins(f->content, l, note) ||
           tr_cue_line_begins(f->content, l, notes);
}

bool tr_subtitles_has_code(const tr_subtitles *f, const tr_cue_line *l)
{
    const char *const tag = f->content->bytes + l->begin;
    const size_t n = tr_subtitles_tag_at(f, l->begin, l->end);
    const bool is_sign = n == 4 && tag[1] == '\\' && tr_ascii_is_one_of(tag[2], "/\\_");
    return n && *tag == '{' && (is_sign || (tr_ascii_is_lower(tag[1]) && tag[2] == ':'));
}

/* "(SIGHS)", "[DOOR OPENS]", "♪ la la ♪": a sound or a song that is all of its line; or nothing. */
bool tr_subtitles_is_aside(const tr_subtitles *f, const tr_cue_line *l)
{
    static const char *const pairs[][2] = {{"[", "]"}, {"(", ")"}, {note, note}, {notes, notes}};
    const char *const t = f->content->bytes;
    size_t end = l->end;

    if (tr_cue_line_is_blank(f->content, l)) return true;
    end = tr_skip_back(t, l->begin, end, tr_ascii_is_blank);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const size_t n = strlen(pairs[i][1]);
        if (tr_cue_line_begins(f->content, l, pairs[i][0]) && end - l->begin > 2 * n &&
            !memcmp(t + end - n, pairs[i][1], n))
            return true;
    }
    return false;
}

/* What of a line stands before its text: signs of a dialogue, a sound, dots.  *sound is the
 * sound. */
size_t tr_subtitles_text_begin(const tr_subtitles *f, const tr_cue_line *l, tr_span *sound)
{
    const char *const t = f->content->bytes;
    size_t at = l->begin + opening_tag(f, l);

    sound->begin = at;
    sound->end = at = tr_cue_sound_end(t, at, l->end);
    while (sound->end > sound->begin && at < l->end && t[at] == ' ')
        at++;
    return tr_cue_dots_end(t, at, l->end);
}

/* Characters of bytes [begin, end) of a line, without tags. */
size_t tr_subtitles_line_width(const tr_subtitles *f, size_t begin, size_t end)
{
    size_t n = 0;
    for (size_t i = begin; i < end; i++) {
        const size_t tag = tr_subtitles_tag_at(f, i, end);
        if (tag)
            i += tag - 1;
        else
            n += !tr_utf8_is_inner(f->content->bytes[i]);
    }
    return n;
}

/* Returns a line without tags and blanks at its edges. */
tr_span tr_subtitles_inner_text(const tr_subtitles *f, const tr_cue_line *l)
{
    tr_span inner = {l->end, l->end};
    for (size_t i = l->begin; i < l->end;) {
        const size_t tag = tr_subtitles_tag_at(f, i, l->end);
        const bool counts = !tag && !tr_ascii_is_blank(f->content->bytes[i]);
        if (counts && inner.begin == l->end) inner.begin = i;
        i += tag ? tag : 1;
        if (counts) inner.end = i;
    }
    return inner;
}

size_t tr_subtitles_widest_line(const tr_subtitles *f, tr_cue_line l, size_t n)
{
    size_t width = 0;
    for (size_t i = 0; i < n; i++, l = tr_cue_line_read(f->content, l.next)) {
        const size_t of_line = tr_subtitles_line_width(f, l.begin, l.end);
        if (of_line > width) width = of_line;
    }
    return width;
}

tr_cue_line tr_subtitles_last_line(const tr_subtitles *f, const tr_subtitle_cue *c)
{
    tr_cue_line l = c->first;
    for (size_t i = 1; i < c->n; i++)
        l = tr_cue_line_read(f->content, l.next);
    return l;
}

/* ---- Cues ---- */

/* True if a cue begins with line `l`: with its number, or its times. */
static bool begins_cue(const tr_subtitles *f, const tr_cue_line *l)
{
    const tr_content *const d = f->content;

    if (tr_cue_line_is_timing(d, l)) return true;
    if (!tr_cue_line_is_number(d, l) || l->next >= d->size) return false;
    const tr_cue_line next = tr_cue_line_read(d, l->next);
    return tr_cue_line_is_timing(d, &next);
}

/* Past blank lines [*n] from `l` on: true if text of the same cue comes after them, as players read
 * it that go on to the next number and times. */
static bool goes_on_behind_blanks(const tr_subtitles *f, tr_cue_line *l, size_t *n)
{
    const tr_content *const d = f->content;

    for (*n = 0; l->begin < d->size && tr_cue_line_is_blank(d, l); ++*n)
        *l = tr_cue_line_read(d, l->next);
    return l->begin < d->size && !begins_cue(f, l);
}

/* The lines of text from `l` on, up to the next number with its times; of WebVTT, up to a blank
 * one. */
static size_t count_cue_lines(const tr_subtitles *f, tr_cue_line l)
{
    size_t n = 0, n_blank;

    if (!f->vtt && !tr_cue_line_is_blank(f->content, &l)) {
        while (l.begin < f->content->size && !begins_cue(f, &l)) {
            tr_cue_line next = tr_cue_line_read(f->content, l.next);
            n++;
            if (!goes_on_behind_blanks(f, &next, &n_blank)) break;
            n += n_blank;
            l = next;
        }
        return n;
    }
    /* Of WebVTT a line of blanks is one of the cue. */
    for (; l.begin < f->content->size && l.begin < l.end && !tr_cue_line_is_timing(f->content, &l);
         n++) {
        l = tr_cue_line_read(f->content, l.next);
    }
    return n;
}

/* Finds the cue's text: what is between tags at its beginning and tags at its end. */
static void find_text(tr_subtitles *f, tr_subtitle_cue *c)
{
    tr_cue_line l = c->first;
    size_t last_tag = 0; /* where tags begin that go on to the end */
    bool any = false;

    c->simple = true;
    c->text.begin = c->text.end = l.begin;
    for (size_t k = 0; k < c->n; k++, l = tr_cue_line_read(f->content, l.next)) {
        tr_span sound;
        const size_t text = tr_subtitles_text_begin(f, &l, &sound);
        if (tr_subtitles_stands_apart(f, &l) || (c->n > 1 && tr_subtitles_has_code(f, &l)) ||
            (!k && text > l.begin))
            c->simple = false;
        size_t n_times = 0;
        for (size_t i = l.begin; i < l.end;) {
            const size_t tag = tr_subtitles_tag_at(f, i, l.end);
            const bool blank = tr_ascii_is_blank(f->content->bytes[i]);
            n_times += tag && f->vtt && tr_ascii_is_digit(f->content->bytes[i + 1]);
            if (tag && any && !last_tag) last_tag = i;
            if (!tag && !blank && last_tag) c->simple = false;
            if (!tag && !blank && !any) c->text.begin = i;
            any = any || (!tag && !blank);
            i += tag ? tag : 1;
            if (!tag && !blank) c->text.end = i;
        }
        f->is_rolling = f->is_rolling || n_times > 1;
    }
    c->n_characters = tr_utf8_count(f->content->bytes + c->text.begin, c->text.end - c->text.begin);
    c->simple = c->simple && any;
}

static void find_cue_end(const tr_content *d, tr_subtitle_cue *c)
{
    static const char signs[] = ".?!:\")]";
    const char last = c->text.end > c->text.begin ? d->bytes[c->text.end - 1] : '.';
    int32_t ch;

    tr_char_before(d->bytes, c->text.begin, c->text.end, &ch);
    c->ends = strchr(signs, last) || ch == 0x2026 || ch == 0x201D || ch == 0x201C || ch == 0x266A;
    c->goes_on = !c->ends &&
                 (last == ',' || last == '-' || ch == 0x2013 || ch == 0x2014 || tr_is_letter(ch));
}

static void take_cue(tr_subtitles *f, const tr_cue_line *timing, tr_cue_line first, size_t n)
{
    f->cues = tr_room(f->cues, &f->capacity, f->n_cues + 1, sizeof *f->cues, &f->b.failed);
    if (f->b.failed) return;
    tr_subtitle_cue *const c = &f->cues[f->n_cues++];
    *c = (tr_subtitle_cue){.first = first, .n = n};
    tr_cue_line_times(f->content, timing, &c->begin, &c->end);
    find_text(f, c);
    find_cue_end(f->content, c);
}

static bool is_block(const tr_subtitles *f, const tr_cue_line *l)
{
    return f->vtt && (tr_cue_line_begins(f->content, l, "NOTE") ||
                      tr_cue_line_begins(f->content, l, "STYLE") ||
                      tr_cue_line_begins(f->content, l, "REGION"));
}

void tr_subtitles_find_cues(tr_subtitles *f)
{
    const tr_content *const d = f->content;
    bool after_blank = true, in_block = false;

    for (size_t at = 0; at < d->size && !f->b.failed;) {
        tr_cue_line l = tr_cue_line_read(d, at);
        if (after_blank && is_block(f, &l)) in_block = true;
        after_blank = tr_cue_line_is_blank(d, &l);
        if (after_blank) in_block = false;
        at = l.next;
        if (in_block || !tr_cue_line_is_timing(d, &l)) continue;
        const tr_cue_line first = tr_cue_line_read(d, at);
        const size_t n = at < d->size ? count_cue_lines(f, first) : 0;
        if (n) take_cue(f, &l, first, n);
        for (size_t i = 0; i < n; i++)
            at = tr_cue_line_read(d, at).next;
        after_blank = false;
    }
}
