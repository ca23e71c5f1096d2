//go:build !race

package hostiletest

// shrink divides the sizes of expensive tricks.
const shrink = 1

// Seeds is over how many trees an expensive test should run.
const Seeds = 2
