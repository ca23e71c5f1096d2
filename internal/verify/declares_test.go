package verify_test

import (
	"runtime"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/verify"
)

// A flag counts if a source declared it, in the form of one of many libraries. A source that gives it to another
// program, or names it in a text, did not.
func TestDeclarationsOfFlags(t *testing.T) {
	const found = "1 doc.flag --all-rows"
	for _, test := range []struct{ file, text, want string }{
		{"a.py", "p.add_argument('-a', '--all-rows')\n", found},
		{"a.py", "p.add_argument(\n    '-a',\n    '--all-rows',\n)\n", found},
		{"a.py", "@click.option(\"--all-rows/--some-rows\")\n", found},
		{"a.py", "all_rows: bool = typer.Option(False)\n", found},
		{"a.py", "flags.DEFINE_bool('all_rows', False, 'x')\n", found},
		{"a.go", "all := flag.Bool(\"all-rows\", false, \"x\")\n", found},
		{"a.go", "cmd.Flags().BoolVarP(&all, \"all-rows\", \"a\", false, \"x\")\n", found},
		{"a.go", "common.OptionalBoolFlag(flags, &opts.all, \"all-rows\", \"x\")\n", found},
		{"a.js", "parseListFlag(args, ['--all-rows', '-a'])\n", found},
		{"a.go", "&cli.BoolFlag{\n\tName: \"all-rows\",\n}\n", found},
		{"a.go", "All bool `long:\"all-rows\"`\n", found},
		{"a.go", "case \"--all-rows\":\n", found},
		{"a.rs", ".arg(Arg::new(\"x\").long(\"all-rows\"))\n", found},
		{"a.rs", "#[arg(short, long)]\npub all_rows: bool,\n", found},
		{"a.rs", "\"-a\" | \"--all-rows\" => all = true,\n", found},
		{"a.rs", "Long(\"all-rows\") => {}\n", found},
		{"a.js", "program.option('-a, --all-rows <n>', 'x')\n", found},
		{"a.js", ".option('all-rows', {\n", found},
		{"a.js", "const flags = {\n  'all-rows': Flags.boolean({\n", found},
		{"a.js", "if (args[0] === '--all-rows') {\n", found},
		{"a.rb", "o.on('-a', '--all-rows', 'x') do\n", found},
		{"a.rb", "method_option :all_rows, type: :boolean\n", found},
		{"a.c", "{\"all-rows\", no_argument, 0, 'a'},\n", found},
		{"a.c", "if (!strcmp(argv[i], \"--all-rows\"))\n", found},
		{"a.java", "@Option(names = {\"-a\", \"--all-rows\"})\n", found},
		{"a.php", "->addOption('all-rows', 'a')\n", found},
		{"a.hs", "switch (long \"all-rows\" <> help \"x\")\n", found},
		{"a.pl", "GetOptions(\n  'all-rows|a=s' => \\$all,\n", found},
		{"a.sh", "case $1 in\n  -a|--all-rows)\n", found},
		{"a.sh", "other --all-rows\n", ""},
		{"a.py", "subprocess.run(['other', '--all-rows'])\n", ""},
		{"a.go", "exec.Command(\"other\", \"--all-rows\")\n", ""},
		{"a.js", "// pass --all-rows\n", ""},
		{"a.py", "ID = '--all-rows'\n", ""},
		{"a.py", "all_rows = 1\n", ""},
		{"a.cc", "DEFINE_bool(all_rows, false, \"x\");\n", found},
		{"a.go", "fs.BoolVar(&all, \"all-rows\", false, \"x\")\n", found},
		{"a.java", "parser.accepts(\"all-rows\");\n", found},
		{"a.rs", "opts.optflag(\"a\", \"all-rows\", \"x\");\n", found},
		{"a.cc", "options.add_options()\n  (\"a,all-rows\", \"x\");\n", found},
		{"a.java", "private long all_rows;\n", ""},
		{"a.js", "// optional all-rows\n", ""},
		{"a.js", "// option(\"all-rows\")\n", ""},
		{"a.py", "# an option 'all-rows'\n", ""},
		{"a.py", "optimize(x, all_rows)\n", ""},
		{"a.py", "optimize('all-rows')\n", ""},
		{"a.py", "adopt('all-rows')\n", ""},
		{"a.py", "parse_opt(all_rows)\n", ""},
		{"a.js", "fs.readFile('all-rows')\n", ""},
		{"a.js", "if (req.accepts('all-rows')) {\n", ""},
		{"a_test.go", "flag.Bool(\"all-rows\", false, \"x\")\n", ""},
	} {
		src := changed(t, true, map[string]string{"README.md": "Pass `--all-rows`.\n", test.file: test.text},
			map[string]string{test.file: "\n"})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != test.want {
			t.Errorf("%s %q: got %q, %v", test.file, test.text, withoutNearest(r), err)
		}
	}
}

