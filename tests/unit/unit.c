#include "unit.h"

#include <stdlib.h>

void unit_mark(const char *file, int line)
{
    enum { N = 64 };
    static _Thread_local int marked[N]; /* of each N lines the latest */
    const int at = line % N;

    if (marked[at] == line) return;
    marked[at] = line;
    (_mark_point)(file, line);
}

int unit_run(const char *name, const unit_test *tests, size_t n)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 300);
    for (size_t i = 0; i < n; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
