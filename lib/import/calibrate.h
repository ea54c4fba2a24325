/* calibrate.h - coefficients of the estimate of quality, fitted to a model that is being written.
 */
#ifndef TR_CALIBRATE_H
#define TR_CALIBRATE_H

#include "model/quality.h"
#include "translate.h"

/* Checks the text that the options give for it.  TR_EINVAL for lines that are too few, or have line
 * ends. */
int tr_calibrate_check(const tr_convert_options *o, tr_error *err);

/* Translates the text with the model file at `path` and fits *q to it; the work of `o` is done from
 * `done` on.  TR_EUNSUPPORTED where the lines do not tell, TR_ESTOPPED; errors of
 * tr_translate_stream(). */
int tr_calibrate_fit(const tr_convert_options *o, const char *path, double done, tr_quality *q,
                     tr_error *err);

/* True if the input is a model file of this program's. */
bool tr_calibrate_knows(const tr_convert_options *o);

/* Writes the output: such an input with coefficients *q that are fitted.  Errors as tr_convert().
 */
int tr_calibrate_model(const tr_convert_options *o, tr_quality *q, tr_error *err);

#endif
