/* vocabulary.h - the elements of HTML and of vocabularies of XML, by their roles: rows of
 * vocabularies.rows. */
#ifndef TR_VOCABULARY_H
#define TR_VOCABULARY_H

#include <stdbool.h>

/* Lists have a blank before and after each name (tr_markup_listed()); NULL: none.  Of elements: */
typedef struct tr_vocabulary {
    const char *roots; /* the document's; NULL: any */
    const char *holds; /* the document has one of these names in it */

    const char *inlines;  /* within a sentence */
    const char *blocks;   /* end a sentence, whatever is beside them */
    const char *atoms;    /* within a sentence, and no text of a language */
    const char *voids;    /* within a sentence, with neither content nor end */
    const char *fixed;    /* stay as they are, content and all */
    const char *raws;     /* their content is no markup */
    const char *media;    /* their content is for programs that cannot show them */
    const char *formulas; /* MathML, which says in an attribute what it shows */
    const char *empties;  /* no text is in them */
    const char *filled;   /* a script puts a word there, if they have an id and no content */
    const char *stays;    /* within a picture: no text */
    const char *points;   /* within a sentence, if they have no text */
    const char *entries;  /* atoms whose texts are segments of their own */
    const char *lines;    /* line ends in their text mean something */
    const char *texts;    /* text is translated within these elements alone */

    const char *attributes; /* whose values are text; */
    const char *components; /*   of elements that are components; */
    const char *properties; /*   names of <meta>, whose "content" is text */

    bool any_prefix;  /* before the name of the document's element */
    bool is_picture;  /* SVG, which is read by svg_texts.h */
    bool is_deep;     /* text is translated within other elements in `texts`, too */
    bool backslashes; /* text has escapes of its own */
    bool open_names;  /* elements of other names are within a sentence where text touches them */
    bool marked_only; /* text is translated within elements that say so of themselves */
    bool keyed;       /* a property list: its keys tell what is text (xml_values.h) */
    bool values_only; /* what looks like a name to programs is no text */
} tr_vocabulary;

/* The first rows; XML's begin with SVG, and the last one fits any document. */
enum { TR_HTML, TR_SVG };
extern const tr_vocabulary tr_vocabularies[];

#endif
