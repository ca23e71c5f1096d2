//go:build cgo && !noparsers

package outline

/*
#include <stdbool.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Declared by tree-sitter's api.h, which is not in the include path of this package.
void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

// left is the number of bytes that the parse on this thread may still allocate. spent is not 0 after more bytes were
// allocated; the parser reads it as its cancellation flag.
static _Thread_local size_t left, spent;

static void *counted(void *p, size_t n) {
	if (!p && n) abort();
	if (n > left) spent = 1;
	left -= n < left ? n : left;
	return p;
}
static void *get(size_t n) { return counted(malloc(n), n); }
static void *get_zero(size_t number, size_t size) { return counted(calloc(number, size), number * size); }
static void *get_again(void *p, size_t n) { return counted(realloc(p, n), n); }
static void count_allocations(void) { ts_set_allocator(get, get_zero, get_again, free); }

static size_t *allow(size_t n) { left = n; spent = 0; return &spent; }
static bool used_up(void) { return spent; }

// give_back returns free memory to the system. The C library keeps it otherwise, apart for each thread.
static void give_back(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

import (
	"sync"
	"unsafe"
)

// countAllocations lets the parsers allocate memory with functions that count bytes. It is called before any parse.
var countAllocations = sync.OnceFunc(func() { C.count_allocations() })

// allow sets the number of bytes that the parsers may allocate on this thread from now on, and returns the flag that
// stops a parse on this thread when it has allocated more.
func allow(bytes int) *uintptr { return (*uintptr)(unsafe.Pointer(C.allow(C.size_t(bytes)))) }

// usedUp reports whether more bytes were allocated on this thread than allow permits.
func usedUp() bool { return bool(C.used_up()) }

// giveBack returns free memory of the C library to the system.
func giveBack() { C.give_back() }
