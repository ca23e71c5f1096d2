//go:build !linux

package sandbox

const (
	worked        = "worked"
	becomeAnother = "becoming another program"
	landlockPart  = "Landlock"
	seccompPart   = "seccomp"
)

type attempt struct{ do func(world) error }

// attempts returns nothing, since this system has no sandbox.
func attempts() map[string]attempt { return nil }

// pretend does nothing, since there is no part to miss.
func pretend([]string) {}
