//go:build !race

package hostiletest

// shrink divides the sizes of expensive tricks.
const shrink = 1
