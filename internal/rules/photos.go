package rules

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// photographs returns statements about the dates and the cameras of images, or nil without such data.
func (w materialSections) photographs() []luminos.Statement {
	p := w.Facts.Photos
	if p == nil {
		return nil
	}
	whole := "of " + words.Plural(p.Images, "image")
	if p.Looked < p.Images {
		whole = "of " + words.Plural(p.Looked, "image") + " that were looked at (" + words.Count(p.Images) + " in all)"
	}
	var out []luminos.Statement
	if p.Dated > 0 && p.Period != nil {
		text := "A date of the camera was found in " + words.Count(p.Dated) + " " + whole + ": " + period(*p.Period)
		if len(p.Years) > 3 {
			years := slices.Clone(p.Years)
			slices.SortStableFunc(years, func(a, b luminos.Counted) int { return cmp.Compare(b.Files, a.Files) })
			text += ", most in " + words.List(countedNames(years[:3]))
		}
		out = append(out, measured(words.Stop(text), from("facts/photos")))
	}
	if p.WithCamera == 0 {
		return out
	}
	text := "In " + words.Count(p.WithCamera) + " " + whole + " the name of a camera was found, " +
		words.Plural(p.Cameras, "model") + " in all: "
	if p.Cameras > 4 && len(p.Makers) > 0 {
		text += "by maker " + words.Some(countedNames(p.Makers), 6) + "; by model " + words.List(countedNames(p.Models[:2]))
	} else {
		text += words.List(countedNames(p.Models))
	}
	return append(out, measured(words.Stop(text), from("facts/photos")))
}

// countedNames returns names with their numbers in brackets.
func countedNames(list []luminos.Counted) []string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Name + " (" + words.Count(c.Files) + ")"
	}
	return names
}
