package facts

import (
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
)

// TestKindByPlace checks the kinds of targets without a manifest that declares a package.
func TestKindByPlace(t *testing.T) {
	lisp := "(defun jo () 1)\n" + strings.Repeat("(setq a 1)\n", 40)
	vim := strings.Repeat("let g:a = 1\n", 40)
	c := strings.Repeat("int a(void);\n", 40)
	ruby := strings.Repeat("a = 1\n", 40)
	flask := "from flask import Flask\n\napp = Flask(__name__)\n" + strings.Repeat("a = 1\n", 40)
	for name, x := range map[string]struct {
		files map[string]string
		want  string
	}{
		"lisp": {map[string]string{"README.md": "# Jo-El\n\nMakes JSON.\n", "lisp/jo-el.el": lisp}, "Emacs package"},
		"lisp without a title": {map[string]string{"README.md": "Makes JSON.\n", "lisp/jo.el": lisp,
			"lisp/jo-el.el": "", "lisp/a.el": ""},
			"Emacs package"},
		"lisp of settings": {map[string]string{"README.md": "# Jo\n\nMy files.\n", "jo.el": lisp, "init.el": lisp}, ""},
		"a plugin of Vim":  {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "plugin/jo.vim": vim}, "Vim plugin"},
		"a plugin with modules of Lua": {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "plugin/jo.vim": vim,
			"lua/jo/init.lua": "a = 1\n"}, "Vim plugin"},
		"a gem with a server as an example": {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "lib/jo.rb": ruby,
			"lib/jo/a.rb": ruby, "Rakefile": "task\n", "examples/config.ru": "run\n"}, "library"},
		"two files in lib": {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "lib/jo.rb": ruby,
			"lib/joe.rb": ruby, "lib/jo/a.rb": ruby, "Rakefile": "task\n"}, ""},
		"a syntax of Vim":      {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "syntax/jo.vim": vim}, ""},
		"a library of C":       {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "jo.h": c, "jo.c": c}, "library"},
		"another header":       {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "joe.h": c, "jo.c": c}, ""},
		"a gem":                {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "lib/jo.rb": ruby, "lib/jo/a.rb": ruby, "Rakefile": "task\n"}, "library"},
		"sources of a site":    {map[string]string{"README.md": "# Jo\n\nMakes JSON.\n", "lib/jo.rb": ruby, "lib/jo/a.rb": ruby, "Rakefile": "task\n", "config.ru": "run\n"}, ""},
		"a package of Crystal": {map[string]string{"shard.yml": "name: jo\nversion: 1.0.0\n", "src/jo.cr": ruby}, "library"},
		"a program of Crystal": {map[string]string{"shard.yml": "name: jo\ntargets:\n  jo:\n    main: src/jo.cr\n",
			"src/jo.cr": ruby}, "program"},
		"a program of Nim that a README imports": {map[string]string{"jo.nimble": "version = \"1\"\nbin = @[\"jo\"]\nsrcDir = \"src\"\n",
			"README.md": "# Jo\n\nMakes JSON.\n\n    require('jo')\n", "src/jo.nim": ruby}, "program"},
		"a program and a library of C": {map[string]string{
			"CMakeLists.txt": "project(jo)\nadd_executable(jo jo.c)\n", "libjo.pc.in": "Name: jo\n", "jo.h": c,
			"README.md": "# Jo\n\nMakes JSON.\n\n    #include <jo.h>\n", "jo.c": "int main() {\n}\n" + c}, "program and library"},
		"a program of C beside a directory of its library": {map[string]string{
			"CMakeLists.txt": "project(jo)\nadd_executable(jo jo.c)\n", "lib/libjo.pc.in": "Name: jo\n", "lib/jo.h": c,
			"jo.c": "int main() {\n}\n" + c}, "program and library"},
		"a program of C for plugins": {map[string]string{
			"CMakeLists.txt": "project(jo)\nadd_executable(jo jo.c)\n", "jo.pc.in": "Name: jo\n", "jo.h": c, "jo.c": "int main() {\n}\n" + c}, "program"},
		"a server that is a command": {map[string]string{
			"package.json": `{"name": "jo-server", "description": "A command-line server", "bin": "jo.js"}`, "jo.js": "#!/usr/bin/env node\n" + ruby}, "server and command-line program"},
		"data and the code for them": {map[string]string{"datapackage.json": `{"name": "jo"}`, "jo.csv": c,
			"a.py": ruby, "b.py": ruby}, "data package"},
		"a specification":   {map[string]string{"README.md": "# Jo\n\nJo is an open specification of JSON.\n", "package.json": `{"name":"oa-tools"}`, "a.js": ruby, "1.md": strings.Repeat("Words.\n", 400)}, "specification"},
		"an image":          {map[string]string{"README.md": "# Jo\n\nThis is the repo of the Docker \"Official Image\" for jo.\n", "Dockerfile": "FROM x\n", "a.sh": ruby}, "Dockerfiles of a container image"},
		"pages with Flask":  {map[string]string{"requirements.txt": "Flask==3\n", "app/__init__.py": flask, "app/templates/a.html": "a", "app/templates/b.html": "b", "app/templates/c.html": "c"}, "web application"},
		"an API with Flask": {map[string]string{"requirements.txt": "Flask==3\n", "app/__init__.py": flask}, ""},
		"a template of pages": {map[string]string{"README.md": "# Jo\n\nA front-end template for sites.\n", "package.json": `{"name":"jo","main":"a.js"}`,
			"src/index.html": "<p>", "a.js": ruby}, "template"},
	} {
		x.files["LICENSE"] = "MIT License\n"
		src, scan := factstest.Tree(t, x.files)
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Kind != x.want {
			t.Errorf("%s: %q of %q in %q, want %q", name, f.Kind, f.Name, f.MainLanguage, x.want)
		}
	}
}

// TestDescriptionOfABuild checks that the build of CMake describes the package of another system beside it, and that
// the two forms of Fortran are one language.
func TestDescriptionOfABuild(t *testing.T) {
	src, scan := factstest.Tree(t, map[string]string{
		"fpm.toml": "name = \"jo\"\n", "CMakeLists.txt": "project(fortran_jo DESCRIPTION \"Standard means for Fortran\")\n",
		"README.md": "# Jo\n\nThe standard has no means.\n", "src/jo.f90": "module jo\nend module\n",
	})
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil || f.Description != "Standard means for Fortran" || f.MainLanguage != "Fortran" || f.Name != "jo" {
		t.Errorf("%q, %q in %q, error %v", f.Name, f.Description, f.MainLanguage, err)
	}
}
