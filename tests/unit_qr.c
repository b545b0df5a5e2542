/* SPDX-License-Identifier: MIT */
/* QR codes: libqrencode makes the same squares, for every size at both levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <qrencode.h>

#include "base/qr.h"

enum { SIZE_MAX_LOW = 271, SIZE_MAX_MEDIUM = 213 };

static bool is_same(const struct qr *ours, const QRcode *theirs)
{
    if (ours->width != theirs->width)
        return false;
    for (int y = 0; y < ours->width; y++)
        for (int x = 0; x < ours->width; x++)
            if (qr_dark(ours, x, y) != (theirs->data[y * theirs->width + x] & 1))
                return false;
    return true;
}

/* Theirs is ours with one of the masks; and which one ours would have chosen. */
static void compare(const uint8_t *bytes, int size, enum qr_level level, int *agreed)
{
    struct qr qr;
    int found = 0;
    QRcode *theirs =
        QRcode_encodeData(size, bytes, 0, level == QR_LOW ? QR_ECLEVEL_L : QR_ECLEVEL_M);
    assert_non_null(theirs);
    for (int mask = 0; mask < QR_MASKS; mask++) {
        assert_true(qr_make(&qr, bytes, (size_t)size, level, mask));
        found += is_same(&qr, theirs);
    }
    assert_int_equal(found, 1);
    assert_true(qr_make(&qr, bytes, (size_t)size, level, QR_MASK_BEST));
    *agreed += is_same(&qr, theirs);
    QRcode_free(theirs);
}

static void test_every_size(void **unused)
{
    uint8_t bytes[SIZE_MAX_LOW];
    int agreed = 0, count = SIZE_MAX_LOW + SIZE_MAX_MEDIUM;
    (void)unused;
    for (int i = 0; i < SIZE_MAX_LOW; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 7 + 11);
    for (int size = 1; size <= SIZE_MAX_LOW; size++)
        compare(bytes, size, QR_LOW, &agreed);
    for (int size = 1; size <= SIZE_MAX_MEDIUM; size++)
        compare(bytes, size, QR_MEDIUM, &agreed);
    print_message("the same mask was chosen %d times of %d\n", agreed, count);
    assert_true(agreed * 3 > count); /* chance alone would agree on one in eight */
}

static void test_link(void **unused)
{
    static const char link[] = "https://kufsa.example/#QWERTY/0123456789abcdef0123456789abcdef";
    struct qr qr;
    int agreed = 0;
    (void)unused;
    compare((const uint8_t *)link, (int)strlen(link), QR_LOW, &agreed);
    assert_true(qr_make(&qr, link, strlen(link), QR_LOW, QR_MASK_BEST));
    assert_int_equal(qr.width, 33);
    assert_false(qr_dark(&qr, -1, 0));
    assert_false(qr_dark(&qr, 0, 33));
    assert_true(qr_dark(&qr, 0, 32)); /* a corner of the third finder */
}

static void test_too_long(void **unused)
{
    static const uint8_t bytes[SIZE_MAX_LOW + 1];
    struct qr qr;
    (void)unused;
    assert_true(qr_make(&qr, bytes, SIZE_MAX_LOW, QR_LOW, QR_MASK_BEST));
    assert_int_equal(qr.width, QR_WIDTH_MAX);
    assert_false(qr_make(&qr, bytes, SIZE_MAX_LOW + 1, QR_LOW, QR_MASK_BEST));
    assert_false(qr_make(&qr, bytes, SIZE_MAX_MEDIUM + 1, QR_MEDIUM, QR_MASK_BEST));
    assert_false(qr_make(&qr, bytes, SIZE_MAX, QR_LOW, QR_MASK_BEST));
    assert_true(qr_make(&qr, bytes, 0, QR_LOW, QR_MASK_BEST));
    assert_int_equal(qr.width, 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
