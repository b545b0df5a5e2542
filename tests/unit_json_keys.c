/* SPDX-License-Identifier: MIT */
/*
 * Objects with many keys, ordinary ones and hostile ones: duplicates are found, members are found,
 * and no choice of keys makes the reader slow.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/json.h"

static const char twice[] = "the same key twice in an object";

enum { MANY = 100000 };

struct big {
    struct text text;
    struct json_value *values;
    struct json json;
};

static void big_open(struct big *big, size_t size)
{
    char *buffer = malloc(size);
    big->values = malloc((2 * MANY + 4) * sizeof *big->values);
    assert_true(buffer && big->values);
    text_init(&big->text, buffer, size);
    text_char(&big->text, '{');
}

static const char *big_read(struct big *big)
{
    text_char(&big->text, '}');
    assert_false(big->text.overflow);
    return json_read(&big->json, big->values, 2 * MANY + 4, big->text.bytes, big->text.size);
}

static void big_close(struct big *big)
{
    free(big->text.bytes);
    free(big->values);
}

static void big_add(struct big *big, const char *key, int64_t number)
{
    if (number > 0)
        text_char(&big->text, ',');
    text_char(&big->text, '"');
    text_string(&big->text, key);
    text_string(&big->text, "\":");
    text_number(&big->text, number);
}

/* The longest path in an object's trie: what reading one more key could cost. */
static int trie_depth(const struct json_value *nodes, uint32_t object)
{
    int *depth = calloc(nodes[object].next, sizeof *depth);
    assert_non_null(depth);
    int deepest = 0;
    depth[object + 1] = 1;
    for (uint32_t key = object + 1; key < nodes[object].next; key = nodes[key + 1].next) {
        assert_true(depth[key] > 0); /* a link only leads to later keys */
        if (depth[key] > deepest)
            deepest = depth[key];
        for (int side = 0; side < 2; side++) {
            if (nodes[key].link[side] != 0)
                depth[nodes[key].link[side]] = depth[key] + 1;
        }
    }
    free(depth);
    return deepest;
}

static void many_keys(void **state)
{
    (void)state;
    struct big big;
    char key[32];
    big_open(&big, 3 << 20);
    for (int i = 0; i < MANY; i++) {
        snprintf(key, sizeof key, i % 3 == 0 ? "\\u006b%d" : "k%d", i);
        big_add(&big, key, i);
    }
    assert_null(big_read(&big));
    assert_int_equal(big.values[0].count, MANY);
    assert_true(trie_depth(big.values, 0) < 30); /* 17 levels could hold them */
    for (int i = 0; i < MANY; i++) {
        int64_t number = -1;
        snprintf(key, sizeof key, "k%d", i);
        uint32_t value = json_member(&big.json, 0, key);
        assert_true(value != 0 && json_integer(&big.json, value, &number));
        assert_int_equal(number, i);
    }
    assert_int_equal(json_member(&big.json, 0, "k100000"), 0);
    big.text.size--; /* open the brace again */
    big_add(&big, "k77777", MANY);
    assert_string_equal(big_read(&big), twice);
    big_close(&big);
}

/*
 * Keys with one hash, made by the thousand. Let low be the low seven bits of an FNV-1a state and y
 * those after a byte below 128 was put in: the state becomes (state + y - low) * prime, and the new
 * low bits follow from y alone. So the hash is linear in the differences y - low, and each row here
 * (a short vector of the lattice of all that add nothing modulo 2^64) leads from one key to
 * another with the same hash, as long as every y stays within seven bits.
 */
enum { TRICKS = 12, TRICK_SIZE = 24, TRICK_KEYS = 20000 };

static const int8_t tricks[TRICKS][TRICK_SIZE] = {
    {-2, -1, 3, -1, -1, -4, 0, 2, 1, -3, 2, -1, 0, 2, -1, 0, -1, 1, -2, 1, 1, 0, -1, -1},
    {-1, -1, 3, 3, 0, -1, 0, 3, -3, -2, 1, 1, -2, 3, 3, -1, 1, -2, 1, 2, 0, 0, 0, 2},
    {0, 0, -4, -2, 1, -4, 2, 2, 2, 1, -1, 2, 1, -1, -1, 1, 3, 3, 1, 0, -3, -1, -1, -1},
    {-5, 1, 2, 0, 0, -1, -2, -1, -4, -1, 3, 1, -1, -2, 1, -1, 0, -2, 0, 1, 2, 4, 1, 2},
    {2, 0, -1, 4, 1, -1, 1, 2, 3, 3, -3, -2, -5, 0, 1, 1, 1, -1, 2, 1, -2, 0, 0, 1},
    {-3, -3, 1, 2, 0, 1, 0, 2, 2, 3, -2, -3, -2, 3, 4, -1, -3, 0, 0, 2, 0, -1, -1, -1},
    {0, 0, -1, 1, -2, -2, 0, 1, 0, -5, 4, -2, -2, -3, 1, -1, 2, 0, -1, 0, 1, 5, 0, 0},
    {5, 3, -1, 0, 2, -3, 0, 0, 3, -3, -1, -4, 0, 0, -1, -3, -1, 1, -1, 2, 0, 2, 0, -2},
    {-3, 3, -4, 0, 1, -1, 2, 0, 0, 1, -1, 3, -1, 1, 0, -2, -1, -4, 1, 4, 0, 3, 0, 2},
    {-1, 1, -3, 1, 3, 0, -2, 3, 2, 1, 0, 4, 0, 1, 3, -3, 0, -3, 0, 4, 2, -2, -1, 0},
    {4, -3, -1, 4, 0, -3, 5, 1, 0, -1, -2, -3, 0, -1, -3, -1, 0, -2, 0, 0, 0, 2, -1, 1},
    {-2, -3, 1, 5, -2, 0, 1, 0, -2, 3, 1, 0, 0, -3, 2, 0, -2, 1, -2, 1, -2, 3, 1, 3},
};

