/* ooxml_ruby.h - words of Office Open XML that have their readings above them. */
#ifndef TR_OOXML_RUBY_H
#define TR_OOXML_RUBY_H

#include "document/package/ooxml_names.h"
#include "document/segment/builder.h"

/* Builds the bytes `raw` as one run, with the text of the base of the ruby in it: in a translation
 * it is a run as others are, without the readings.  The markup `m` is behind
 * the start tag of the run.  False, and nothing is built, if more than a ruby is in it, or more
 * than text in its base. */
bool tr_ooxml_build_ruby(tr_builder *b, const tr_ooxml_names *names, tr_markup m, tr_span raw);

#endif
