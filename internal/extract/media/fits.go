package media

import (
	"bytes"
	"strconv"
	"strings"
)

// Sizes of FITS, the format of images of astronomy (https://fits.gsfc.nasa.gov): the header and the data fill blocks.
const (
	fitsCard   = 80
	fitsBlock  = 2880
	fitsBlocks = 100 // of a header that are read
	fitsAxes   = 10
)

// readFITS reads the header of an image of astronomy: its size, when it was taken, and with which camera.
func readFITS(j *job) error {
	j.image("FITS image")
	cards, end := fitsCards(j.in)
	if end == 0 {
		j.cutOff()
		return nil
	}
	number := func(key string) int64 {
		n, _ := strconv.ParseInt(cards[key], 10, 64)
		return n
	}
	axes := number("NAXIS")
	j.size(int(number("NAXIS1")), int(number("NAXIS2")))
	data := max(number("BITPIX"), -number("BITPIX")) / 8
	for i := range min(axes, fitsAxes) {
		if n := number("NAXIS" + strconv.FormatInt(i+1, 10)); n > 0 && data < j.in.size {
			data *= n
		}
	}
	if axes > 0 && end+data > j.in.size {
		j.cutOff()
	}
	var p photo
	p.original, p.model, p.software = cards["DATE-OBS"], cards["INSTRUME"], cards["SWCREATE"]
	p.set(j)
	return nil
}

// fitsCards returns the values of the first header by their keys, and the offset of the data, or 0 without an end of
// the header.
func fitsCards(in *input) (map[string]string, int64) {
	cards := map[string]string{}
	for at := range int64(fitsBlocks) {
		block := in.bytes(at*fitsBlock, fitsBlock)
		for len(block) >= fitsCard {
			card := block[:fitsCard]
			block = block[fitsCard:]
			key := strings.TrimSpace(string(card[:8]))
			if key == "END" {
				return cards, (at + 1) * fitsBlock
			}
			if bytes.HasPrefix(card[8:], []byte("= ")) {
				cards[key] = fitsValue(string(card[10:]))
			}
		}
	}
	return cards, 0
}

// fitsValue returns the value of a card without its quotes and its comment.
func fitsValue(s string) string {
	s = strings.TrimSpace(s)
	if quoted, ok := strings.CutPrefix(s, "'"); ok {
		s, _, _ = strings.Cut(quoted, "'")
	} else {
		s, _, _ = strings.Cut(s, "/")
	}
	return strings.TrimSpace(s)
}
