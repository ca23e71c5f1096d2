package luminos

// FormatGroup sums up the files of one binary format, by fixed fields at their beginnings and ends.
type FormatGroup struct {
	Name  string `json:"name"`  // "PDF document"; "" for files with no known signature
	Files int    `json:"files"` // that were looked at
	Bytes int64  `json:"bytes"`
	// Versions are by the header, in their order.
	Versions []Counted `json:"versions"`
	// Unit is counted in the files: "page", "entry", "tensor". Count is the sum over Known files. The other files do
	// not state their number in a place that is read.
	Unit  string `json:"unit,omitempty"`
	Count int    `json:"count,omitempty"`
	Known int    `json:"known,omitempty"`
	// Forms are properties in words, the most frequent first: "(1000, 28) float32"; may be cut.
	Forms []Counted `json:"forms"`
	// Checked counts the files that are known to be encrypted or not, Encrypted the encrypted ones.
	Checked   int `json:"checked,omitempty"`
	Encrypted int `json:"encrypted,omitempty"`
}

// BinaryFiles is the kind of files, in [NotRead], that were too many to look at for their formats.
const BinaryFiles = "binary documents, archives, data and models"
