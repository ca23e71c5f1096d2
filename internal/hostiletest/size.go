//go:build !race

package hostiletest

// Shrink divides the sizes of expensive inputs of tests.
const Shrink = 1
