package delivery

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/pathrole"
)

// recipe returns the kind of a container file by its path: "dockerfile", "compose", "helm",
// "kubernetes" or "" for other files.
func recipe(p luminos.Path) string {
	base := strings.ToLower(p.Base())
	ext := p.Ext()
	switch {
	case base == "dockerfile", base == "containerfile",
		strings.HasPrefix(base, "dockerfile.") && !slices.Contains(notRecipes, ext),
		strings.HasPrefix(base, "containerfile.") && !slices.Contains(notRecipes, ext),
		ext == ".dockerfile", ext == ".containerfile":
		return "dockerfile"
	case ext != ".yml" && ext != ".yaml":
		return ""
	case base == "chart.yaml":
		return "helm"
	}
	stem := strings.TrimSuffix(base, ext)
	for _, name := range []string{"compose", "docker-compose", "podman-compose"} {
		if rest, ok := strings.CutPrefix(stem, name); ok && (rest == "" || strings.ContainsAny(rest[:1], ".-_")) {
			return "compose"
		}
	}
	if strings.HasSuffix(stem, ".compose") || strings.HasSuffix(stem, "-compose") {
		return "compose"
	}
	if inClusterDir(p.Dir()) {
		return "kubernetes"
	}
	return ""
}

// notRecipes are extensions of files about a Dockerfile and of templates.
var notRecipes = []string{".tt", ".erb", ".j2", ".jinja", ".tmpl", ".tpl", ".template", ".in", ".hbs", ".mustache", ".ejs", ".dockerignore", ".md", ".txt", ".rs", ".go", ".py", ".js", ".ts", ".json", ".yml", ".yaml", ".png", ".lock", ".sha256"}

// inClusterDir reports whether dir may hold Kubernetes manifests, by the names in its path, such as
// "k8s". Reading every YAML file of a target would cost too much.
func inClusterDir(dir luminos.Path) bool {
	for elem := range strings.SplitSeq(strings.ToLower(string(dir)), "/") {
		switch elem {
		case "k8s", "kubernetes", "kustomize", "manifests", "deploy", "deployment", "deployments", "kube":
			return true
		}
	}
	return false
}

// setAside reports whether a file is generated, vendored or data of tests.
func setAside(f *luminos.File) bool {
	return f.Vendored || f.Generated || pathrole.Fixture(f.Path) || pathrole.Under(f.Path, luminos.DirVendored)
}

// readContainers reads the Dockerfiles, Docker Compose files, Helm charts and Kubernetes manifests
// of a scan, except files for which [setAside] is true, and adds them to Containers of the result.
func (r *Result) readContainers(ctx context.Context, src luminos.Source, scan *luminos.Scan) error {
	var recipes, manifests []luminos.Path
	for i := range scan.Files {
		f := &scan.Files[i]
		kind := recipe(f.Path)
		switch {
		case kind == "" || !f.Regular() || f.Size == 0 || setAside(f):
		case kind == "kubernetes":
			manifests = append(manifests, f.Path)
		default:
			recipes = append(recipes, f.Path)
		}
	}
	paths := slices.Concat(r.capped(recipes, maxRecipes, "container recipes"), r.capped(manifests, maxManifests, "possible cluster manifests"))
	files, err := readAll(ctx, src, paths)
	if err != nil {
		return err
	}
	clusters := map[luminos.Path]int{} // directory → its entry
	yaml := 0
	for _, f := range files {
		if !r.note(f) {
			continue
		}
		c := luminos.Container{Path: f.path, Kind: recipe(f.path)}
		if c.Kind == "compose" {
			if yaml += len(f.text.Content); yaml > composeTotal {
				r.Problems = append(r.Problems, luminos.Problem{Path: f.path, Reason: "too many compositions, not parsed"})
				continue
			}
		}
		ok := false
		err := batch.Guard(func() (err error) {
			ok, err = fill(f.text, &c)
			return err
		})
		if err != nil {
			r.Problems = append(r.Problems, luminos.Problem{Path: f.path, Reason: err.Error()})
		}
		if !ok {
			continue
		}
		// The manifests of one directory are one container entry.
		if at, known := clusters[f.path.Dir()]; known && c.Kind == "kubernetes" {
			merge(&r.Containers[at], c)
			continue
		}
		if c.Kind == "kubernetes" {
			clusters[f.path.Dir()] = len(r.Containers)
		}
		r.Containers = append(r.Containers, c)
	}
	slices.SortStableFunc(r.Containers, func(a, b luminos.Container) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

// fill reads the text of a container file into c, according to the kind of c. It reports whether the file belongs into
// the report: it has a base image, a service or a workload, or is of a Helm chart.
func fill(t luminos.Text, c *luminos.Container) (bool, error) {
	switch c.Kind {
	case "dockerfile":
		readDockerfile(t, c)
		return len(c.Bases) > 0, nil // without FROM it builds nothing
	case "compose":
		err := readCompose(t, c)
		return err == nil && len(c.Services) > 0, err
	case "helm":
		readChart(t, c)
		return true, nil
	}
	return readCluster(t, c), nil
}

// merge adds the images, services and ports of c, a Kubernetes manifest, to into, the container entry of its directory,
// and the evidence if into has fewer than maxCited citations.
func merge(into *luminos.Container, c luminos.Container) {
	for _, s := range c.Bases {
		into.Bases = add(into.Bases, s)
	}
	for _, s := range c.Services {
		into.Services = add(into.Services, s)
	}
	for _, s := range c.Ports {
		into.Ports = add(into.Ports, s)
	}
	if len(into.Evidence) < maxCited {
		into.Evidence = append(into.Evidence, c.Evidence...)
	}
}