/* The key that a choice of tricks leads to: digits of base three say not, once or backwards. */
static bool trick_key(uint32_t choice, char key[TRICK_SIZE])
{
    int sum[TRICK_SIZE] = {0};
    for (int t = 0; t < TRICKS; t++, choice /= 3) {
        for (int i = 0; i < TRICK_SIZE; i++)
            sum[i] += tricks[t][i] * (choice % 3 == 2 ? -1 : (int)(choice % 3));
    }
    int low = HASH_START & 127;
    for (int i = 0; i < TRICK_SIZE; i++) {
        int y = low + sum[i];
        if (y < 0 || y > 127)
            return false;
        key[i] = (char)(low ^ y);
        low = y * 0x1b3 & 127;
    }
    return true;
}

static void add_trick_key(struct big *big, const char *key, int number)
{
    struct json_out out;
    json_out_init(&out, &big->text);
    out.comma = number > 0;
    json_out_string_sized(&out, key, TRICK_SIZE);
    text_string(&big->text, ":0");
}

static void keys_of_one_hash(void **state)
{
    (void)state;
    struct big big;
    char key[TRICK_SIZE], again[TRICK_SIZE] = {0};
    big_open(&big, 8 << 20);
    uint32_t choice = 0;
    for (int count = 0; count < TRICK_KEYS; choice++) {
        if (!trick_key(choice, key))
            continue;
        if (count == TRICK_KEYS - 100)
            memcpy(again, key, sizeof again);
        add_trick_key(&big, key, count++);
    }
    assert_null(big_read(&big));
    assert_int_equal(big.values[0].count, TRICK_KEYS);
    for (uint32_t k = 1; k < big.values[0].next; k = big.values[k + 1].next)
        assert_true(big.values[k].hash == big.values[1].hash);
    assert_true(trie_depth(big.values, 0) <= 64 + 8 * (TRICK_SIZE + 1));
    big.text.size--;
    add_trick_key(&big, again, 1);
    assert_string_equal(big_read(&big), twice);
    big_close(&big);
}

/* Two well-known strings of one FNV-1a hash. */
static void two_keys_of_one_hash(void **state)
{
    (void)state;
    struct big big;
    big_open(&big, 128);
    big_add(&big, "8yn0iYCKYHlIj4-BwPqk", 0);
    big_add(&big, "GReLUrM4wMqfg9yzV3KQ", 1);
    assert_null(big_read(&big));
    assert_true(big.values[1].hash == big.values[3].hash);
    assert_int_equal(json_member(&big.json, 0, "8yn0iYCKYHlIj4-BwPqk"), 2);
    assert_int_equal(json_member(&big.json, 0, "GReLUrM4wMqfg9yzV3KQ"), 4);
    big.text.size--;
    big_add(&big, "\\u0047ReLUrM4wMqfg9yzV3KQ", 2);
    assert_string_equal(big_read(&big), twice);
    big_close(&big);
}

/* All keys of up to three letters: many are the beginning of others. */
static void every_short_key(void **state)
{
    (void)state;
    struct big big;
    char key[8];
    big_open(&big, 1 << 20);
    int count = 0;
    for (int a = 0; a < 26; a++) {
        for (int b = 0; b <= 26; b++) {
            for (int c = 0; c <= (b > 0 ? 26 : 0); c++) {
                key[0] = (char)('a' + a);
                key[1] = b > 0 ? (char)('a' + b - 1) : '\0';
                key[2] = c > 0 ? (char)('a' + c - 1) : '\0';
                key[3] = '\0';
                big_add(&big, key, count++);
            }
        }
    }
    assert_null(big_read(&big));
    assert_int_equal(big.values[0].count, 26 + 26 * 26 + 26 * 26 * 26);
    assert_true(trie_depth(big.values, 0) < 30);
    int64_t number;
    assert_true(json_integer(&big.json, json_member(&big.json, 0, "a"), &number) && number == 0);
    assert_true(json_integer(&big.json, json_member(&big.json, 0, "zzz"), &number));
    assert_int_equal(number, count - 1);
    big_close(&big);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_keys),
        cmocka_unit_test(keys_of_one_hash),
        cmocka_unit_test(two_keys_of_one_hash),
        cmocka_unit_test(every_short_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
