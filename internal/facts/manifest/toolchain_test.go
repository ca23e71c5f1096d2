package manifest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestToolchains(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"Go 1.25.8":    {"go.mod": "module x.org/x\n\ngo 1.25.8\n\ntoolchain go1.26.0\n"},
		"Node.js >=20": {"package.json": `{"name":"x","engines":{"node":">=20"},"packageManager":"pnpm@10.1.0"}`},
		"pnpm 10.1.0":  {"package.json": `{"name":"x","packageManager":"pnpm@10.1.0+sha512.abc"}`},
		"Rust >=1.88":  {"Cargo.toml": "[package]\nname = \"x\"\nrust-version = \"1.88\"\n"},
		"Rust 1.95": {"Cargo.toml": "[workspace]\nmembers = [\"y\"]\n", "y/Cargo.toml": "[package]\nname = \"y\"\n",
			"y/src/lib.rs": "pub fn y() {}\n", "rust-toolchain.toml": "[toolchain]\nchannel = \"1.95\"\n"},
		"Rust 1.94.1": {"Cargo.toml": "[package]\nname = \"x\"\n", "src/lib.rs": "pub fn x() {}\n",
			"rust-toolchain": "1.94.1\n"},
		"Rust >=1.96": {"Cargo.toml": "[package]\nname = \"x\"\nrust-version.workspace = true\n" +
			"[workspace]\nmembers = [\"y\"]\n[workspace.package]\nrust-version = \"1.96\"\n",
			"y/Cargo.toml": "[package]\nname = \"y\"\nrust-version = \"1.88\"\n"},
		"Go 1.26": {"go.mod": "module x.org/x\n\ngo 1.26\n", "Cargo.toml": "[workspace]\nmembers = [\"y\", \"z\"]\n",
			"y/Cargo.toml": "[package]\nname = \"y\"\nrust-version = \"1.56\"\n",
			"z/Cargo.toml": "[package]\nname = \"z\"\nrust-version = \"1.71\"\n"},
		"Java 8": {"pom.xml": "<project><artifactId>x</artifactId>" +
			"<properties><maven.compiler.release>8</maven.compiler.release></properties></project>"},
		"Java 17": {"build.gradle.kts": "java { toolchain { languageVersion.set(JavaLanguageVersion.of(17)) } }\n"},
		"Java 11": {"build.gradle.kts": "java { toolchain { languageVersion.set(JavaLanguageVersion.of(21)) } }\n" +
			"tasks.compileJava { options.release.set(11) }\n"},
		"Python >=2.7": {"setup.py": "setup(name='x',\n  python_requires='>=2.7, !=3.0.*, !=3.1.*')\n"},
		"Python 3.9-3.13": {"setup.py": "setup(name='x', classifiers=[\n 'Programming Language :: Python :: 3.13',\n" +
			" 'Programming Language :: Python :: 3',\n 'Programming Language :: Python :: 3.9',\n])\n"},
		"Ruby >= 3.4": {"x.gemspec": "Gem::Specification.new do |s|\n s.name = 'x'\n" +
			" s.required_ruby_version = Gem::Requirement.new(\">= 3.4\")\nend\n"},
		".NET 10": {"x.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\">" +
			"<PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>"},
		"Python >=3.10,<4": {"pyproject.toml": "[project]\nname = \"x\"\nrequires-python = \">=3.10,<4\"\n"},
		"Julia ^1.6":       {"Project.toml": "name = \"X\"\nuuid = \"1\"\n[compat]\njulia = \"1.6\"\n"},
		"PHP ^8.2":         {"composer.json": `{"name":"x/y","require":{"php":"^8.2"}}`},
		"Ruby >= 3.0": {"x.gemspec": "Gem::Specification.new do |s|\n s.name = 'x'\n #s.required_ruby_version = '>= 2.5'\n" +
			" s.required_ruby_version = '>= 3.0'\nend\n"},
		"Ruby >= 3.1":   {"x.gemspec": "Gem::Specification.new do |s|\n s.name = 'x'\n s.required_ruby_version = '>= 3.1'\nend\n"},
		"Perl >=5.10.1": {"Makefile.PL": "WriteMakefile(\n  NAME => 'x',\n  MIN_PERL_VERSION => 5.010001,\n);\n"},
		"Perl >=5.36":   {"Makefile.PL": "WriteMakefile(NAME => 'x', MIN_PERL_VERSION => '5.36')\n"},
		"Swift 5.9": {"Package.swift": "// swift-tools-version: 6.10\n", "Package@swift-6.0.swift": "",
			"Package@swift-5.9.swift": "", "a/Package@swift-5.1.swift": ""},
		"Terraform >= 1.0": {"main.tf": "locals {\n}\n", "versions.tf": "terraform {\n  required_version = \">= 1.0\"\n}\n"},
		"": {"package.json": `{"name":"x","engines":{"node":"run me; now"}}`,
			"x/x.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net9.0</TargetFramework>" +
				"</PropertyGroup></Project>",
			"Package.swift": "// swift-tools-version: 5.1\n", "Package@swift-5.9.swift": "",
			"y/y.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFrameworks>net48;net8.0</TargetFrameworks>" +
				"</PropertyGroup></Project>",
			".nvmrc": "lts/*\n", ".ruby-version": strings.Repeat("1", 200)},
		"Node.js >=20, Rust >=1.88": {"package.json": `{"name":"x","engines":{"node":">=20"}}`,
			"src-tauri/Cargo.toml": "[package]\nname = \"x\"\nrust-version = \"1.88\"\n", ".nvmrc": "22"},
		"Python >=3.9, Ruby 3.2, Go 1.20": {"pyproject.toml": "[project]\nname = \"x\"\nrequires-python = \">=3.9\"\n",
			"a.py": "a = 1234\nb = 5678\n", "a.go": "package a\n\nvar a = 1\n",
			"Gemfile": "ruby '3.2'\n", "go.mod": "module x.org/x\ngo 1.20\n", ".java-version": "21"},
		"Elixir ~> 1.15": {"mix.exs": "defmodule X.MixProject do\n  def project do\n    [app: :x,\n      elixir: \"~> 1.15\"]\n  end\nend\n"},
		"Ruby >= 3.2": {"x.gemspec": "Gem::Specification.new do |s|\n s.name = 'x'\n s.required_ruby_version = '>= 3.2'\nend\n",
			"a.rb": "a = 1\nb = 2\n"},
	} {
		tree := fstest.MapFS{}
		for name, text := range files {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		got := readTree(t, tree).Toolchains
		slices.Sort(got)
		wanted := strings.Split(want, ", ")
		slices.Sort(wanted)
		if strings.Join(got, ", ") != strings.Join(wanted, ", ") {
			t.Errorf("%v: got %q, want %q", files, got, want)
		}
	}
}

