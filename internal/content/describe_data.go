package content

// describePDF returns the name of the format f, with the version of the PDF file and, if it is
// certain, the number of pages.
func describePDF(f format, s *sample) string {
	d := Details{Format: f.name, Count: -1}
	d.pdf(s)
	words := f.name
	if d.Version != "" {
		words += ", version " + d.Version
	}
	if d.Count > 0 {
		return words + ", " + plural(d.Count, "page")
	}
	return words
}
