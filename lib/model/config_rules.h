/* config_rules.h - what the keys of a model file must have in common. */
#ifndef TR_CONFIG_RULES_H
#define TR_CONFIG_RULES_H

#include "model/config.h"
#include "model/keys.h"

/* Refuses what tr_config_read() has read from *k where a key is good alone, but not beside the
 * others, and texts that are not what they should be. */
void tr_config_check(const tr_config *c, tr_keys *k);

#endif
