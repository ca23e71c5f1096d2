//go:build !race

package fsserver

// shrink divides what is expensive by its size alone.
const shrink = 1
