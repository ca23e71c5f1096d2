package main

import (
	"testing"

	"github.com/spf13/cobra"

	"luminos/internal/analyst"
	"luminos/internal/model"
)

// TestRefinementFlags resolves flags of the command line and settings of a file to a number of passes.
func TestRefinementFlags(t *testing.T) {
	for _, c := range []struct {
		args []string
		file map[string]string
		want int // -1 is an error of usage
	}{
		{nil, nil, 0},
		{[]string{"--refine"}, nil, 1},
		{[]string{"--refine-depth", "3"}, nil, 3},
		{[]string{"--refine-depth", "1"}, nil, 1},
		{[]string{"--refine=false", "--refine-depth", "3"}, nil, -1},
		{[]string{"--refine", "--refine-depth", "3"}, nil, 3},
		{nil, map[string]string{"refine": "true"}, 1},
		{nil, map[string]string{"refine-depth": "2"}, 2},
		{nil, map[string]string{"refine": "false", "refine-depth": "2"}, 0},
		{[]string{"--refine"}, map[string]string{"refine-depth": "2"}, 2},
		{[]string{"--refine=false"}, map[string]string{"refine-depth": "2"}, 0},
		{[]string{"--refine-depth", "4"}, map[string]string{"refine": "false"}, 4},
	} {
		o, cmd := &modelOptions{}, &cobra.Command{}
		o.flags(cmd)
		for name, value := range c.file {
			f := cmd.Flags().Lookup(name)
			if wrong := set(f, []string{value}); wrong != "" {
				t.Fatal(wrong)
			}
			f.Annotations = map[string][]string{origin: {"luminos.toml:1"}}
		}
		if err := cmd.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		err := o.check(cmd, false)
		if got := o.passes; (err != nil) != (c.want < 0) || err == nil && got != c.want {
			t.Errorf("%v and %v: %d passes, %v, want %d", c.args, c.file, got, err, c.want)
		}
		if m, _ := o.models(); (m.Refine != "") != (c.want > 0) {
			t.Errorf("%v and %v: the model is %q", c.args, c.file, m.Refine)
		}
	}
	o := modelFlags(t, "--refine", "--model", "a", "--refine-model", "b")
	if m, _ := o.models(); m != (analyst.Models{Survey: "a", Plan: "a", Directories: "a", Synthesis: "a", Judge: "a", Refine: "b"}) {
		t.Errorf("models: %+v", m)
	}
	o = modelFlags(t, "--refine", "--cheap")
	if m, _ := o.models(); m.Refine != model.DefaultSmall {
		t.Errorf("with --cheap %q refines", m.Refine)
	}
}
