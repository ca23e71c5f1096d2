package imports

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEdges(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		want       []string
	}{
		{"Go: below the longest module path, not from tests", `
-- go.mod --
module example.org/m
-- tools/go.mod --
module example.org/m/tools
-- main.go --
package main
import "example.org/m/a"
import (
	"fmt"
	x "example.org/m/tools/b" // why
	_ "example.org/other"
)
-- a/a.go --
package a
var s = ` + "`" + `
import "example.org/m"
` + "`" + `
-- a/a_test.go --
package a
import "example.org/m/tools/b"
-- tools/b/b.go --
package b
import "example.org/m/missing"
`, []string{`. -> a 1 "import \"example.org/m/a\""`, `. -> tools/b 1 "x \"example.org/m/tools/b\" // why"`}},
		{"Python: relative, source directories, a name space over two of them, strings that only look like imports", `
-- src/app/__init__.py --
-- src/app/cli.py --
"""
from app.core import nothing
"""
from . import core, util
from .core.engine import run
import os, app.core.engine
-- src/app/util.py --
x = 1
-- src/app/core/__init__.py --
from ..db import (
    Session,  # one
)
-- src/app/core/engine.py --
def run(): pass
-- src/app/db/__init__.py --
-- a/src/ns/one/x.py --
import ns.two.y
-- b/src/ns/two/y.py --
import requests
-- scripts/go.py --
import helper
from lib.h import f
-- scripts/helper.py --
-- scripts/lib/h.py --
def f(): pass
`, []string{`a/src/ns/one -> b/src/ns/two 1 "import ns.two.y"`, `scripts -> scripts/lib 1 "from lib.h import f"`,
			`src/app -> src/app/core 1 "from . import core, util"`, `src/app/core -> src/app/db 1 "from ..db import ("`}},
		{"Python: a package that installs itself is on the path", `
-- src/__init__.py --
-- src/setup.py --
-- src/kite/a/x.py --
from kite.b import y
-- src/kite/b/__init__.py --
-- other/__init__.py --
-- other/fly/a.py --
from fly.b import y
-- other/fly/b/__init__.py --
`, []string{`src/kite/a -> src/kite/b 1 "from kite.b import y"`}},
		{"TypeScript: aliases, packages of the workspace, endings of what is compiled to, several lines", `
-- tsconfig.json --
{ // comments are allowed
  "compilerOptions": {"baseUrl": ".", "paths": {"#lib/*": ["src/lib/*"],},},
}
-- src/app.ts --
import {
  a,
} from "./ui/button.js";
import type { X } from '#lib/deep/x';
export * from "@acme/core/sub";
const y = await import("@acme/core");
import "react";
import "../test/helper";
// import "./never"
-- src/ui/button.tsx --
const z = require('../lib');
-- src/lib/index.js --
-- src/lib/deep/x.ts --
-- src/never/index.ts --
-- test/helper.ts --
-- packages/core/package.json --
{"name": "@acme/core"}
-- packages/core/src/index.ts --
-- packages/core/src/sub/index.ts --
`, []string{`src -> packages/core/src 1 "const y = await import(\"@acme/core\");"`, `src -> packages/core/src/sub 1 "export * from \"@acme/core/sub\";"`,
			`src -> src/lib/deep 1 "import type { X } from '#lib/deep/x';"`, `src -> src/ui 1 "} from \"./ui/button.js\";"`,
			`src/ui -> src/lib 1 "const z = require('../lib');"`}},
		{"Rust: modules, the crate, its parent, another crate, not its tests", `
-- Cargo.toml --
[workspace]
-- one/Cargo.toml --
[package]
name = "one-lib"
-- one/src/lib.rs --
mod a;
pub mod b;
mod two;
use two::T;
-- one/src/two.rs --
-- one/src/a/mod.rs --
use super::b::B;
use crate::{b::c::C, d};
-- one/src/b.rs --
use self::c::C;
#[cfg(test)]
mod tests {
    use crate::a::A;
}
-- one/src/b/c/mod.rs --
-- two/Cargo.toml --
[package]
name = "two"
-- two/src/main.rs --
pub(crate) use one_lib::{
    a::A,
};
`, []string{`one/src -> one/src/a 1 "mod a;"`, `one/src -> one/src/b/c 1 "use self::c::C;"`, `one/src/a -> one/src 1 "use super::b::B;"`,
			`one/src/a -> one/src/b/c 1 "use crate::{b::c::C, d};"`, `two/src -> one/src/a 1 "pub(crate) use one_lib::{"`}},
		{"Java, Kotlin, C# and PHP: by what files declare", `
-- m/src/main/java/a/b/B.java --
package a.b;
import a.c.C;
import static a.d.D.x;
import java.util.List;
-- m/src/main/java/a/c/C.java --
package a.c;
-- m/src/main/kotlin/a/d/D.kt --
package a.d
import a.c.*
-- N/One.cs --
using System;
using static N.Two.Thing;
namespace N;
-- N/Two/Thing.cs --
namespace N.Two
{
    public class Thing {}
}
-- p/Http/Kernel.php --
<?php
namespace App\Http;
use App\Models\{User, Post};
require __DIR__ . '/../boot/init.php';
class Kernel { use App\Never; }
-- p/Models/User.php --
<?php namespace App\Models;
-- p/boot/init.php --
<?php
`, []string{`N -> N/Two 1 "using static N.Two.Thing;"`, `m/src/main/java/a/b -> m/src/main/java/a/c 1 "import a.c.C;"`,
			`m/src/main/java/a/b -> m/src/main/kotlin/a/d 1 "import static a.d.D.x;"`, `m/src/main/kotlin/a/d -> m/src/main/java/a/c 1 "import a.c.*"`,
			`p/Http -> p/Models 1 "use App\\Models\\{User, Post};"`, `p/Http -> p/boot 1 "require __DIR__ . '/../boot/init.php';"`}},
		{"C, Ruby and Haskell: by path, the nearest of several, none on a tie", `
-- src/main.c --
/* #include "never.h" */
#include <stdio.h>
#  include "util/log.h"
#include "api.h"
#include "both.h"
-- src/util/log.h --
-- include/api.h --
-- x/both.h --
-- y/both.h --
-- never.h --
-- gem/lib/gem.rb --
require "gem/version"
require_relative "gem/sub/x"
autoload :Y, "gem/sub/y"
require "json"
-- gem/lib/gem/version.rb --
-- gem/lib/gem/sub/x.rb --
-- gem/lib/gem/sub/y.rb --
-- hs/Main.hs --
import qualified Data.Thing as T
-- hs/Data/Thing.hs --
`, []string{`gem/lib -> gem/lib/gem 1 "require \"gem/version\""`, `gem/lib -> gem/lib/gem/sub 1 "require_relative \"gem/sub/x\""`,
			`hs -> hs/Data 1 "import qualified Data.Thing as T"`, `src -> include 1 "#include \"api.h\""`, `src -> src/util 1 "# include \"util/log.h\""`}},
		{"Zig: by the description of its modules", `
-- src/main.zig --
const std = @import("std");
const log = @import("util/log.zig");
// const no = @import("no/no.zig");
-- src/util/log.zig --
-- src/no/no.zig --
`, []string{`src -> src/util 1 "const log = @import(\"util/log.zig\");"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, edges(read(t, tt.tree))); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
		})
	}
}
