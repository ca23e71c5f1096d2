package render

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// SARIF writes the flags of a report that have a file as results of the Static Analysis Results Interchange Format
// 2.1.0 (OASIS, 2020). Levels are error for critical flags, warning for concerns, note for info. Flags about the whole
// target have no place that a viewer could open: a notification counts them. It returns the first error of w.
func SARIF(w io.Writer, r *luminos.Report, s Style) error {
	var rules []luminos.Rule
	run := sarifRun{Results: []sarifResult{}, ColumnKind: "unicodeCodePoints"}
	seen := map[string]int{}
	other := 0
	for _, f := range sortedFlags(r.Flags) {
		if f.Path == "" || f.Path == luminos.Root || f.Rest {
			other++
			continue
		}
		i := slices.Index(rules, f.Rule)
		if i < 0 {
			i = len(rules)
			rules = append(rules, f.Rule)
		}
		run.Results = append(run.Results, sarifOf(f, i, seen))
	}
	run.Tool.Driver = sarifDriver{Name: "Luminos", Version: cleanOr(r.Run.Version, "unknown"), Rules: []sarifRule{}}
	for _, rule := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	run.Invocations = []sarifInvocation{{Successful: WhyPartial(r) == "", Notifications: []sarifNotification{}}}
	if why := WhyPartial(r); why != "" {
		run.Invocations[0].notify("warning", "The report is partial: "+why)
	}
	if other > 0 {
		left := words.Plural(other, "flag") + " without a file of its own: the other formats list them"
		run.Invocations[0].notify("note", left)
	}
	if facts := r.Facts; facts != nil {
		if at := forgeOf(facts); at != (forge{}) {
			run.Provenance = []sarifProvenance{{at.page, at.commit, sarifArtifact{Base: sarifRoot}}}
		}
	}
	return writeJSON(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}, true)
}

// sarifRoot names the directory of the target, which the reader of a log sets.
const sarifRoot = "%SRCROOT%"

// sarifSchema is the address of the schema that the log claims to follow.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifOf returns a flag as a result of the rule number rule. seen counts equal flags, so that each has its own
// fingerprint.
func sarifOf(f luminos.Flag, rule int, seen map[string]int) sarifResult {
	message := Clean(f.Finding)
	if f.Remedy != "" {
		message += " " + Clean(f.Remedy)
	}
	lines := f.Lines
	if lines == nil {
		lines = f.OwnLines()
	}
	out := sarifResult{
		RuleID: Clean(string(f.Rule)), RuleIndex: rule, Level: sarifLevel(f.Severity), Message: sarifText{message},
		Locations:    []sarifLocation{sarifPlace(f.Path, lines)},
		Fingerprints: map[string]string{"luminosFlag/v1": fingerprint(f, seen)},
	}
	for _, e := range f.Evidence {
		if e.Path != "" && (e.Path != f.Path || e.Lines != nil && lines != nil && *e.Lines != *lines) {
			at := e.Lines
			if e.Reader != "" {
				at = nil // lines of extracted text
			}
			related := sarifPlace(e.Path, at)
			out.Related = append(out.Related, related)
		}
	}
	if f.Source == luminos.SourceModel {
		out.Properties = map[string]string{"source": "language model"}
	}
	return out
}

// fingerprint returns the digest of the identity of a flag, and for a repetition of its number.
func fingerprint(f luminos.Flag, seen map[string]int) string {
	key := f.Identity()
	seen[key]++
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
	return hex.EncodeToString(sum[:16])
}

func sarifLevel(s luminos.Severity) string {
	switch s {
	case luminos.Critical:
		return "error"
	case luminos.Concern:
		return "warning"
	}
	return "note"
}

// sarifPlace returns a place as a location: the address is relative to the target, and percent-encoded.
func sarifPlace(p luminos.Path, lines *luminos.LineRange) sarifLocation {
	at := sarifPhysical{Artifact: sarifArtifact{encodePath(p.OS()), sarifRoot}}
	if lines != nil && lines.First > 0 && lines.Last >= lines.First {
		at.Region = &sarifRegion{lines.First, lines.Last}
	}
	return sarifLocation{at}
}

func sarifRuleOf(r luminos.Rule) sarifRule {
	h := r.Help()
	id := Clean(string(r))
	family, _, _ := strings.Cut(id, ".")
	return sarifRule{
		ID: id, Name: Clean(h.Title), Short: sarifText{Clean(h.Title)}, Full: sarifText{Clean(h.Text)},
		Help:       sarifHelp{Clean(h.Text), "**" + markdownText(h.Title) + "**\n\n" + markdownText(h.Text)},
		Properties: map[string][]string{"tags": {family}},
	}
}

// cleanOr returns s cleaned, or other if it is empty.
func cleanOr(s, other string) string {
	if s == "" {
		return other
	}
	return Clean(s)
}

func (i *sarifInvocation) notify(level, message string) {
	i.Notifications = append(i.Notifications, sarifNotification{level, sarifText{Clean(message)}})
}

// The types below are the parts of the format that Luminos writes, by the names of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Provenance  []sarifProvenance `json:"versionControlProvenance,omitempty"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string              `json:"id"`
		Name       string              `json:"name"`
		Short      sarifText           `json:"shortDescription"`
		Full       sarifText           `json:"fullDescription"`
		Help       sarifHelp           `json:"help"`
		Properties map[string][]string `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifProvenance struct {
		Repository string `json:"repositoryUri"`
		Revision   string `json:"revisionId"`
		// MappedTo is the directory that holds the repository.
		MappedTo sarifArtifact `json:"mappedTo"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]string `json:"properties,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri,omitempty"`
		Base string `json:"uriBaseId"`
	}
	sarifRegion struct {
		Start int `json:"startLine"`
		End   int `json:"endLine"`
	}
)
