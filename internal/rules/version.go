package rules

import "luminos"

// version is the version of the rules for one pass.
type version struct {
	// number is part of every key under which a result of the pass is stored. Raise
	// it if the same facts give another result.
	number int
	// golden is the digest of the result for the dossier of the tests.
	// TestVersionsFollowTheResults compares it.
	golden string
}

var versions = map[luminos.Pass]version{
	luminos.PassSurvey:      {1, "954ca5aec42bf3000df6f947"},
	luminos.PassPlan:        {1, "bb507bfd312784b39ee5d4ee"},
	luminos.PassDirectories: {1, "baed9b8a87a7b61052d74929"},
	luminos.PassSynthesis:   {1, "8858110f7a66d46dd05d4a24"},
}
