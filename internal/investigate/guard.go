package investigate

import (
	"fmt"
	"runtime/debug"

	"luminos"
	"luminos/internal/store"
	"luminos/internal/words"
)

// guarded calls ask, a function of an engine, and returns its result. A panic becomes an error, so that it costs one
// pass or one unit; its stack goes to the log.
func guarded[T any](r *run, pass luminos.Pass, unit luminos.Path, ask func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine panicked: %s", words.Line(fmt.Sprint(p), 200))
			r.memory.log(store.Line{Pass: string(pass), Unit: string(unit), Text: err.Error() + "\n" + string(debug.Stack())})
		}
	}()
	return ask()
}
