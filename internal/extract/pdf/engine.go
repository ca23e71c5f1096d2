package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// memoryPages bounds the memory of an instance: 256 MiB, in pages of 64 KiB. No file of 1,245 of others reached it.
const memoryPages = 256 << 20 / (64 << 10)

var (
	errNotLoaded = errors.New("PDFium is not loaded")
	// ErrNoCompiler reports that this process cannot make memory executable, because of its processor, its system or
	// because it is confined.
	ErrNoCompiler = errors.New("this process cannot run compiled modules")
)

// loaded is the PDFium of this process. The lock is held while a file is read, so that there is one instance at most.
var loaded struct {
	sync.Mutex
	pool pdfium.Pool
}

// Prepare compiles PDFium into a directory, unless its machine code is there. That takes about 15 seconds and 300 MB.
// The code is executed by each process that calls Load, so no confined process may write the directory.
func Prepare(ctx context.Context, dir string) error {
	pool, err := compile(ctx, dir)
	if err != nil {
		return err
	}
	return pool.Close()
}

// Load loads PDFium into this process, from the directory that Prepare has filled; if it is not filled, it compiles.
// The process must not be confined yet, since it makes memory executable. Instances need no such right: Reader makes
// and replaces them in the confined process.
func Load(ctx context.Context, dir string) error {
	loaded.Lock()
	defer loaded.Unlock()
	if loaded.pool != nil {
		return nil
	}
	pool, err := compile(context.WithoutCancel(ctx), dir)
	if err != nil {
		return err
	}
	loaded.pool = pool
	return nil
}

// compile returns a pool with the machine code of a directory.
func compile(ctx context.Context, dir string) (pool pdfium.Pool, err error) {
	defer func() {
		if failed := recover(); failed != nil { // wazero panics without executable memory
			err = fmt.Errorf("%w: %v", ErrNoCompiler, failed)
		}
	}()
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, err
	}
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	return start(ctx, wazero.NewRuntimeConfigCompiler().WithCompilationCache(cache))
}

// start returns a pool of at most one instance, which is made anew for each file: no state of a file reaches the next.
func start(ctx context.Context, c wazero.RuntimeConfig) (pdfium.Pool, error) {
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(newMemory))
	return webassembly.Init(webassembly.Config{
		Context: ctx, MaxTotal: 1,
		FSConfig: wazero.NewFSConfig(), // no files
		Stdout:   io.Discard, Stderr: io.Discard,
		RuntimeConfig: c.WithCloseOnContextDone(true).WithMemoryLimitPages(memoryPages),
	})
}

// instance returns a new instance of PDFium, and its module. The pool must be locked.
func instance(ctx context.Context) (pdfium.Pdfium, api.Module, error) {
	if loaded.pool == nil {
		return nil, nil, errNotLoaded
	}
	i, err := loaded.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, nil, err
	}
	// The functions of go-pdfium keep all handles, ask for each character, and call FPDFBookmark_Find for the
	// destination of a bookmark. So the functions of the module are called, which go-pdfium does not hand out.
	v := reflect.Indirect(reflect.ValueOf(i.GetImplementation()))
	if v.Kind() == reflect.Struct {
		if f := v.FieldByName("Module"); f.IsValid() && f.CanInterface() {
			if m, ok := f.Interface().(api.Module); ok {
				return i, m, nil
			}
		}
	}
	_ = i.Close() // the other error is returned
	return nil, nil, errors.New("go-pdfium has no module")
}
