//go:build race

package hostiletest

// Shrink divides the sizes of expensive inputs of tests. The race detector looks for
// simultaneous steps, not for large ones, and makes each step many times as
// slow.
const Shrink = 8
