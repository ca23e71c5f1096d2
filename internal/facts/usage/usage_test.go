package usage

import (
	"strings"
	"testing"
)

// TestUse checks which lines of a README show that code imports a target or that people type its name.
func TestUse(t *testing.T) {
	n := Names{
		Packages: []string{"anvil", "@acme/anvil-kit", "org.acme:anvil-core", "example.org/acme/anvil.v3"},
		Programs: []string{"anvil", "anvil.py"},
	}
	for line, want := range map[string]Usage{
		"import { drop } from '@acme/anvil-kit'":          {Imported: true},
		"const a = require('anvil')":                      {Imported: true},
		"from anvil import drop":                          {Imported: true},
		"use anvil::Drop;":                                {Imported: true},
		"#include <anvil/anvil.h>":                        {Imported: true},
		"go get example.org/acme/anvil.v3":                {Imported: true},
		"[docs](https://docs.rs/anvil)":                   {Imported: true},
		"<a href=\"https://docs.rs/anvil\">":              {Imported: true},
		"[x](https://docs.rs/chrono) for anvil":           {},
		"{:anvil, \"~> 1.0\"}":                            {Imported: true},
		"gem 'anvil'":                                     {Imported: true},
		"ivy\"org.acme::anvil:1.2\"":                      {Imported: true},
		"\"org.acme\" %% \"anvil\" % \"1.2\"":             {Imported: true},
		"<artifactId>anvil-core</artifactId>":             {Imported: true},
		"$ npm install --save anvil":                      {Imported: true},
		"npm install -g anvil":                            {Typed: true},
		"$ anvil drop --from 3":                           {Typed: true},
		"python anvil.py roof":                            {Typed: true},
		"python other.py roof":                            {},
		"Usage: anvil [options]":                          {Typed: true},
		"npm install ./anvil":                             {},
		"Usage: other [options]":                          {},
		"brew install anvil":                              {Typed: true},
		"Anvil drops things.":                             {},
		"anvil is a tool that drops things.":              {},
		"import os":                                       {},
		"pip install anvil":                               {},
		"anvil = \"1.2\"":                                 {Imported: true},
		"from the anvils of Acme":                         {},
		"from within the anvil directory, you can":        {},
		strings.Repeat("x\n", maxBytes) + "gem 'anvil'\n": {},
	} {
		if got := Of(line+"\n", n); got != want {
			t.Errorf("%.60q: %+v, want %+v", line, got, want)
		}
	}
}
