package dataset

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// Formats, as the report names them.
const (
	formatCSV     = "csv"
	formatTSV     = "tsv"
	formatJSON    = "json"
	formatLines   = "jsonl"
	formatGeoJSON = "geojson"
	formatYAML    = "yaml"
)

// formats are the names of the formats that are read, by extension.
var formats = map[string]string{
	".csv": formatCSV, ".tsv": formatTSV, ".tab": formatTSV, ".psv": formatCSV,
	".json": formatJSON, ".geojson": formatGeoJSON, ".topojson": formatJSON,
	".jsonl": formatLines, ".ndjson": formatLines, ".jsonlines": formatLines,
	".yaml": formatYAML, ".yml": formatYAML,
}

// unsupported are data files that need a reader of their own, by extension.
var unsupported = map[string]string{
	".parquet": "Parquet files", ".feather": "Arrow files", ".arrow": "Arrow files", ".orc": "ORC files", ".avro": "Avro files",
	".sqlite": "SQLite databases", ".sqlite3": "SQLite databases", ".db3": "SQLite databases", ".duckdb": "DuckDB databases",
	".xlsx": "Excel workbooks", ".xls": "Excel workbooks", ".xlsm": "Excel workbooks", ".xlsb": "Excel workbooks",
	".ods": "OpenDocument spreadsheets", ".numbers": "Numbers spreadsheets",
	".h5": "HDF5 files", ".hdf5": "HDF5 files", ".hdf": "HDF5 files", ".nc": "NetCDF files",
	".npy": "NumPy arrays", ".npz": "NumPy arrays", ".mat": "MATLAB files",
	".rds": "R data files", ".rdata": "R data files", ".rda": "R data files",
	".sav": "SPSS files", ".dta": "Stata files", ".sas7bdat": "SAS files", ".dbf": "dBase tables", ".shp": "shapefiles",
	".mdb": "Access databases", ".accdb": "Access databases", ".pkl": "Python pickles", ".pickle": "Python pickles",
}

// Unread returns the name of the format of a file of data that this package does not read, by its extension, or "".
func Unread(p luminos.Path) string { return unsupported[p.Ext()] }

// chosen holds the candidates of a scan.
type chosen struct {
	files     []*luminos.File
	relations []*luminos.File
	notRead   []luminos.NotRead
	// strict is true if the target is mostly code: then a lone document is
	// configuration, and a family of documents needs more files.
	strict bool
}

// choose returns the files of a scan that may be data by their format, database tables, and the counts of data
// files that are not read. Vendored files, manifests and settings are not data. If there are more source files
// than files that may be data, generated files, locales and fixtures are not data either.
func choose(scan *luminos.Scan, isManifest func(luminos.Path) bool) chosen {
	var c chosen
	source, elsewhere := 0, 0
	skipped := map[string]int{}
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		if f.Category == luminos.CategorySource && !f.Vendored && !f.Generated {
			source++
		}
		switch ext := f.Path.Ext(); {
		case f.Table:
			c.relations = append(c.relations, f)
		case f.MIME == content.LFSPointer:
			if (formats[ext] != "" || unsupported[ext] != "") && !f.Vendored {
				elsewhere++
			}
		case unsupported[ext] != "" && !f.Text:
			skipped[unsupported[ext]]++
		case isSQLite(f):
			skipped["SQLite databases"]++
		case formats[ext] != "" && f.Size > 0 && !f.Vendored && !isManifest(f.Path) && !isSettings(f.Path):
			c.files = append(c.files, f)
		}
	}
	c.strict = source > len(c.files)
	if c.strict {
		c.files = slices.DeleteFunc(c.files, func(f *luminos.File) bool { return f.Generated || isMaterial(f.Path) })
	}
	if elsewhere > 0 {
		c.notRead = append(c.notRead, luminos.NotRead{What: "data files", Files: elsewhere, Reason: "Git LFS keeps them elsewhere: only their pointers are here"})
	}
	for what, n := range skipped {
		c.notRead = append(c.notRead, luminos.NotRead{What: what, Files: n, Reason: luminos.NoReader})
	}
	return c
}

