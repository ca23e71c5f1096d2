package interfaces

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// found lists the places in a source as "KIND NAME:LINE".
func found(p luminos.Path, language, content string) string {
	f := Find(luminos.Text{Path: p, Content: content}, &luminos.File{
		Path: p, Category: luminos.CategorySource, Language: language,
	})
	if f == nil {
		return "nil"
	}
	var out []string
	for k, places := range f.places {
		for _, place := range places {
			out = append(out, fmt.Sprintf("%d %s:%d", k, place.Name, place.Line))
		}
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		path     luminos.Path
		language string
		content  string
		want     string
	}{
		{"s.js", "JavaScript", "const PORT = process.env.PORT || 3000\napp.listen(PORT, f)", "0 3000:2 6 PORT:1"},
		{"s.js", "JavaScript", "app.listen(8080)\nhistory.listen(onChange)\nprotocol.listen(transport)", "0 8080:1"},
		{"s.js", "JavaScript", "app.get('/a', f)\naxios.get('/b', f)\nm.get('/c')\nrouter.post(\"/d\",\n// app.get('/e', f)",
			"1 /a:1 1 /d:4"},
		{"s.js", "JavaScript", "x = require('child_process')\nspawn('git', [])\nre.exec('x')\nchild = fork(x)",
			"2 git:2 2 :4"},
		{"s.js", "JavaScript", "spawn('git')", ""},
		{"s.js", "JavaScript", "app.use(cors())\napp.use(cors({origin: '*'}))\napp.use(cors(options))", "4 :1 4 :2"},
		{"s.js", "JavaScript", "process.env.A_B = 1\nif (process.env.C_D === 1 && process.env['E_F']) {}",
			"6 C_D:2 6 E_F:2"},
		{"m.py", "Python", "p.add_argument('--port', type=int, default=8000)\nuvicorn.run(app, port=args.port)",
			"0 8000:2"},
		{"m.py", "Python", "@app.get('/a')\n\"\"\"Use\n@app.get('/b')\n\"\"\"\n@api.route('/c')", "1 /a:1 1 /c:5"},
		{"m.py", "Python", "os.environ['A_B'] = '1'\nos.environ.get('C_D')\nos.getenv('E_F', 'x')\nmonkeypatch.setenv('G_H')",
			"6 C_D:2 6 E_F:3"},
		{"m.py", "Python", "environ['A_B']\nself._environ.get('C_D')\nrequest.environ['E_F']\n_os.environ['G_H']", "6 G_H:4"},
		{"m.py", "Python", "from os import path, environ\nenviron.get('A_B')", "6 A_B:2"},
		{"entrypoint.sh", "Shell", "DEFAULT_PORT=80\nif [ -n \"$PORT\" ]; then X=1; fi\nA_B=\"${A_B:-x}\"\n: \"${C_D:=y}\"\n" +
			"echo $DEFAULT_PORT $RANDOM $PORT ${ARGS[@]} # $E_F\nARGS+=(x)\nfor V in $LIST; do echo $V; done\n",
			"6 PORT:2 6 A_B:3 6 C_D:4 6 E_F:5 6 LIST:7"},
		{"build.sh", "Shell", "echo ${A_B:-x}", ""},
		{"m.py", "Python", "subprocess.run(['git', 'x'])\nallow_origins=[\"*\"],", "2 git:1 4 :2"},
		{"a/urls.py", "Python", "    path('owners/', v),", "1 owners/:1"},
		{"a.go", "Go", "os.Getenv(\"A_B\")\nos.Setenv(\"C_D\", x)\nenv[\"E_F\"]\nconst envX = \"G_H\"",
			"6 A_B:1 6 G_H:4"},
		{"a.go", "Go", "http.ListenAndServe(\":8080\", nil)\nmux.HandleFunc(\"GET /a\", f)\nr.Get(\"/b\", f)\nc.Get(\"/c\")",
			"0 :8080:1 1 /b:3 1 GET /a:2"},
		{"a.go", "Go", "ln, err := addr.Listen(app.ctx, 0, x)\nDefaultListen = \"localhost:2019\"\n" +
			"lc.Listen(context.TODO(), \"tcp\", \":9\")",
			"0 :1 0 :9:3 0 localhost:2019:2"},
		{"a.go", "Go", "flag.StringVar(&o.listen, \"listen\", \":8030\", \"x\")\n" +
			"fs.Listen(ctx)\nlistener := \"a:b\"\ntls.Listen(\"tcp\", a, c)",
			"0 :4 0 :8030:1"},
		{"a.go", "Go", "x := Route{\n\tPattern: \"/load\",\n\tHandler: f}\naddRoute(\"/stop\", \"l\", f)\nMatch{Pattern: re}",
			"1 /load:2 1 /stop:4"},
		{"a.go", "Go", "ui.Handle(\"/sys/kbd/q\", f)", ""}, // keys of a terminal
		{"a.go", "Go", "import \"net/http\"\ns.Handle(\"/a\", f)\ns.Handle(\"/b/<q>\", f)", "1 /a:2"},
		{"a.go", "Go", "x := Match{\n\tPattern: \"/load\",\n}", ""},
		{"a.go", "Go", "import \"os/exec\"\nexec.Command(exe, \"list\")\nexec.CommandContext(ctx, \"git\", x)",
			"2 :2 2 git:3"},
		{"a.go", "Go", "import (\n\t\"testing\"\n)\nos.Getenv(\"A_B\")", ""},
		{"a.rs", "Rust", "const PORT: u16 = 19827;\nServer::http(&addr)\nenv!(\"CARGO_X\")\nstd::env::var(\"A_B\")",
			"0 19827:2 6 A_B:4"},
		{"a.rs", "Rust", "TcpListener::bind(\"127.0.0.1:99\")\n#[cfg(test)]\nmod tests { env::var(\"A_B\") }",
			"0 127.0.0.1:99:1"},
		{"a.rs", "Rust", "#[arg(\n  env = \"A_B\",\n  long,\n)]\nlet env = \"c_d\";", "6 A_B:2"},
		{"a.rs", "Rust", "#[arg(env = \"A_B\", long)]\n#[get(\"/a\")]\n# [arg(env = \"C_D\")]", "1 /a:2 6 A_B:1"},
		{"a.rs", "Rust", "let env = \"A_B\";", ""},
		{"a.rs", "Rust", "clap::Command::new(\"a\");\nCommand::new(\"b\");\nprocess::Command::new(\"c\")",
			"2 b:2 2 c:3"},
		{"m.py", "Python", "opt('--a', env_var='A_B')\nenv_vars = 'C_D'\nif \"E_F\" in os.environ: pass\n" +
			"return 'G' in os.environ or 'CI' not in os.environ\n'H_I' in environs\n'J_K' in request.environ",
			"6 A_B:1 6 E_F:3 6 CI:4"},
		{"m.py", "Python", "@click.option('--a', envvar='A_B')\nx = Field(env=\"C_D\")\nenv = E_F", "6 A_B:1 6 C_D:2"},
		{"a.go", "Go", "A string `env:\"A_B,required\"`\nB string `envconfig:\"C_D\"`\nC string `json:\"E_F\"`", "6 A_B:1 6 C_D:2"},
		{"A.java", "Java", "@GetMapping(\"/a\")\n@PostMapping\nSystem.getenv(\"A_B\")\nnew ProcessBuilder(\"git\")",
			"1 /a:1 1 :2 2 git:4 6 A_B:3"},
		{"A.cs", "C#", "app.MapGet(\"/a\", f);\n[HttpPost(\"b\")]\nEnvironment.GetEnvironmentVariable(\"A_B\")",
			"1 b:2 1 /a:1 6 A_B:3"},
		{"config/routes.rb", "Ruby", "  resources :owners\n  x = ENV.fetch('A_B')", "1 owners:1 6 A_B:2"},
		{"a.c", "C", "#include <stdlib.h>\nchar *h = getenv(\"A_B\");\nrun_system(\"x\");\n system(\"ls -l\");",
			"2 ls:4 6 A_B:2"},
		{"a.js", "JavaScript", "fetch('https://api.example.org/v1')\n// see https://api.example.net",
			"3 api.example.org:1"},
		{"AndroidManifest.xml", "XML", "<uses-permission android:name=\"android.permission.CAMERA\" />",
			"5 CAMERA:1"},
		{"x/manifest.json", "JSON", "{\"manifest_version\": 3,\n\"permissions\": [\"tabs\",\n\"storage\"]}",
			"5 tabs:2 5 storage:3"},
		{"x/manifest.json", "JSON", "{\"manifest_version\": 3,\n\"optional_host_permissions\": [\"http://*/*\"]}",
			"5 http://*/*:2"},
		{"x.conf", "", "# port 1\nport 6379\nport-x 7", "0 6379:2"},
		{"test/a.js", "JavaScript", "app.listen(80)", "nil"},
	} {
		if got := found(c.path, c.language, c.content); got != c.want {
			t.Errorf("%s: %q: %q, want %q", c.path, c.content, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	read := func(p luminos.Path, c luminos.Category, language, content string) *Found {
		return Find(luminos.Text{Path: p, Content: content}, &luminos.File{Path: p, Category: c, Language: language})
	}
	in := Join([]*Found{
		read("b.go", luminos.CategorySource, "Go", "os.Getenv(\"A_B\")\nos.Getenv(\"HOME\")\n"),
		read("a.go", luminos.CategorySource, "Go", "\nos.Getenv(\"A_B\")\nos.Getenv(\"C_D\")\n"),
		read("README.md", luminos.CategoryDocument, "Markdown", "Set `A_B`, not XC_D, C_D1 or c_C_D."),
		nil,
	}, &luminos.Scan{Files: []luminos.File{
		{Path: "db/migrate/001_a.rb", Category: luminos.CategorySource},
		{Path: "p/migrations/2024_x/migration.sql", Category: luminos.CategoryData},
		{Path: "p/migrations/__init__.py", Category: luminos.CategorySource},
		{Path: "tests/migrations/1.sql", Category: luminos.CategorySource},
	}})
	got := fmt.Sprintf("%v", in.Migrations)
	for _, v := range in.Environment {
		got += fmt.Sprintf(" %s %d %s:%d %v %q", v.Name, v.Places, v.First.Path, v.First.Line, v.System, v.Documented)
	}
	want := `[{db/migrate 1} {p/migrations 1}] A_B 2 a.go:2 false "README.md" C_D 1 a.go:3 false "" HOME 1 b.go:2 true ""`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestBounds reads a file with more places than are kept.
func TestBounds(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "app.get('/%d', f)\n", i)
	}
	f := Find(luminos.Text{Path: "a.js", Content: b.String()}, &luminos.File{
		Path: "a.js", Category: luminos.CategorySource, Language: "JavaScript",
	})
	if len(f.places[route]) != maxOfFile || f.over != 300 {
		t.Errorf("%d places, %d over", len(f.places[route]), f.over)
	}
}

func FuzzFind(f *testing.F) {
	for _, language := range []string{"JavaScript", "Python", "Go", "Rust", "Java", "C#", "Ruby", "PHP", "C", "Elixir"} {
		f.Add("a.x", language, "const PORT = 1\n.listen(PORT)\nos.environ['A_B']\n\"\"\"\nServer::http(format!(\"{}:{x}\", PORT))")
	}
	f.Add("manifest.json", "JSON", "{\"manifest_version\": 3, \"permissions\": [\"tabs\"]}")
	f.Add("x.conf", "", "port 80")
	f.Fuzz(func(t *testing.T, name, language, content string) {
		p := luminos.PathFromOS(name)
		text := luminos.Text{Path: p, Content: content}
		got := Find(text, &luminos.File{Path: p, Category: luminos.CategorySource, Language: language})
		if got == nil {
			return
		}
		n := len(text.Lines())
		for k := range got.places {
			if len(got.places[k]) > maxOfFile {
				t.Errorf("%d places", len(got.places[k]))
			}
			for _, place := range got.places[k] {
				if place.Line < 1 || place.Line > n {
					t.Errorf("line %d of %d", place.Line, n)
				}
			}
		}
	})
}
