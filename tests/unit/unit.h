/* unit.h - the main() of a Check suite: UNIT_MAIN("arena", a_test, another_test, ...). */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stdlib.h>

typedef const TTest *unit_test;

static inline int unit_run(const char *name, const unit_test *tests, size_t n)
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

#define UNIT_MAIN(name, ...)                                                                       \
    int main(void)                                                                                 \
    {                                                                                              \
        const unit_test tests[] = {__VA_ARGS__};                                                   \
        return unit_run(name, tests, sizeof tests / sizeof *tests);                                \
    }

#endif
