package manifest

import (
	"strings"

	"luminos"
)

// kind is a sort of manifest: how it is recognised and who reads it.
type kind struct {
	ecosystem string
	lockfile  bool
	// read fills in what the manifest itself says.
	read func(*reader, *pkg)
	// enter runs once all roles are known, for manifests that speak for the
	// target: it adds entry points and commands.
	enter func(*reader, *pkg)
}

// kinds are the manifests that are recognised by their whole name.
var kinds map[string]*kind

// suffixes are those recognised by the end of their name.
var suffixes map[string]*kind

// The tables are made here because the readers refer back to them.
func init() {
	lock := func(ecosystem string) *kind { return &kind{ecosystem: ecosystem, lockfile: true} }
	kinds = map[string]*kind{
		"package.json":        {ecosystem: "npm", read: readNPM, enter: enterNPM},
		"pnpm-workspace.yaml": {ecosystem: "npm", read: readPnpmWorkspace},
		"lerna.json":          {ecosystem: "npm", read: readLerna},
		"package-lock.json":   lock("npm"),
		"npm-shrinkwrap.json": lock("npm"),
		"yarn.lock":           lock("npm"),
		"pnpm-lock.yaml":      lock("npm"),
		"bun.lock":            lock("npm"),
		"bun.lockb":           lock("npm"),

		"Cargo.toml": {ecosystem: "cargo", read: readCargo, enter: enterCargo},
		"Cargo.lock": lock("cargo"),

		"go.mod":      {ecosystem: "go", read: readGoMod, enter: enterGo},
		"go.work":     {ecosystem: "go", read: readGoWork},
		"go.sum":      lock("go"),
		"go.work.sum": lock("go"),

		"pyproject.toml": {ecosystem: "python", read: readPyproject, enter: enterPython},
		"setup.cfg":      {ecosystem: "python", read: readSetupCfg, enter: enterPython},
		"setup.py":       {ecosystem: "python", read: readSetupPy, enter: enterPython},
		"Pipfile":        {ecosystem: "python", read: readPipfile, enter: enterPython},
		"tox.ini":        {ecosystem: "python", read: readTox},
		"noxfile.py":     {ecosystem: "python", read: readNox},
		"uv.lock":        lock("python"),
		"poetry.lock":    lock("python"),
		"pdm.lock":       lock("python"),
		"Pipfile.lock":   lock("python"),
	}
	suffixes = map[string]*kind{}
	requirements = &kind{ecosystem: "python", read: readRequirements, enter: enterPython}
}

// requirements is for the many names of pip's requirement files.
var requirements *kind

// kindOf recognises a manifest by its name, or answers nil.
func kindOf(p luminos.Path) *kind {
	base := p.Base()
	if k := kinds[base]; k != nil {
		return k
	}
	if k := suffixes[p.Ext()]; k != nil {
		return k
	}
	if isRequirements(p) {
		return requirements
	}
	return nil
}

// isRequirements recognises requirements.txt, requirements-dev.txt,
// dev-requirements.txt and requirements/dev.txt.
func isRequirements(p luminos.Path) bool {
	stem, ok := strings.CutSuffix(strings.ToLower(p.Base()), ".txt")
	if !ok {
		return false
	}
	for _, sep := range []string{"-", "_", "."} {
		if strings.HasPrefix(stem, "requirements"+sep) || strings.HasSuffix(stem, sep+"requirements") {
			return true
		}
	}
	return stem == "requirements" || p.Dir().Base() == "requirements"
}
