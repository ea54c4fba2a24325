/* rtf_descriptions.h - what stands for pictures and shapes in RTF: "{\sp{\sn wzDescription}{\sv A
 * red rose}}". */
#ifndef TR_RTF_DESCRIPTIONS_H
#define TR_RTF_DESCRIPTIONS_H

#include "document/rtf/rtf_pages.h"
#include "document/segment/builder.h"

/* Builds the descriptions in the group at bytes `all`, each as an attribute.  `uc`: how many
 * characters behind "\u233" stand for it there. */
void tr_rtf_build_descriptions(tr_builder *b, tr_rtf_pages *pages, tr_span all, int uc);

#endif
