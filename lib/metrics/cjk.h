/* cjk.h - the characters of Chinese, Japanese and Korean that metrics take for words of their own.
 */
#ifndef TR_CJK_H
#define TR_CJK_H

#include <stdbool.h>
#include <stdint.h>

/* As sacreBLEU's tokenizer "zh" has them.  Two of its ranges are written with too few digits, and
 * so are others than they were meant to be; with them, quotation marks and dashes stand apart. */
bool tr_cjk_is_apart(uint32_t c);

/* As tercom's normalisation with support for Asian languages has them in sacreBLEU. */
bool tr_cjk_is_apart_ter(uint32_t c);

#endif
