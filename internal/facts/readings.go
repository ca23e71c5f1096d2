package facts

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/debian"
	"luminos/internal/facts/delivery"
	"luminos/internal/facts/document"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/formats"
	"luminos/internal/facts/imports"
	"luminos/internal/facts/injection"
	"luminos/internal/facts/inside"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/media"
	"luminos/internal/facts/release"
)

// readings holds the results of the readers. The readers run concurrently, and
// each sets fields of its own.
type readings struct {
	facts   luminos.Facts
	abouts  map[luminos.Path]imports.About
	readmes []document.About
	symbols map[luminos.Path][]luminos.Symbol
	support map[luminos.Path]bool // directories of packages for tests
	modules map[string]int        // files of the code that import a package of Go or npm

	releases *release.Result
	readme   readmeText
	special
	yields []yield // of each reader, by its place in the list
	shared yield   // of this package
}

// special holds the results of readers of books, unpacked packages and trained models.
type special struct {
	book     book
	unpacked unpacked
	cards    []card
	dumps    []int          // the numbers of their tables
	cut      []luminos.Path // files that end too early
}

// unpacked is the package of which the target is the content; one of its parts is not zero at most.
type unpacked struct {
	debian.Package
	archive archive
}

// readmeText is the text of the README of the target, and the number of its links to other sites.
type readmeText struct {
	text  string
	links int
}

// yield is the part of a result that every reader has.
type yield struct {
	problems []luminos.Problem
	notRead  []luminos.NotRead
	read     []luminos.Path
	evidence map[string][]luminos.Evidence
	// injections are the places of the texts of documents and mail that read like orders to an agent.
	injections []luminos.Injection
}

func (y *yield) problem(p luminos.Path, format string, args ...any) {
	y.problems = append(y.problems, luminos.Problem{Path: p, Reason: fmt.Sprintf(format, args...)})
}

// reader reads one kind of file and sets its fields of the readings.
type reader struct {
	what string // "manifests"
	read func(ctx context.Context, in input, r *readings) (yield, error)
}

// input is the input of every reader.
type input struct {
	src      luminos.Source
	scan     *luminos.Scan
	language string // with most code, or ""
}

// readers are all readers. No two of them set the same field.
var readers = []reader{
	{"manifests and licences", readManifests},
	{"build and delivery files", readDelivery},
	{"source files", readImports},
	{"data files", readDatasets},
	{"documents", readDocuments},
	{"media", readMedia},
	{"formats", readFormats},
	{"documents, mail and archives", readInside},
	{"papers", readPapers},
	{"vaults of notes", readVaults},
	{"checksums and series", readIntegrity},
	{"logs", readLogs},
	{"cards of models", readCards},
	{"dumps of databases", readDumps},
	{"e-books", readBook},
	{"unpacked packages", readUnpacked},
	{"unpacked archives", readArchive},
	{"change logs", readReleases},
	{"the history", readHistory},
	{"submodules", readSubmodules},
	{"text for planted instructions", readInjections},
}

