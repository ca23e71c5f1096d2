//go:build !linux

package sandbox

func confine(string, Options) (State, error) { return available(), nil }

func available() State {
	return State{None, []string{"Landlock and seccomp are of Linux: what this system offers instead is not used, so the process has the user's rights"}}
}

func reason(err error) string { return err.Error() }
