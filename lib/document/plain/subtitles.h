/*
 * subtitles.h - the cues of subtitles, SRT or WebVTT: where they are, and what of their lines is
 * text.
 */
#ifndef TR_SUBTITLES_H
#define TR_SUBTITLES_H

#include "document/plain/cue_line.h"
#include "document/segment/builder.h"

typedef struct tr_subtitle_cue {
    tr_cue_line first;
    size_t n;          /* lines */
    double begin, end; /* seconds */
    tr_span text;      /* without tags around all of it */
    bool simple;       /* no tags within it, and no line stands apart */
    bool ends;         /* with a sign that ends a sentence */
    bool goes_on;      /* it ends within a sentence */
    size_t n_characters;
} tr_subtitle_cue;

typedef struct tr_subtitles {
    tr_content *content;
    tr_builder b;
    bool vtt;
    bool is_rolling; /* words have times: each line is a text, and comes again in the next cue */
    tr_subtitle_cue *cues; /* [n_cues] */
    size_t n_cues, capacity;
} tr_subtitles;

/* A tag, "{\an8}" or "{y:i}" at `at`: its length, 0 if there is none. */
size_t tr_subtitles_tag_at(const tr_subtitles *f, size_t at, size_t end);

/* True if a tag is a time of a word, or the mark of one: "<00:01.500>", "<c>", "</c>". */
bool tr_subtitles_is_time(const char *tag);

/* True if a line is no part of what the lines beside it say: a sound, a song, another speaker. */
bool tr_subtitles_stands_apart(const tr_subtitles *f, const tr_cue_line *l);
/* "(SIGHS)", "[DOOR OPENS]": a sound or a song that is all of its line; or nothing. */
bool tr_subtitles_is_aside(const tr_subtitles *f, const tr_cue_line *l);

/* True if a line begins with a code that holds for it alone: "{y:i}" of MicroDVD, or "{\/}", which
 * a sign of MPL2 is read as. */
bool tr_subtitles_has_code(const tr_subtitles *f, const tr_cue_line *l);

/* Where the text of a line begins: behind signs of a dialogue, a sound and dots.  *sound is the
 * sound.
 */
size_t tr_subtitles_text_begin(const tr_subtitles *f, const tr_cue_line *l, tr_span *sound);
/* A line without tags and blanks at its edges. */
tr_span tr_subtitles_inner_text(const tr_subtitles *f, const tr_cue_line *l);

/* Characters of bytes [begin, end) of a line, without tags; of the widest of lines [n]. */
size_t tr_subtitles_line_width(const tr_subtitles *f, size_t begin, size_t end);
size_t tr_subtitles_widest_line(const tr_subtitles *f, tr_cue_line l, size_t n);

tr_cue_line tr_subtitles_last_line(const tr_subtitles *f, const tr_subtitle_cue *c);

/* Finds the cues: f->content and f->vtt are set.  f->cues is the caller's to free; f->b.failed:
 * out of memory. */
void tr_subtitles_find_cues(tr_subtitles *f);

#endif