// runReaders runs all readers, such as the reader of manifests, concurrently and returns their results. A reader that
// panics or fails becomes a problem of the facts; only a cancelled ctx is an error.
func runReaders(ctx context.Context, readers []reader, in input, sink luminos.Sink) (*readings, error) {
	r := &readings{yields: make([]yield, len(readers))}
	var done atomic.Int64
	errs, err := batch.Each(ctx, len(readers), func(ctx context.Context, i int) (err error) {
		sink.Emit(luminos.Event{
			Pass: luminos.PassFacts, Text: "Reading " + readers[i].what, Done: int(done.Load()), Total: len(readers),
		})
		r.yields[i], err = readers[i].read(ctx, in, r)
		done.Add(1)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, err := range errs {
		if err != nil {
			r.yields[i].problem(luminos.Root, "reading %s failed: %s", readers[i].what, err)
		}
	}
	return r, nil
}

// evidence returns the evidence of all readers in one map. No two readers use the same key.
func (r *readings) evidence() map[string][]luminos.Evidence {
	all := map[string][]luminos.Evidence{}
	for i := range r.yields {
		for k, e := range r.yields[i].evidence {
			if len(e) > 0 {
				all[k] = e
			}
		}
	}
	return all
}

// cite sets the evidence of one field of the facts, unless e is empty.
func (r *readings) cite(field string, e []luminos.Evidence) {
	if len(e) > 0 {
		r.facts.Evidence[field] = e
	}
}

func readDelivery(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := delivery.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.CI, r.facts.CIFiles, r.facts.Containers = res.CI, res.CIFiles, res.Containers
	r.facts.Checks = delivery.Checks(res.CIFiles)
	return yield{problems: res.Problems, evidence: res.Evidence, read: res.Read}, nil
}

func readManifests(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := manifest.Read(ctx, in.src, in.scan, in.language)
	if err != nil {
		return yield{}, err
	}
	f := &r.facts
	f.Manifests, f.EntryPoints, f.Commands = res.Manifests, res.EntryPoints, res.Commands
	f.Dependencies, f.Libraries, f.TestFrameworks = res.Dependencies, res.Libraries, res.TestFrameworks
	f.Version, f.Toolchains = res.Version, res.Toolchains
	y := yield{problems: res.Problems, evidence: res.Evidence, read: res.Read}
	var l yield
	err = batch.Guard(func() (err error) {
		l, err = readLicenses(ctx, in, r)
		return err
	})
	if err != nil {
		y.problem(luminos.Root, "reading licences failed: %s", err)
	}
	y.problems = append(y.problems, l.problems...)
	y.evidence["license"] = l.evidence["license"]
	return y, nil
}

func readImports(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := imports.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Imports, r.facts.Parsed, r.facts.Unparsed = res.Graph, res.Parsed, res.Unparsed
	r.symbols, r.abouts, r.support, r.modules = res.Symbols, res.Abouts, res.Support, res.Modules
	return yield{problems: res.Problems, read: res.Read}, nil
}

func readDatasets(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := dataset.Read(ctx, in.src, in.scan, manifest.Named)
	if err != nil {
		return yield{}, err
	}
	r.facts.Datasets = res.Datasets
	return yield{problems: res.Problems, notRead: res.NotRead, read: res.Read}, nil
}

func readDocuments(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := document.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Documents, r.facts.Readme, r.facts.Themes = res.Documents, res.Readme, res.Themes
	r.facts.Status, r.readmes, r.readme = res.Status, res.Abouts, readmeText{res.Text, res.Links}
	r.facts.Begun = res.Begun
	return yield{problems: res.Problems, notRead: res.NotRead, read: res.Read}, nil
}

func readMedia(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := media.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Media, r.facts.Photos = res.Media, res.Photos
	return yield{problems: res.Problems, notRead: res.NotRead, read: res.Read}, nil
}

func readFormats(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := formats.Read(ctx, in.src, in.scan, folder.Messages(in.scan), formOf)
	if err != nil {
		return yield{}, err
	}
	r.facts.Formats = res.Formats
	return yield{problems: res.Problems, notRead: res.NotRead}, nil
}

func readInside(ctx context.Context, in input, r *readings) (yield, error) {
	var found []luminos.Injection
	sheets := map[luminos.Path][]luminos.Column{}
	res, err := inside.Read(ctx, in.src, in.scan, func(text inside.Found) {
		found = append(found, searchInside(text, found)...)
		if columns := dataset.SheetColumns(text.From); columns != nil {
			sheets[text.Path] = columns
		}
	})
	if err != nil {
		return yield{}, err
	}
	if res.Inside != nil {
		for i := range res.Inside.Files {
			if f := &res.Inside.Files[i]; sheets[f.Path] != nil {
				f.Columns = sheets[f.Path]
			}
		}
	}
	r.facts.Inside = res.Inside
	return yield{problems: res.Problems, notRead: res.NotRead, read: res.Read, injections: found}, nil
}

func readInjections(ctx context.Context, in input, r *readings) (yield, error) {
	found, y, err := findInjections(ctx, in.src, in.scan)
	r.facts.Injections, r.facts.Exposures = found.injections, found.exposures
	r.facts.Interfaces, r.facts.Upkeep = found.interfaces, found.upkeep
	return y, err
}

func readReleases(ctx context.Context, in input, r *readings) (yield, error) {
	res, err := release.Read(ctx, in.src, in.scan)
	if err != nil {
		return yield{}, err
	}
	r.facts.Releases, r.releases = res.Releases, res
	return yield{problems: res.Problems, read: res.Read}, nil
}

func readHistory(ctx context.Context, in input, r *readings) (yield, error) {
	historian := luminos.CapabilitiesOf(in.src).Historian
	if historian == nil {
		return yield{}, nil
	}
	h, err := historian.History(ctx)
	if err != nil {
		return yield{}, err
	}
	r.facts.History = h
	if h != nil && h.Changes != nil {
		withholdNames(h.Changes.Parts)
	}
	return yield{}, nil
}

// withholdNames removes the authors of parts whose names hold an order to an agent.
func withholdNames(parts []luminos.KnownPart) {
	for i := range parts {
		parts[i].Most = slices.DeleteFunc(parts[i].Most, func(a luminos.Author) bool { return injection.In(a.Name) })
	}
}
