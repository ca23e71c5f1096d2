package facts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/injection"
	"luminos/internal/facts/license"
)

// archive is the data about an unpacked wheel of Python or JAR of Java that the archive brings. The zero value is
// another target.
type archive struct {
	kind, name, version, description, license, toolchain string

	dir      luminos.Path // of the data
	evidence map[string][]luminos.Evidence
}

// archiveBytes is the maximum number of bytes of a file with such data that are read.
const archiveBytes = 64 << 10

// readArchive reads the data of the only package of a target that is an unpacked archive.
func readArchive(ctx context.Context, in input, r *readings) (yield, error) {
	var y yield
	var data []luminos.Path
	for i := range in.scan.Files {
		p := in.scan.Files[i].Path
		wheel := p.Base() == "METADATA" && p.Dir().Ext() == ".dist-info" && p.Depth() == 2
		if wheel || p == jarData || p.Base() == "pom.properties" && p.Within("META-INF/maven") {
			data = append(data, p)
		}
	}
	only := len(data) == 1 || len(data) == 2 && data[0] == jarData && data[1].Base() == "pom.properties"
	if in.scan.Git != nil || !only {
		return y, nil
	}
	a := archive{kind: "unpacked Python wheel", dir: data[0].Dir(), evidence: map[string][]luminos.Evidence{}}
	if data[0] == jarData {
		a.kind = "unpacked JAR"
	}
	for _, p := range data {
		text, err := in.src.Text(ctx, p, archiveBytes)
		if err != nil {
			y.problems = append(y.problems, batch.Problem(p, err))
			continue
		}
		y.read = append(y.read, p)
		a.take(text)
	}
	if a.name != "" {
		r.unpacked.archive = a
	}
	return y, ctx.Err()
}

// jarData is the file with the data of a JAR.
const jarData = luminos.Path("META-INF/MANIFEST.MF")

// take sets the fields that are not set yet by the lines "Key: value" or "key=value" of a text up to a blank line.
func (a *archive) take(t luminos.Text) {
	for i, line := range t.Lines() {
		if strings.TrimSpace(line) == "" {
			return
		}
		n := strings.IndexAny(line, ":=")
		if n < 0 || injection.In(line) {
			continue
		}
		var field *string
		key, name := line[:n], ""
		switch key {
		case "Name", "Bundle-Name", "Implementation-Title":
			field, name = &a.name, "name"
		case "Version", "version", "Bundle-Version", "Implementation-Version":
			field, name = &a.version, "version"
		case "Summary":
			field, name = &a.description, "description"
		case "License", "License-Expression":
			field, name = &a.license, "license"
		case "Requires-Python":
			field, name = &a.toolchain, "toolchain"
		default:
			continue
		}
		if value := luminos.Fold(line[n+1:]); *field == "" && value != "" && value != "UNKNOWN" {
			*field = value
			a.evidence[name] = []luminos.Evidence{t.Cite(i+1, i+1)}
		}
	}
}

// open sets the facts of an unpacked archive by its data and returns its kind, or the given kind for another target.
func (r *readings) open(kind string) string {
	a, f := &r.unpacked.archive, &r.facts
	if strings.HasSuffix(kind, npmPackage) { // its developers use another package manager than its users
		f.Toolchains = slices.DeleteFunc(f.Toolchains, func(t string) bool { return !strings.HasPrefix(t, "Node.js ") })
	}
	if a.name == "" {
		return kind
	}
	f.Name, f.Version = a.name, a.version
	pom := slices.IndexFunc(f.Manifests, func(m luminos.Manifest) bool {
		return m.Path.Within(a.dir.Join("maven")) && m.Description != ""
	})
	f.Description = sentence(a.description)
	if pom >= 0 && f.Description == "" {
		f.Description = sentence(f.Manifests[pom].Description)
		a.evidence["description"] = quoting(f.Manifests[pom].Evidence, f.Description)
	}
	f.License = license.Known(a.license)
	for _, l := range f.Licenses {
		if l.License != "" && l.Path.Within(a.dir) && f.License == "" {
			f.License, a.evidence["license"] = l.License, l.Evidence
		}
	}
	for _, field := range []string{"name", "version", "description", "license"} {
		delete(f.Evidence, field)
		r.cite(field, a.evidence[field])
	}
	if len(f.Toolchains) == 0 && a.toolchain != "" {
		f.Toolchains = []string{"Python " + a.toolchain}
	}
	return cmp.Or(a.kind, kind)
}