// isSQLite reports whether a file is an SQLite database by its content type. It returns false if
// [unsupported] contains the extension, since choose counts such files by extension.
func isSQLite(f *luminos.File) bool {
	return strings.Contains(f.MIME, "sqlite") && unsupported[f.Path.Ext()] == ""
}

// settingsNames are the names of files that configure a tool, apart from manifests.
var settingsNames = map[string]bool{
	"bower.json": true, "nx.json": true, "turbo.json": true, "angular.json": true, "project.json": true, "global.json": true,
	"renovate.json": true, "vercel.json": true, "now.json": true, "firebase.json": true, "netlify.json": true, "biome.json": true,
	"components.json": true, "devcontainer.json": true, "tauri.conf.json": true, "launchsettings.json": true,
	"manifest.json": true, "datapackage.json": true, "components.lock.json": true, "mkdocs.yml": true, "mkdocs.yaml": true,
	"_config.yml": true, "codecov.yml": true, "dependabot.yml": true, "appveyor.yml": true, "azure-pipelines.yml": true,
	"cloudbuild.yaml": true, "serverless.yml": true, "skaffold.yaml": true, "action.yml": true, "action.yaml": true,
	"buf.yaml": true, "buf.gen.yaml": true, "values.yaml": true, "kustomization.yaml": true, "funding.yml": true,
	"citation.yml": true, "environment.yml": true, "environment.yaml": true, "openapi.json": true,
	"openapi.yaml": true, "openapi.yml": true, "swagger.json": true,
	"swagger.yaml": true, "swagger.yml": true,
}

// isSettings reports whether a file is configuration by its name, is hidden, or lies in a hidden
// directory or in node_modules.
func isSettings(p luminos.Path) bool {
	for part := range strings.SplitSeq(string(p), "/") {
		if strings.HasPrefix(part, ".") || part == "node_modules" {
			return true
		}
	}
	base := strings.ToLower(p.Base())
	if settingsNames[base] {
		return true
	}
	for _, mark := range []string{"tsconfig", "jsconfig", "appsettings", "eslint", "prettier", "babel.config"} {
		if strings.HasPrefix(base, mark) {
			return true
		}
	}
	for _, mark := range []string{".config.json", ".conf.json", "rc.json", ".lock.json", "-lock.json", ".schema.json", ".code-workspace", ".sublime-project"} {
		if strings.HasSuffix(base, mark) {
			return true
		}
	}
	return false
}

// materialDirs are directories with the working material of a program, beside the
// directories that [pathrole] knows.
var materialDirs = map[string]bool{
	"stubs": true, "mock": true, "locale": true, "locales": true, "i18n": true, "l10n": true, "lang": true, "langs": true,
	"languages": true, "translations": true, "localization": true, "messages": true, "charts": true, "template": true,
	"templates": true, "public": true, "migrations": true, "bench": true, "benchmark": true, "benchmarks": true,
}

// isMaterial reports whether a file lies in a directory with material of a program or its tests,
// such as fixtures, translations or templates. Such files of a code base do not count as data.
func isMaterial(p luminos.Path) bool {
	if pathrole.Under(p, luminos.DirTests, luminos.DirFixtures, luminos.DirExamples, luminos.DirVendored, luminos.DirCI, luminos.DirConfiguration) {
		return true
	}
	for part := range strings.SplitSeq(strings.ToLower(string(p.Dir())), "/") {
		if materialDirs[part] || strings.Contains(part, "schema") || strings.HasSuffix(part, ".xcassets") {
			return true
		}
	}
	return false
}

// dataDirs are directories with data by their names, beside the directories that
// [pathrole] knows.
var dataDirs = map[string]bool{
	"raw": true, "records": true, "export": true, "exports": true,
}

// inDataDir reports whether a directory above the file has a name that announces data, such as "datasets".
func inDataDir(p luminos.Path) bool {
	for part := range strings.SplitSeq(strings.ToLower(string(p.Dir())), "/") {
		if dataDirs[part] || pathrole.Named(part) == luminos.DirData {
			return true
		}
	}
	return false
}
