//go:build !linux

package sandbox

const (
	worked        = "worked"
	becomeAnother = "becoming another program"
	landlockPart  = "Landlock"
	seccompPart   = "seccomp"
)

type attempt struct{ do func(world) error }

// attempts are made where there is a level above none.
func attempts() map[string]attempt { return nil }

// pretend is for kernels that have something to lack.
func pretend([]string) {}
