package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// withCode are the labels of rows on files with which a program works. Other files are an aside of a program, and
// only the section lists them.
var withCode = map[string]bool{"Models": true, "Nets": true, "Cells": true, "Titles": true}

// insideRows returns the rows of the first screen on the content of documents, mail, archives and the like.
func insideRows(f *luminos.Facts) []practice {
	if f.Inside == nil {
		return nil
	}
	var rows []practice
	few := f.Inside.Photos != nil && 3*f.Inside.Photos.Images < 2*f.Inside.Looked
	for _, r := range f.Inside.Rows {
		if f.MainLanguage != "" && !withCode[r.Label] || r.Aside {
			continue
		}
		label := r.Label
		if short := shortLabels[label]; short != "" {
			label = short
		}
		if r.Label == "Nets" && hasLabel(rows, label) { // the first one is the largest
			rows = append(rows, practice{label: label, text: []span{text(r.Text)}, late: true})
			continue
		}
		isData := f.Sort == luminos.SortData
		rows = append(rows, practice{
			main: isData && ofData[r.Label], grave: grave[r.Label],
			label: label, text: []span{text(r.Text)}, whole: whole[r.Label], tall: tall[r.Label], long: ofNames[r.Label],
			minor: minor[r.Label], late: late[r.Label] || few && ofPhotos[r.Label] || isData && besideData[r.Label],
		})
	}
	return merged(rows, f.Sort == luminos.SortData)
}

// unread are the labels of rows on files whose content was not read, with the reason.
var unread = map[string]string{
	"Closed": "encrypted", "Damaged": "damaged", "No text": "with pages but no text", "Empty": "empty",
}

// merged returns the rows with one row in place of three or more about files that were not read, or of two if the
// lines are scarce, the sums of invoices in the row about invoices, and the addresses of failed logins in the row
// about logins.
func merged(rows []practice, scarce bool) []practice {
	sums := slices.IndexFunc(rows, func(r practice) bool { return r.label == "Totals" })
	if sums > 0 && rows[sums-1].label == "Invoice" {
		rows[sums-1].text = append(rows[sums-1].text, text(": "), rows[sums].text[0])
		rows = slices.Delete(rows, sums, sums+1)
	}
	from := slices.IndexFunc(rows, func(r practice) bool { return r.label == "Sources" })
	if from > 0 && rows[from-1].label == "Logins" {
		_, addresses, _ := strings.Cut(rows[from].text[0].text, ": ")
		rows[from-1].text = append(rows[from-1].text, text(": "+addresses))
		rows = slices.Delete(rows, from, from+1)
	}
	is := func(r practice) bool { return unread[r.label] != "" }
	var counts, names []string
	for _, r := range rows {
		if count, files, ok := strings.Cut(r.text[0].text, ": "); is(r) && ok {
			n, _, _ := strings.Cut(count, " ")
			counts, names = append(counts, n+" "+unread[r.label]), append(names, files)
		}
	}
	if len(counts) < 2 || len(counts) < 3 && !scarce {
		return rows
	}
	at := slices.IndexFunc(rows, is)
	all := words.List(counts) + ": " + strings.Join(names, ", ")
	return slices.Insert(slices.DeleteFunc(rows, is), at, practice{label: "Unread", text: []span{text(all)}, grave: true})
}

// hasLabel reports whether one of the rows has the label.
func hasLabel(rows []practice, label string) bool {
	return slices.ContainsFunc(rows, func(r practice) bool { return r.label == label })
}

// tall are the labels of rows on many things of equal weight, and whole the labels of others that lose a number if they
// are cut.
var (
	tall  = map[string]bool{"Logs": true, "Taken": true, "Nets": true, "Tables": true}
	whole = map[string]bool{
		"Paper": true, "Abstract": true, "Docs": true, "Books": true, "Invoices": true, "Undated": true,
		"Cells": true, "Card": true, "Machine": true, "Largest": true, "Package": true,
		"Gaps": true, "Errors": true, "Logins": true, "Web": true,
		"Archives": true, "Series": true, "Copies": true, "Mail": true, "Certs": true, "Music": true, "Maps": true,
	}
)

// ofNames are the labels of rows of names, of which each further line says as much as the second line of another row.
var ofNames = map[string]bool{"Titles": true}

// ofData are the labels of rows for which a folder of data is opened, and besideData the ones of rows that give way to
// them there.
var (
	ofData     = map[string]bool{"Tables": true, "Largest": true, "Gaps": true, "Package": true}
	besideData = map[string]bool{"Same data": true, "Logs": true, "Web": true}
)

// grave are the labels of rows on files that are lost or closed, and on positions of persons: an owner must know them
// before the titles of documents.
var grave = map[string]bool{
	"Damaged": true, "Closed": true, "Empty": true, "Places": true, "Series": true, "Unpaired": true,
}

// minor are the labels of rows that give way to others if a target has many.
var minor = map[string]bool{"Senders": true, "Language": true, "Threads": true, "Cameras": true, "Made": true,
	"Small": true, "Entries": true}

// late are the labels of rows for which other rows need not be cut.
var late = map[string]bool{"Old": true, "Repeats": true, "Boot": true, "Films": true, "Lengths": true}

// ofPhotos are the labels of rows on photographs that give way to other rows if a third of the files are no
// photographs.
var ofPhotos = map[string]bool{"Undated": true, "Cameras": true, "Areas": true, "Small": true, "Edited": true}

// shortLabels are the labels of rows whose own labels are too long for the column of the first screen.
var shortLabels = map[string]string{
	"References": "Refs", "Checksums": "Sums", "Same data": "Same",
	"Literature": "Library", "Abstract": "Summary", "Language": "Written", "Attached": "With", "Archives": "Archive",
	"Calendar": "Dates", "Invoices": "Invoice", "Services": "Service", "Subjects": "Topics", "Versions": "Formats",
}

// hasRow reports whether there is a row with the label.
func hasRow(in *luminos.Inside, label string) bool {
	return in != nil && slices.ContainsFunc(in.Rows, func(r luminos.InsideRow) bool { return r.Label == label })
}
