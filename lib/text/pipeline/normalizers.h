/* normalizers.h - the steps that write a text in another way: each makes one part of one part. */
#ifndef TR_NORMALIZERS_H
#define TR_NORMALIZERS_H

#include "text/pipeline/steps.h"

int tr_step_normalize(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err);
int tr_step_lowercase(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err);
int tr_step_strip_accents(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                          tr_aligned *out, tr_error *err);
int tr_step_strip(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err);
int tr_step_nmt(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                tr_error *err);
int tr_step_replace(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                    tr_aligned *out, tr_error *err);
int tr_step_prepend(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                    tr_aligned *out, tr_error *err);
int tr_step_precompiled(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                        tr_aligned *out, tr_error *err);
int tr_step_bytes(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err);

#endif
