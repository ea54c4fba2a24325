/* judge.h - the public tr_judge: threads that take segments, a few at a time. */
#ifndef TR_JUDGE_H
#define TR_JUDGE_H

#include "judge/judge_worker.h"
#include "translate.h"

#endif
