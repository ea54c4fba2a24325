/* yaml_block.h - YAML's scalars of several lines: blocks ("|" and ">"), and others in lines. */
#ifndef TR_YAML_BLOCK_H
#define TR_YAML_BLOCK_H

#include "document/segment/builder.h"

/* True if bytes [size] of a block's value are text for people: no lines of a program, but between
 * fences of code. */
bool tr_yaml_block_is_prose(const char *value, size_t size);

/* Builds a block scalar whose indicator, "|" or ">", is at byte `at`, and which ends at byte `end`.
 * Each line is a segment; the lines of a folded paragraph, or of one that was broken to fit a
 * width, are one together.  What stands between fences of code stays.  False for a block that says
 * its indentation, which is not read. */
bool tr_build_yaml_block(tr_builder *b, size_t at, size_t end);

/* Sets b->extra to how a text at bytes `at` is broken into lines (wrap.h): as wide as it was, and
 * with the indentation of its second line. */
void tr_keep_yaml_lines(tr_builder *b, tr_span at);

#endif
