//go:build race

package hostiletest

// shrink divides the sizes of expensive tricks. The race detector looks for
// simultaneous steps, not for large ones, and makes each step many times as
// slow.
const shrink = 8