// A flag that a library can make of a field is there while the field is: of one word, if the library is of the
// language. A program that takes the flags of a library can have any.
func TestFlagsThatLibrariesDerive(t *testing.T) {
	const all = "1 doc.flag --all-rows"
	for _, test := range []struct{ file, before, after, want string }{
		{"a.rs", "#[clap(long)]\npub all_rows: bool,\n", "#[clap(flatten)]\npub all_rows: bool,\n", ""},
		{"a.py", "p.add_argument('--all-rows')\n", "all_rows: bool\n", ""},
		{"a.py", "p.add_argument('--all-rows')\n", "all_rows = 1\n", all},
		{"a.js", "opts.option('all-rows')\n", "allRows: 1\n", ""},
		{"a.py", "p.add_argument('--table')\n", "import fire\ndef run(table: bool):\n", ""},
		{"a.py", "p.add_argument('--table')\n", "def clap(table: bool):\n", "1 doc.flag --table"},
		{"a.py", "p.add_argument('--table')\n", "@dataclass\n  table: bool\n", ""},
		{"a.rs", "#[clap(long)]\npub all_rows: bool,\n", "#[command(flatten)]\nmore: other::Rows,\n", ""},
		{"a.rs", "#[clap(long)]\npub all_rows: bool,\n", "#[command(flatten)]\nmore: crate::Rows,\n", all},
		{"a.go", "flag.Bool(\"all-rows\", false, \"\")\n", "other.InitFlags(nil)\n", ""},
		{"a.go", "flag.Bool(\"all-rows\", false, \"\")\n", "InitFlags(nil)\n", all},
	} {
		src := changed(t, true, map[string]string{"README.md": "Pass `--all-rows` or `--table`.\n", test.file: test.before},
			map[string]string{test.file: test.after})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		if err != nil || withoutNearest(r) != test.want {
			t.Errorf("%s %q: got %q, %v", test.file, test.after, withoutNearest(r), err)
		}
	}
}

// A flag in code of a sentence is one statement, though the sentence has it, too.
func TestFlagsAreCheckedOnce(t *testing.T) {
	for text, want := range map[string]int{
		"Call `kit --all-rows`.": 1, "Call the `kit --all-rows` or `kit --table`,\nor `kit --all-rows`.": 3,
	} {
		src, _ := write(t, map[string]string{"README.md": text + "\n", "bin/kit": "x"})
		r, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, nil)
		if err != nil || r.Checked != want {
			t.Errorf("%q: %d checked, want %d, %v", text, r.Checked, want, err)
		}
	}
}

// A line with a wanted word many times is read in time and memory that grow as the line.
func TestDeclarationsAreBounded(t *testing.T) {
	for _, word := range []string{"a ", "\"a"} {
		line := strings.Repeat(word, 2000/len(word)) + "\n"
		src := changed(t, true, map[string]string{
			"README.md": "Pass `--a`.\n", "a.py": strings.Repeat(line, 50),
		}, map[string]string{"a.py": "\n"})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := verify.Documents(t.Context(), src, []luminos.Path{"README.md"}, src)
		runtime.ReadMemStats(&after)
		if size := after.TotalAlloc - before.TotalAlloc; err != nil || size > 26<<20 {
			t.Errorf("%q: took %d bytes, %v", word, size, err)
		}
	}
}
