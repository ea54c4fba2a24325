/*
 * read_ttml.h - captions of TTML, as XML.
 *
 * The lines of a cue, <p>, which <br/> parts, are one text, as in other subtitles
 * (read_subtitles.h): the translation is broken into lines again, evenly.  Another speaker's line
 * and a sound stand by themselves.  Elements within a cue are marks.
 */
#ifndef TR_READ_TTML_H
#define TR_READ_TTML_H

#include "document/segment/content.h"

int tr_read_ttml(tr_content *d, tr_error *err);

#endif
