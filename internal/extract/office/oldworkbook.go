package office

import "luminos"

func readOldWorkbook(d *document, _ *compound, b []byte) error {

	_ = luminos.ExtractEncrypted
	return nil
}
