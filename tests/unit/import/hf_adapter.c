/* hf_adapter.c - adapters of PEFT beside a Hugging Face directory, or in a folder of their own. */
#include <math.h>
#include <sys/stat.h>

#include "formats/safetensors.h"
#include "import/shared/foreign.h"
#include "make/hf_job.h"
#include "unit/unit.h"

#define MATRIX "model.encoder.layers.0.fc1"
#define PREFIX "base_model.model."

enum { N_OUT = HF_FFN, N_IN = HF_DIM, RANK = 2 };

static const float down[RANK * N_IN] = {1, 0, -1, 2, 0.5f, 0.25f, 0, -3};
static const float up[N_OUT * RANK] = {1, 2, -1, 0, 0, 3, 0.5f, 0.5f, 4, -2, 0, 0};
static const char settings[] = "{\"peft_type\": \"LORA\", \"r\": 2, \"lora_alpha\": 6}";

static void add_halves(safetensors_maker *m)
{
    safetensors_add(m, PREFIX MATRIX ".lora_A.weight", "F32", "2,4", down, sizeof down);
    safetensors_add(m, PREFIX MATRIX ".lora_B.weight", "F32", "6,2", up, sizeof up);
}

/* Writes the files of an adapter. */
static void write_adapter(hf_job *j, const char *json, safetensors_maker *m)
{
    tr_buf file = safetensors_end(m);

    hf_write_text(&j->m.dir, "adapter_config.json", json);
    write_file(scratch_file(&j->m.dir, "adapter_model.safetensors"), file.data, file.len);
    tr_buf_free(&file);
}

/* A model with an adapter of one matrix beside it. */
static void open_adapted(hf_job *j, const char *json)
{
    safetensors_maker m = {0};

    hf_job_open(j, "bart");
    hf_write(&j->m);
    add_halves(&m);
    write_adapter(j, json, &m);
}

static void read_array(hf_job *j, const char *name, size_t first, size_t n,
                       const tr_element_layout *layout, float *out)
{
    const tr_foreign_array *const a = tr_foreign_find(j->im.foreign, name);

    ck_assert_ptr_nonnull(a);
    ck_assert_int_eq(j->im.foreign->read(j->im.file, a, first, n, layout, out, &j->err), 0);
}

/* What the model itself has. */
static void read_base(hf_job *j, const char *name, float *out, size_t n)
{
    const tr_element_layout layout = {N_IN, N_IN, 1};
    const tr_array *const a = tr_arrays_find(j->im.file, name);

    ck_assert_ptr_nonnull(a);
    ck_assert_int_eq(tr_arrays_floats(a, 0, n, &layout, out, &j->err), 0);
}

static float product(size_t o, size_t i)
{
    return up[o * RANK] * down[i] + up[o * RANK + 1] * down[N_IN + i];
}

static void check_merged(const char *json, float scale)
{
    const tr_element_layout layout = {N_IN, N_IN, 1}, turned = {N_IN, 1, 3};
    float base[N_OUT * N_IN], merged[N_OUT * N_IN], part[3 * N_IN];
    hf_job j;

    open_adapted(&j, json);
    hf_imports(&j);
    ck_assert_msg(strstr(tr_buf_text(&j.notes), "adapter_model.safetensors is merged"), "%s",
                  tr_buf_text(&j.notes));
    read_base(&j, MATRIX ".weight", base, N_OUT * N_IN);
    read_array(&j, MATRIX ".weight", 0, N_OUT * N_IN, &layout, merged);
    for (size_t k = 0; k < N_OUT * N_IN; k++)
        ck_assert_float_eq_tol(merged[k], base[k] + scale * product(k / N_IN, k % N_IN), 1e-5f);
    read_array(&j, MATRIX ".weight", 2 * N_IN, 3 * N_IN, &turned, part);
    for (size_t o = 0; o < 3; o++)
        for (size_t i = 0; i < N_IN; i++)
            ck_assert(part[i * 3 + o] == merged[(2 + o) * N_IN + i]);
    hf_import_end(&j);
    hf_job_close(&j);
}

START_TEST(an_adapter_beside_a_model_is_merged)
{
    check_merged(settings, 3);
    check_merged("{\"peft_type\": \"LORA\", \"r\": 8, \"lora_alpha\": 6, \"use_rslora\": true, "
                 "\"use_dora\": false, \"alpha_pattern\": {}, \"init_lora_weights\": true}",
                 6 / sqrtf(2));
}
END_TEST

