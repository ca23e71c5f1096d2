package words

import (
	"slices"
	"strings"
)

// parents are first words of makers that stand before the name of the brand.
var parents = map[string]bool{"eastman": true, "seiko": true}

// Brand returns the brand of a camera from the name of its maker: the first word in small letters with a capital,
// since makers spell and extend their names in many ways ("NIKON", "NIKON CORPORATION", "Nikon").
func Brand(maker string) string {
	parts := strings.Fields(strings.ToLower(maker))
	if len(parts) > 1 && parents[parts[0]] {
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return ""
	}
	brand := strings.TrimRight(parts[0], ",.")
	if brand == "" {
		return ""
	}
	return strings.ToUpper(brand[:1]) + brand[1:]
}

// Camera returns the name of a model with its brand in front, unless the model names the brand itself.
func Camera(brand, model string) string {
	if brand == "" || strings.Contains(strings.ToLower(model), strings.ToLower(brand)) {
		return model
	}
	return brand + " " + model
}

// scanners are parts of the names of scanners, which write Exif data as cameras do.
var scanners = []string{"scan", "perfection", "opticfilm", "officejet", "laserjet", "mfc-", "workcentre"}

// Scanner reports whether a model of camera is a scanner.
func Scanner(model string) bool {
	model = strings.ToLower(model)
	return slices.ContainsFunc(scanners, func(s string) bool { return strings.Contains(model, s) })
}
