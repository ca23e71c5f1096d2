package facts

import (
	"strconv"
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
)

// TestStack reads the line of the stack of small targets.
func TestStack(t *testing.T) {
	code := strings.Repeat("console.log(1)\n", 200)
	server := "const app = require('express')()\napp.listen(3000)\n" + code
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"two processes": {map[string]string{
			"package.json":     `{"name":"a","main":"server.js","dependencies":{"express":"^4.18.2","ejs":"~3.1","better-sqlite3":"^9"},"devDependencies":{"koa":"2"}}`,
			"server.js":        server,
			"requirements.txt": "fastapi==0.110.0\nchromadb>=1\n", "main.py": "import fastapi\n" + strings.Repeat("print(1)\n", 200),
		}, "Express 4 · EJS · better-sqlite3 | FastAPI · Chroma"},
		"a program with windows": {map[string]string{
			"package.json":          `{"name":"a","private":true,"dependencies":{"react":"^19.1.0","react-dom":"^19.1.0","@tauri-apps/api":"^2"}}`,
			"index.html":            "<div></div>",
			"src/main.tsx":          code,
			"src-tauri/Cargo.toml":  "[package]\nname = \"a\"\n[dependencies]\ntauri = { version = \"2\" }\nlancedb = \"0.27\"\ntiny_http = \"0.12\"\n",
			"src-tauri/src/main.rs": "fn main() {}\n" + strings.Repeat("const A: i32 = 1;\n", 100),
		}, "Tauri 2 · React 19 · tiny_http · LanceDB"},
		"a site of documents does not count": {map[string]string{
			"package.json":      `{"name":"a","dependencies":{"express":">=4"}}`,
			"server.js":         server,
			"docs/package.json": `{"name":"docs","dependencies":{"next":"15"}}`, "docs/a.js": code,
		}, "Express"},
		"a template does not count": {map[string]string{
			"package.json": `{"name":"create-a","bin":"index.js","type":"module"}`, "index.js": "console.log(1)\n",
			"template-lit/package.json": `{"name":"b","dependencies":{"lit":"3"}}`, "template-lit/a.js": code,
		}, ""},
		"a small part does not count": {map[string]string{
			"package.json":     `{"name":"a","dependencies":{"express":"4"}}`,
			"server.js":        server + server + server + server + server + server,
			"mcp/package.json": `{"name":"m","dependencies":{"next":"15"}}`, "mcp/a.js": "a()\n",
		}, "Express 4"},
		"a choice of databases, a cloud, a broker": {map[string]string{
			"package.json": `{"name":"a","private":true,` +
				`"dependencies":{"express":"^4.18.2","pg":"8","mysql2":"3","kafkajs":"2","aws-sdk":"2"}}`,
			"server.js": server,
		}, "Express 4"},
		"a driver among others": {map[string]string{
			"package.json": `{"name":"a","private":true,"dependencies":{"express":"4","sqlite3":"5","x-mysql-driver":"3"}}`,
			"server.js":    server,
		}, "Express 4"},
		"the list of an installation": {map[string]string{
			"requirements.txt": "fastapi==0.110.0\nrich==13.7.0\nMako==1.3.0\nJinja2==3\n" +
				strings.Join(strings.Fields("a b c d e f g h i j k l m"), "==1\n") + "==1\n",
			"package.json": `{"name":"a","main":"a.js"}`, "a.py": "b = 1\n", "b.py": "b = 1\n",
			"main.py": "import fastapi\nfrom jinja2 import Template\napp = fastapi.FastAPI()\n" +
				strings.Repeat("print(1)\n", 200),
		}, "FastAPI · Jinja"},
		"modules of other names": {map[string]string{
			"requirements.txt": "scikit-learn==1.5.0\ngoogle-generativeai==0.8.0\npyqt5==5.15\n" +
				"grpcio==1.6\npsycopg2-binary==2.9\n" +
				strings.Join(strings.Fields("a b c d e f g h i j k l m"), "==1\n") + "==1\n",
			"a.py": "b = 1\n", "b.py": "b = 1\n",
			"main.py": "import sklearn\nimport google.generativeai as genai\nimport rich\n" +
				strings.Repeat("print(1)\n", 200),
		}, "Gemini SDK/scikit-learn"},
		"only tests import it": {map[string]string{
			"go.mod": "module x\n\ngo 1.22\n\nrequire (\n" +
				"\tgithub.com/spf13/cobra v1.8.0\n\tgithub.com/gorilla/mux v1.8.0\n)\n",
			"main.go":   "package main\n\nimport \"github.com/spf13/cobra\"\n\nfunc main() { cobra.CheckErr(nil) }\n",
			"x_test.go": "package main\n\nimport _ \"github.com/gorilla/mux\"\n",
		}, "Cobra"},
		"a library with a database": {map[string]string{
			"go.mod": "module example.com/x\n\ngo 1.22\n\nrequire go.mongodb.org/mongo-driver v1.8.0\n",
			"x.go": "// Package x codes values.\npackage x\n" +
				"\nimport \"go.mongodb.org/mongo-driver/bson\"\n\nfunc F() { bson.Marshal(1) }\n",
		}, "1 runtime dependency: go.mongodb.org/mongo-driver"},
		"a library beside its program": {map[string]string{
			"Cargo.toml": "[workspace]\nmembers = [\"jo-cli\"]\n[package]\nname = \"jo\"\nversion = \"1.0.0\"\n" +
				"[dependencies]\nclap = \"4\"\nserde = \"1\"\n",
			"src/lib.rs": strings.Repeat("pub fn a() {}\n", 200),
		}, "2 runtime dependencies: serde and clap"},
		"one file imports two packages of a feature": {func() map[string]string {
			files := map[string]string{
				"go.mod": "module x\n\ngo 1.22\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n\tgithub.com/mark3labs/mcp-go v0.9.0\n)\n",
				"main.go": "package main\n\nimport (\n\t\"github.com/mark3labs/mcp-go/mcp\"\n\t\"github.com/mark3labs/mcp-go/server\"\n" +
					"\t\"github.com/spf13/cobra\"\n)\n\nfunc main() { cobra.CheckErr(server.Serve(mcp.New())) }\n",
			}
			for i := range fewDirectories {
				files["p"+strconv.Itoa(i)+"/a.go"] = "package p\n"
			}
			return files
		}(), "2 runtime dependencies: mark3labs/mcp-go and spf13/cobra"},
		"a package of a workspace": {map[string]string{
			"package.json":            `{"private":true,"workspaces":["packages/*"]}`,
			"packages/a/main.js":      server + server + server + server + server,
			"packages/b/b.js":         server,
			"packages/a/package.json": `{"name":"a","main":"main.js","dependencies":{"express":"4"}}`,
			"packages/b/package.json": `{"name":"b","dependencies":{"nunjucks":"3"}}`,
		}, "Express 4"},
		"a library without dependencies": {map[string]string{
			"package.json": `{"name":"a","main":"a.js","exports":"./a.js","devDependencies":{"express":"4"}}`,
			"a.js":         "module.exports = 1\n",
		}, "no runtime dependencies"},
		"a library with a peer": {map[string]string{
			"package.json": `{"name":"a","main":"a.js","exports":"./a.js","peerDependencies":{"left-pad":"4"}}`,
			"a.js":         "module.exports = 1\n",
		}, ""},
		"a library with a few and a peer": {map[string]string{
			"package.json": `{"name":"a","main":"a.js","exports":"./a.js","dependencies":{"x":"4"},` +
				`"peerDependencies":{"x":"4","y":"4"}}`,
			"a.js": "module.exports = 1\n",
		}, "1 runtime dependency: x; 1 optional or peer"},
		"a library with a few and an option": {map[string]string{
			"Cargo.toml": "[package]\nname = \"jo\"\nversion = \"1.0.0\"\n[dependencies]\nx = \"4\"\n" +
				"y = { version = \"1\", optional = true }\n",
			"src/lib.rs": "pub fn f() {}\n",
		}, ""},
		"a library with a few": {map[string]string{
			"package.json": `{"name":"a","main":"a.js","exports":"./a.js","dependencies":{"x":"4","y":"1"}}`,
			"a.js":         "module.exports = 1\n",
		}, "2 runtime dependencies: x and y"},
		"a parser of command lines alone": {map[string]string{
			"Cargo.toml":  "[package]\nname = \"jo\"\nversion = \"1.0.0\"\n[dependencies]\nclap = \"4\"\nhtml5ever = \"1\"\n",
			"src/main.rs": "fn main() {}\n",
		}, "2 runtime dependencies: html5ever and clap"},
		"a parser of command lines with options": {map[string]string{
			"Cargo.toml": "[package]\nname = \"jo\"\nversion = \"1.0.0\"\n[dependencies]\nclap = \"4\"\n" +
				"html5ever = { version = \"1\", optional = true }\n",
			"src/main.rs": "fn main() {}\n",
		}, "clap"},
		"a terminal and a parser": {map[string]string{
			"pyproject.toml": "[project]\nname = \"jo\"\nversion = \"1.0.0\"\ndependencies = [\"click\", \"prompt_toolkit\"]\n" +
				"[project.scripts]\njo = \"jo.main:run\"\n",
			"jo/main.py": "import click\nimport prompt_toolkit\ndef run(): pass\n",
		}, "prompt_toolkit · Click"},
		"tables in one file of many": {func() map[string]string {
			files := map[string]string{
				"pyproject.toml": "[project]\nname = \"jo\"\nversion = \"1.0.0\"\ndependencies = [\"click\", \"rich\"]\n" +
					"[project.scripts]\njo = \"jo.main:run\"\n",
				"jo/main.py": "import click\ndef run(): pass\n", "jo/table.py": "from rich.table import Table\n",
			}
			for i := range leastUses {
				files["jo/m"+strconv.Itoa(i)+".py"] = "import click\n"
			}
			return files
		}(), "Click"},
		"a view in one file of many": {func() map[string]string {
			files := map[string]string{"package.json": `{"name":"a","private":true,"dependencies":{"lit":"3","express":"4"}}`,
				"server.js": server, "b.js": "import { css } from \"lit\";\n"}
			for i := range leastUses {
				files["m"+strconv.Itoa(i)+".js"] = "f()\n"
			}
			return files
		}(), "Express 4"},
		"a library in Go": {map[string]string{
			"go.mod": "module example.com/x\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/yaml/v2 v2.0.0\n\tgo.uber.org/zap v1.0.0\n" +
				"\tgithub.com/stretchr/testify v1.0.0\n)\n",
			"x.go": "// Package x codes values.\npackage x\n\n" +
				"import (\n\t\"github.com/a/yaml/v2\"\n\t\"go.uber.org/zap\"\n)\n",
			"y.go":       "package x\n\nimport \"go.uber.org/zap\"\n\nfunc F() { zap.F() }\n",
			"x_test.go":  "package x\n\nimport \"github.com/stretchr/testify/assert\"\n",
			"far/go.mod": "module example.com/x/far\n\ngo 1.22\n\nrequire example.com/x v1.0.0\n",
			"far/far.go": "package far\n\nimport \"example.com/x\"\n",
		}, "2 runtime dependencies: go.uber.org/zap and a/yaml"},
		"a library in Go with generated code": {map[string]string{
			"go.mod": "module example.com/x\n\ngo 1.22\n\nrequire go.uber.org/zap v1.0.0\n",
			"x.go":   "// Package x codes values.\npackage x\n\nimport \"go.uber.org/zap\"\n",
			"y.go":   "// Code generated by y. DO NOT EDIT.\npackage x\n\nfunc F() {}\n",
		}, ""},
		"a library for Arduino": {map[string]string{
			"library.properties": "name=Jo sensor library\nversion=1.2.0\nsentence=Arduino library for Jo\ndepends=Jo Unified (>=1.0)\n",
			"Jo.h":               "int a(void);\n", "Jo.cpp": strings.Repeat("int a = 1;\n", 40),
		}, "1 runtime dependency: Jo Unified"},
		"an old library for Arduino": {map[string]string{
			"library.properties": "name=Jo\nversion=1.2.0\nsentence=Arduino library for Jo\n",
			"Jo.h":               "int a(void);\n", "Jo.cpp": strings.Repeat("int a = 1;\n", 40),
		}, ""},
		"a web application of .NET": {map[string]string{
			"a.csproj":   `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup><PackageReference Include="Npgsql" Version="9.0.0"/></ItemGroup></Project>`,
			"Program.cs": "var app = WebApplication.Create();\napp.Run();\n",
		}, "ASP.NET Core (.NET 10) · PostgreSQL"},
	} {
		src, scan := factstest.Tree(t, c.files)
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Stack != c.want {
			t.Errorf("%s (%s): %q, want %q", name, f.Kind, f.Stack, c.want)
		}
		for _, l := range f.Libraries {
			if len(l.Evidence) == 0 {
				t.Errorf("%s: no evidence of %s", name, l.Name)
			}
		}
	}
}
