package facts

import (
	"slices"
	"testing"

	"luminos"
)

// TestExposedServer checks that a container shows a server if it starts a program of the target that listens, without
// a subcommand, and opens a port.
func TestExposedServer(t *testing.T) {
	for entry, want := range map[string]bool{
		`ENTRYPOINT [ "/bin/tern" ]`: true, "CMD /bin/tern --quiet": true, `CMD ["tern", "render"]`: false,
		`ENTRYPOINT ["entry.sh"]`: false, "RUN tern": false, "CMD []": false,
	} {
		c := luminos.Container{Path: "Dockerfile", Ports: []string{"80"}, Evidence: []luminos.Evidence{{Quote: entry}}}
		f := luminos.Facts{
			Interfaces: &luminos.Interfaces{Listeners: make([]luminos.Place, 1)}, Containers: []luminos.Container{c},
			EntryPoints: []luminos.EntryPoint{{Path: "main.go", Kind: "binary", Name: "tern"}},
		}
		if got := exposes(&f); got != want {
			t.Errorf("%s: %t, want %t", entry, got, want)
		}
		p := profile{name: "tern", language: "Go", entries: f.EntryPoints, shown: shown{exposed: exposes(&f)}}
		if kind, _ := p.codeKind(); want != (kind == "server") {
			t.Errorf("%s: kind %q", entry, kind)
		}
		f.Containers[0].Ports = nil
		if exposes(&f) {
			t.Errorf("%s: it opens no port", entry)
		}
	}
}

// TestOneServerOfMany checks that routes and listeners make no server of a target with many programs, unless one has
// its name, and that many programs are a collection only if the description speaks of several.
func TestOneServerOfMany(t *testing.T) {
	var entries []luminos.EntryPoint
	for _, name := range []string{"kite", "a", "b", "c"} {
		entries = append(entries, luminos.EntryPoint{Path: luminos.Path("cmd/" + name + "/main.go"), Kind: "binary", Name: name})
	}
	for _, c := range []struct{ name, description, want string }{
		{"tern", "Tools for birds", "collection of programs"}, {"tern", "", ""}, {"kite", "Tools for birds", "server"},
	} {
		p := profile{name: c.name, description: c.description, language: "Go", entries: entries, shown: shown{answers: true}}
		if kind, _ := p.codeKind(); kind != c.want {
			t.Errorf("%s: kind %q, want %q", c.name, kind, c.want)
		}
	}
}

// TestPlatforms checks the kind of an app by the directories beside its manifest.
func TestPlatforms(t *testing.T) {
	f := luminos.Facts{Dependencies: []luminos.Dependency{{Name: "flutter", Ecosystem: "pub", Manifest: "pubspec.yaml"}}}
	scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: "ios"}, {Path: "linux"}, {Path: "x/web"}}}
	all := platforms(scan, &f)
	if want := []string{"mobile", "desktop"}; !slices.Equal(all, want) {
		t.Fatalf("platforms %q, want %q", all, want)
	}
	p := profile{entries: []luminos.EntryPoint{{Path: "lib/main.dart", Kind: "binary"}}, shown: shown{platforms: all}}
	kind, audience := p.codeKind()
	if kind != "mobile and desktop application" || audience != "" {
		t.Errorf("%q for %q", kind, audience)
	}
	f.Dependencies[0].Name = "http"
	if all := platforms(scan, &f); all != nil {
		t.Errorf("platforms %q of a package without the toolkit", all)
	}
}

// TestServices checks that packages with an image of their own are a set of services, unless the root is a package.
func TestServices(t *testing.T) {
	f := luminos.Facts{Containers: []luminos.Container{{Path: "k8s/all.yaml", Kind: "kubernetes"}}}
	for _, name := range []string{"a", "b", "c", "d", "tests"} {
		f.Containers = append(f.Containers, luminos.Container{Path: luminos.Path(name + "/Dockerfile"), Kind: "dockerfile"})
		f.Manifests = append(f.Manifests, luminos.Manifest{
			Path: luminos.Path(name + "/go.mod"), Ecosystem: "go", Role: luminos.ManifestNested,
		})
	}
	if n, whole := services(&f); n != 4 || !whole {
		t.Errorf("%d services, %t, want 4", n, whole)
	}
	alone := f
	alone.Containers = f.Containers[1:]
	if n, _ := services(&alone); n != 0 {
		t.Errorf("%d services without a composition", n)
	}
	alone.Containers = append(alone.Containers, luminos.Container{Path: "a/run/compose.yaml", Kind: "compose"},
		luminos.Container{Path: ".github/compose.yaml", Kind: "compose"}, luminos.Container{Path: "b/compose.yaml", Kind: "compose"})
	if n, whole := services(&alone); n != 4 || whole {
		t.Errorf("%d services with a composition of one part: %t", n, whole)
	}
	f.Manifests = append(f.Manifests, luminos.Manifest{Path: "go.mod", Ecosystem: "go", Role: luminos.ManifestRoot})
	if n, _ := services(&f); n != 0 {
		t.Errorf("%d services of one package", n)
	}
}
