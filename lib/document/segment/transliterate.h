/* transliterate.h - characters that an encoding lacks, as people spell them without. */
#ifndef TR_TRANSLITERATE_H
#define TR_TRANSLITERATE_H

#include <stdint.h>

#include "base/buf.h"

/* Appends how a character is spelled in ASCII: a letter without its accents, or as ICAO's Doc 9303
 * spells it in passports ("ae" for an a with two dots), a plain sign for one of typography.  False
 * if there is no way. */
bool tr_transliterate(int32_t c, tr_buf *out);

#endif
