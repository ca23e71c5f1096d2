//go:build !race

package hostiletest

// shrink divides what is expensive by its size alone.
const shrink = 1

// Seeds is over how many trees an expensive test should run.
const Seeds = 2
