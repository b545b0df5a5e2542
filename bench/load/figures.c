/* SPDX-License-Identifier: MIT */
/* Times in a histogram with a resolution of 1 in 64, and figures from /proc. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "load.h"

enum { FINE_BITS = 6, FINE = 1 << FINE_BITS, COARSE = 40 };

static int64_t histogram[COARSE * FINE], total, longest;

int64_t now_ns(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- latencies ---- */

static int bucket_of(int64_t ns)
{
    uint64_t us = ns > 0 ? (uint64_t)ns / 1000 : 0;
    if (us < FINE)
        return (int)us;
    int high = 63 - __builtin_clzll(us);
    int bucket = (high - FINE_BITS + 1) * FINE + (int)(us >> (high - FINE_BITS) & (FINE - 1));
    return bucket < COARSE * FINE ? bucket : COARSE * FINE - 1;
}

/* The bucket's lower end in milliseconds. */
static double bucket_ms(int bucket)
{
    int coarse = bucket / FINE, fine = bucket % FINE;
    if (coarse == 0)
        return fine / 1e3;
    return (double)((uint64_t)(FINE + fine) << (coarse - 1)) / 1e3;
}

void latency_reset(void)
{
    memset(histogram, 0, sizeof histogram);
    total = longest = 0;
}

void latency_add(int64_t ns)
{
    histogram[bucket_of(ns)]++;
    total++;
    longest = ns > longest ? ns : longest;
}

static double quantile(double part)
{
    int64_t wanted = (int64_t)((double)total * part), seen = 0;
    for (int i = 0; i < COARSE * FINE; i++) {
        seen += histogram[i];
        if (seen > wanted)
            return bucket_ms(i);
    }
    return (double)longest / 1e6;
}

void latency_print(void)
{
    printf("  latency       p50 %.2f ms  p99 %.2f ms  p99.9 %.2f ms  max %.2f ms\n", quantile(0.5),
           quantile(0.99), quantile(0.999), (double)longest / 1e6);
}

/* ---- /proc ---- */

static bool read_file(int pid, const char *name, char *out, size_t capacity)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t size = fread(out, 1, capacity - 1, file);
    out[size] = '\0';
    fclose(file);
    return size > 0;
}

static void server_time(int pid, struct usage *usage)
{
    char text[1024];
    unsigned long user, system;
    if (pid <= 0 || !read_file(pid, "stat", text, sizeof text))
        return;
    const char *at = strrchr(text, ')'); /* after the name, which may contain anything */
    double tick = (double)sysconf(_SC_CLK_TCK);
    if (!at ||
        sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        return;
    usage->server_user = (double)user / tick;
    usage->server_system = (double)system / tick;
    usage->server = usage->server_user + usage->server_system;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

void usage_now(int pid, struct usage *usage)
{
    struct rusage own;
    memset(usage, 0, sizeof *usage);
    usage->wall = (double)now_ns() / 1e9;
    server_time(pid, usage);
    CHECK(getrusage(RUSAGE_SELF, &own) == 0);
    usage->own = seconds_of(own.ru_utime) + seconds_of(own.ru_stime);
}

int64_t resident(int pid)
{
    char text[4096];
    int64_t pages;
    if (pid <= 0)
        return 0;
    if (read_file(pid, "smaps_rollup", text, sizeof text)) {
        const char *at = strstr(text, "\nRss:");
        if (at)
            return strtoll(at + 5, NULL, 10) * 1024;
    }
    if (!read_file(pid, "statm", text, sizeof text) || sscanf(text, "%*d %ld", &pages) != 1)
        return 0;
    return pages * sysconf(_SC_PAGESIZE);
}

void print_machine(void)
{
    double average[3] = {0, 0, 0};
    if (getloadavg(average, 3) < 1)
        return;
    printf("  machine       %ld processors, load %.1f in the last minute\n",
           sysconf(_SC_NPROCESSORS_ONLN), average[0]);
}
