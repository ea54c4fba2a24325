/* page.h - the page that people see at "/", and what it asks for. */
#ifndef PAGE_H
#define PAGE_H

#include "serve/call/call.h"

/* All of the page is in the program, and it can ask nobody but the server. */
void page_show(call *c);

/* {"q": texts, "source": code or "auto", "target", "alternatives": N} is answered with
 * {"translations": [{"text", "source", "confidence", "alternatives", "alignment"}]}, where each
 * alignment is a list of [source begin, source end, begin, end] in characters. */
void page_translate(call *c);

#endif
