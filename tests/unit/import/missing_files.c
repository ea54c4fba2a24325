/* missing_files.c - folders that are nearly a model, and what is said of them. */
#include "import/shared/missing_files.h"

#include <string.h>
#include <sys/stat.h>

#include "unit/scratch.h"
#include "unit/unit.h"

/* The sentence about a folder that holds files of these names; "" where there is none. */
static const char *say(const char *const *names, tr_error *err)
{
    scratch s;
    tr_bundle b;

    scratch_open(&s);
    err->msg[0] = '\0';
    for (; *names; names++)
        write_file(scratch_file(&s, *names), "x", 1);
    ck_assert_int_eq(tr_bundle_open(&b, s.folder, "", NULL), 0);
    const int rc = tr_missing_files_refuse(&b, err);
    ck_assert(rc == (*err->msg ? TR_EUNSUPPORTED : 0));
    tr_bundle_close(&b);
    scratch_count(&s, true);
    scratch_close(&s);
    return err->msg;
}

#define SAYS(words, ...)                                                                           \
    do {                                                                                           \
        const char *const names[] = {__VA_ARGS__, NULL};                                           \
        tr_error err;                                                                              \
        ck_assert_msg(strstr(say(names, &err), words), "%s", err.msg);                             \
    } while (0)

START_TEST(what_is_missing_is_named)
{
    SAYS("config.json: is there, but no weights: model.safetensors", "config.json", "vocab.json");
    SAYS("tf_model.h5: is for TensorFlow", "config.json", "tf_model.h5");
    SAYS("flax_model.msgpack: is for Flax", "flax_model.msgpack");
    SAYS("adapter_model.safetensors: changes another", "adapter_model.safetensors", "config.json");
    SAYS("model.bin: is there, but no vocabulary", "model.bin", "config.json");
    SAYS("no weights: model.bin", "shared_vocabulary.txt", "config.json");
    SAYS("decoder.yml: is there, but no tokenizer", "decoder.yml", "README.md");
    SAYS("neither config.json", "tokenizer_config.json");
}
END_TEST

START_TEST(a_model_within_a_folder_is_to_be_named)
{
    SAYS("name the model in it, such as a.npz", "z.npz", "a.npz", "README.md");
    SAYS("such as en_de.argosmodel", "en_de.argosmodel");
}
END_TEST

START_TEST(of_any_other_folder_nothing_is_said)
{
    static const char *const names[] = {"README.md", "npz", "x.txt", NULL};
    tr_error err;
    ck_assert_str_eq(say(names, &err), "");
    ck_assert_str_eq(say(names + 3, &err), "");
}
END_TEST

UNIT_MAIN("missing_files", what_is_missing_is_named, a_model_within_a_folder_is_to_be_named,
          of_any_other_folder_nothing_is_said)
