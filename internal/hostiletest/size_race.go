//go:build race

package hostiletest

// shrink divides what is expensive by its size alone. The race detector is
// after what happens at the same time, and makes every step many times as slow.
const shrink = 8

// Seeds is over how many trees an expensive test should run.
const Seeds = 1
