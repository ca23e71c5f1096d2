//go:build !race

package fsserver

// shrink divides the sizes of expensive tests.
const shrink = 1
