/* hub_place.h - where a hub is: an address, or a folder that stands for one. */
#ifndef HUB_PLACE_H
#define HUB_PLACE_H

#include <stdbool.h>

/* The hub: `other`, unless it is NULL; else the one that $HF_ENDPOINT names, an https address,
 * file:///FOLDER or a path; else Hugging Face itself.  It does not end in a slash.  The caller
 * frees it; NULL after a sentence. */
char *hub_place(const char *other);

/* True if a place is a folder, whose path is whole. */
bool hub_is_folder(const char *place);

/* The address there of a path, which begins with a slash; in a folder, the path of a file.  What is
 * an address already stays.  The caller frees it. */
char *hub_address(const char *place, const char *path);

#endif
