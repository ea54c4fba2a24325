/*
 * set_language.h - a document says that it is in the language of its translation.
 *
 * Each function appends document `d` to `out`, with the target language of the options where it
 * named the source's: lang and xml:lang, dc:language, the header of a catalogue.  Where the options
 * name no source language, the first one named is it.  `source`, the document before, is not used.
 */
#ifndef TR_SET_LANGUAGE_H
#define TR_SET_LANGUAGE_H

#include "document/segment/content.h"

/* A document that is copied with another language in some places, which come in their order. */
typedef struct tr_setting {
    const tr_content *content;
    tr_buf *out;
    size_t at;       /* what is not yet copied */
    char source[40]; /* the source language; "": not known yet */
} tr_setting;

tr_setting tr_setting_begin(const tr_content *d, tr_buf *out);
void tr_setting_end(tr_setting *s);
/* Puts the target language in the place of a code, if the code names the source language. */
void tr_setting_replace(tr_setting *s, tr_span code);

void tr_set_language_html(const tr_content *source, const tr_content *d, tr_buf *out);
void tr_set_language_xml(const tr_content *source, const tr_content *d, tr_buf *out);

/* Office files: the language of text, by which words are checked and hyphenated, in the kind of
 * script that the target language has; and dc:language.  Office Open XML, where the source is told
 * in any kind; OpenDocument. */
void tr_set_language_ooxml(const tr_content *source, const tr_content *d, tr_buf *out);
void tr_set_language_odf(const tr_content *source, const tr_content *d, tr_buf *out);

/* AppliedLanguage of InDesign's styles and runs, where InDesign has a name for the language. */
void tr_set_language_idml(const tr_content *source, const tr_content *d, tr_buf *out);

/* target-language of each file in XLIFF 1.2, trgLang in 2.x: set, or added. */
void tr_set_language_xliff(const tr_content *source, const tr_content *d, tr_buf *out);

/* "Language: " in the header. */
void tr_set_language_po(const tr_content *source, const tr_content *d, tr_buf *out);

/* "Language:" in the header of WebVTT, which ends at an empty line. */
void tr_set_language_vtt(const tr_content *source, const tr_content *d, tr_buf *out);

/* "@@locale" of ARB. */
void tr_set_language_json(const tr_content *source, const tr_content *d, tr_buf *out);

/* The key that all of the document stands below. */
void tr_set_language_yaml(const tr_content *source, const tr_content *d, tr_buf *out);

#endif
