/*
 * package.h - packages: documents that are zip archives, of which some members are text.
 *
 * A reader of packages chooses the members that are read, each by a reader of its own.  The other
 * members are copied as they are (formats/zip_copy.h).
 */
#ifndef TR_PACKAGE_H
#define TR_PACKAGE_H

#include "document/package/sheet_cells.h"
#include "document/segment/format.h"
#include "formats/zip_copy.h"

typedef struct tr_package {
    tr_zip zip;
    size_t size;               /* bytes of the archive */
    tr_buf types;              /* that it says it is of, such as "application/epub+zip" */
    const tr_reader **readers; /* [zip.n_members]; NULL: the member stays */
    tr_buf stays;              /* texts that are not translated, in order (string_list.h) */
    bool sets_language;        /* its translation will say its language: styles are parts, too */
    bool is_bilingual;         /* its translation will stand beside it: styles are wanted */
    tr_buf styles;             /* of paragraphs, what they say of that (paragraph_styles.h) */
    tr_sheet_cells cells;      /* of a spreadsheet's strings */
    size_t unpacked;           /* bytes so far */
    bool is_signed;
} tr_package;

/* Opens the archive that bytes [size] are, if they are one, and reads its types. */
void tr_package_look(tr_package *p, const void *bytes, size_t size, const char *name);

/* Opens a package that is not open yet.  Its bytes must outlive it.  TR_EFORMAT, TR_EUNSUPPORTED
 * for what is encrypted, in zip64, or has too many members, TR_ENOMEM. */
int tr_package_open(tr_package *p, const void *bytes, size_t size, const char *name, tr_error *err);
void tr_package_close(tr_package *p);

/* Appends the bytes of member i.  TR_EUNSUPPORTED if it is too large, TR_EFORMAT, TR_ENOMEM. */
int tr_package_unpack(tr_package *p, size_t i, tr_buf *out, tr_error *err);

/* Appends the XML of the member of this name, in UTF-8, which need not be well-formed.  TR_EFORMAT
 * if there is no such member; else as tr_package_unpack(). */
int tr_package_xml(tr_package *p, const char *name, tr_buf *out, tr_error *err);

/* Reads a member that has no text, but languages: styles. */
int tr_package_read_nothing(tr_content *d, tr_error *err);

/* The archive with other bytes in some members. */
int tr_package_copy(const tr_package *p, const tr_zip_change *changes, tr_buf *out, tr_error *err);

#endif
