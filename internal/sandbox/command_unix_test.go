//go:build unix

package sandbox

import (
	"context"
	"io"
	"syscall"
	"testing"
	"time"
)

func TestChildHasAGroupOfItsOwn(t *testing.T) {
	cmd, in, _ := startWaiting(t, t.Context(), order{})
	group, err := syscall.Getpgid(cmd.Process.Pid)
	if err != nil || group != cmd.Process.Pid {
		t.Errorf("the child %d is in group %d (%v), the parent in %d", cmd.Process.Pid, group, err, syscall.Getpgrp())
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("a child whose input ended: %v", err)
	}
}

// The output of the child ends when its last holder does, which is its own child.
func TestEndOfContextKillsTheWholeGroup(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd, in, out := startWaiting(t, ctx, order{Spawn: true})
	defer in.Close()
	cancel()
	ended := make(chan error)
	go func() {
		_, err := io.Copy(io.Discard, out)
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the child of the child is still there")
		in.Close()
		<-ended
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the child ended well")
	}
}