START_TEST(a_product_that_float_cannot_hold_is_refused)
{
    const tr_element_layout layout = {N_IN, N_IN, 1};
    float merged[N_OUT * N_IN];
    hf_job j;

    open_adapted(&j, "{\"peft_type\": \"LORA\", \"lora_alpha\": 1e308}");
    hf_imports(&j);
    const tr_foreign_array *const a = tr_foreign_find(j.im.foreign, MATRIX ".weight");
    ck_assert_int_eq(j.im.foreign->read(j.im.file, a, 0, N_OUT * N_IN, &layout, merged, &j.err),
                     TR_EFORMAT);
    ck_assert_msg(strstr(j.err.msg, "fc1.lora_A.weight: added to the model"), "%s", j.err.msg);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

START_TEST(an_adapter_may_have_a_folder_of_its_own)
{
    safetensors_maker m = {0};
    char folder[300];
    hf_job j, other;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    hf_job_open(&other, "bart");
    add_halves(&m);
    write_adapter(&other, settings, &m);
    snprintf(folder, sizeof folder, "%s", other.m.dir.folder);
    j.options.adapter = folder;
    hf_imports(&j);
    ck_assert_ptr_nonnull(tr_foreign_find(j.im.foreign, MATRIX ".weight")->added);
    hf_import_end(&j);
    j.options.adapter = "/nowhere/at/all";
    hf_refuses(&j, TR_EIO, "/nowhere/at/all");
    hf_job_close(&other);
    hf_job_close(&j);
}
END_TEST

static void check_replaced(const char *name)
{
    const float bias[N_OUT] = {1, 2, 3, 4, 5, 6};
    const tr_element_layout layout = {N_OUT, N_OUT, 1};
    safetensors_maker m = {0};
    float x[N_OUT];
    hf_job j;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    add_halves(&m);
    safetensors_add(&m, name, "F32", "6", bias, sizeof bias);
    write_adapter(&j, settings, &m);
    hf_imports(&j);
    read_array(&j, MATRIX ".bias", 0, N_OUT, &layout, x);
    ck_assert(!memcmp(x, bias, sizeof x));
    hf_import_end(&j);
    hf_job_close(&j);
}

START_TEST(arrays_that_were_trained_whole_take_the_places_of_the_models)
{
    check_replaced(PREFIX MATRIX ".bias");
    check_replaced(PREFIX MATRIX ".base_layer.bias"); /* beside an adapter of its layer */
}
END_TEST

static void check_refused(const char *json, int code, const char *sentence)
{
    hf_job j;

    open_adapted(&j, json);
    hf_refuses(&j, code, sentence);
    hf_job_close(&j);
}

START_TEST(what_cannot_be_merged_is_refused)
{
#define WITH(member) "{\"peft_type\": \"LORA\", \"lora_alpha\": 6, " member "}"
    check_refused("{}", TR_EUNSUPPORTED, "only LORA can be merged");
    check_refused("{\"peft_type\": \"IA3\"}", TR_EUNSUPPORTED, "of the kind IA3");
    check_refused("{\"peft_type\": \"LORA\"}", TR_EFORMAT, "lora_alpha is not a number");
    check_refused(WITH("\"use_dora\": true"), TR_EUNSUPPORTED, "use_dora is not supported");
    check_refused(WITH("\"fan_in_fan_out\": true"), TR_EUNSUPPORTED, "fan_in_fan_out");
    check_refused(WITH("\"alpha_pattern\": {\"q_proj\": 4}"), TR_EUNSUPPORTED, "alpha_pattern");
    check_refused(WITH("\"init_lora_weights\": \"pissa_niter_4\""), TR_EUNSUPPORTED,
                  "changes the model's own weights");
    check_refused(WITH("\"init_lora_weights\": \"OLoRA\""), TR_EUNSUPPORTED,
                  "changes the model's own weights");
    check_refused(WITH("\"alora_invocation_tokens\": [5, 6]"), TR_EUNSUPPORTED,
                  "alora_invocation_tokens is not supported");
    check_refused("[]", TR_EFORMAT, "adapter_config.json");
#undef WITH
}
END_TEST

/* An adapter of one more array. */
static void check_array_refused(const char *name, const char *shape, int code, const char *sentence)
{
    const float x[64] = {0};
    safetensors_maker m = {0};
    const char *const comma = strchr(shape, ',');
    const size_t n = (size_t)atoi(shape) * (comma ? (size_t)atoi(comma + 1) : 1);
    hf_job j;

    hf_job_open(&j, "bart");
    hf_write(&j.m);
    add_halves(&m);
    safetensors_add(&m, name, "F32", shape, x, n * sizeof *x);
    write_adapter(&j, settings, &m);
    hf_refuses(&j, code, sentence);
    hf_job_close(&j);
}

START_TEST(what_does_not_fit_the_model_is_refused)
{
    check_array_refused(PREFIX "model.encoder.layers.9.fc1.lora_A.weight", "2,4", TR_EFORMAT,
                        "has no lora_B beside it");
    check_array_refused(PREFIX "model.encoder.layers.9.fc1.lora_B.weight", "2,4", TR_EFORMAT,
                        "has no lora_A beside it");
    check_array_refused(PREFIX "model.encoder.layers.9.fc1.weight", "2,4", TR_EFORMAT,
                        "layers.9.fc1.weight is not in the model");
    check_array_refused(PREFIX "model.encoder.layers.0.fc2.weight", "6,4", TR_EFORMAT,
                        "has another shape in the model");
    check_array_refused(PREFIX "model.shared.lora_embedding_A", "2,20", TR_EUNSUPPORTED,
                        "lora_embedding_A is not supported");
}
END_TEST

START_TEST(an_adapter_without_weights_is_no_adapter)
{
    hf_job j;

    open_adapted(&j, settings);
    unlink(scratch_file(&j.m.dir, "adapter_model.safetensors"));
    hf_refuses(&j, TR_EIO, "adapter_model.safetensors: No such file");
    hf_write_text(&j.m.dir, "adapter_model.bin", "no archive");
    hf_refuses(&j, TR_EFORMAT, "adapter_model.bin");
    hf_job_close(&j);
}
END_TEST

UNIT_MAIN("hf_adapter", an_adapter_beside_a_model_is_merged,
          a_product_that_float_cannot_hold_is_refused, an_adapter_may_have_a_folder_of_its_own,
          arrays_that_were_trained_whole_take_the_places_of_the_models,
          what_cannot_be_merged_is_refused, what_does_not_fit_the_model_is_refused,
          an_adapter_without_weights_is_no_adapter)
