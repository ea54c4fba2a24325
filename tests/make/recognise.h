/* recognise.h - whether an importer takes an input for one of its kind, as convert asks it. */
#ifndef RECOGNISE_H
#define RECOGNISE_H

#include "import/importers.h"

static inline int recognise(const tr_importer *importer, const char *input, tr_error *err)
{
    tr_convert_options options;
    tr_import im;

    tr_convert_options_init(&options);
    options.input = input;
    options.output = "";
    tr_import_init(&im, &options);
    const int inside = tr_import_look_inside(&im, NULL);
    const int is = importer->recognises(input, inside > 0 ? &im.bundle : NULL, err);
    tr_import_close(&im);
    return is;
}

#endif