// TestToolchainOfTools checks that tools in another language than the code make no toolchain of the target.
func TestToolchainOfTools(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"Package.swift": {Data: []byte("// swift-tools-version: 6.0\nlet p = Package(name: \"x\")\n")},
		"x.swift":       {Data: []byte(strings.Repeat("let x = 1\n", 99))}, "Gemfile": {Data: []byte("ruby '3.2'\n")},
		".ruby-version": {Data: []byte("3.2\n")},
	})
	if got := res.Toolchains; !slices.Equal(got, []string{"Swift 6.0"}) {
		t.Errorf("toolchains %q", got)
	}
}

// TestAndroidApp checks that the published modules of an app are no library.
func TestAndroidApp(t *testing.T) {
	module := "plugins { id 'maven-publish' }\n"
	for app, want := range map[string]bool{
		"id 'com.android.application'": false, "id 'com.android.application' version '8' apply false": true, "": true,
	} {
		res := readTree(t, fstest.MapFS{
			"lib/build.gradle": {Data: []byte(module)}, "lib/src/main/java/A.java": {Data: []byte("class A {}\n")},
			"app/build.gradle": {Data: []byte("plugins {\n " + app + "\n}\n")},
		})
		if got := len(res.EntryPoints) > 0; got != want {
			t.Errorf("%q: entry points %v", app, res.EntryPoints)
		}
	}
}

// TestSampleApp checks that an app that shows a library leaves it one.
func TestSampleApp(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"x/build.gradle":         {Data: []byte("apply plugin: 'com.vanniktech.maven.publish'\n")},
		"x/src/main/java/A.java": {Data: []byte("class A {}\n")},
		"x-sample/build.gradle":  {Data: []byte("apply plugin: 'com.android.application'\n")},
	})
	if len(res.EntryPoints) != 1 || res.EntryPoints[0].Kind != "library" {
		t.Errorf("entry points %v", res.EntryPoints)
	}
}

// TestAttributeVersion checks that the variable that a manifest names has the version, not another one beside it.
func TestAttributeVersion(t *testing.T) {
	manifest := "[project]\nname = \"x\"\ndynamic = [\"version\"]\n[tool.setuptools.dynamic]\nversion = {attr = \"x.OWN\"}\n"
	for text, want := range map[string]string{"__version__ = '9.9'\nOWN = '1.2'\n": "1.2", "__version__ = '9.9'\nOWN = f()\n": ""} {
		res := readTree(t, fstest.MapFS{"pyproject.toml": {Data: []byte(manifest)}, "x/__init__.py": {Data: []byte(text)}})
		if got := res.Manifests[0].Version; got != want {
			t.Errorf("%q: version %q, want %q", text, got, want)
		}
	}
}

func TestVersionFile(t *testing.T) {
	for content, want := range map[string]string{"1.2.3\n": "1.2.3", "v0.19.1-dev": "0.19.1-dev", "7": "", "version one": "", "1.2\n3.4": ""} {
		res := readTree(t, fstest.MapFS{"VERSION": {Data: []byte(content)}})
		if res.Version != want || (want != "") != (len(res.Evidence["version"]) == 1) {
			t.Errorf("%q: got %q with %v, want %q", content, res.Version, res.Evidence["version"], want)
		}
	}
}
