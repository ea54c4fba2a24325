/* manual.h - the pages of the manual that belong to this program, installed or in its tree. */
#ifndef MANUAL_H
#define MANUAL_H

#include <stdbool.h>

/* Becomes man(1), or else mandoc(1), with a page such as "translate-text.7".  Returns only where
 * the page or both programs are missing: then its text is printed as it is, without its macros, and
 * true is returned if there was one. */
bool manual_show(const char *page);

#endif
