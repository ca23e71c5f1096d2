package investigate

import (
	"fmt"
	"testing"

	"luminos"
	"luminos/internal/redact"
)

// TestManySecretsInSomeFilesHideNoOthers checks that each file with secrets is in the list, although some have many.
func TestManySecretsInSomeFilesHideNoOthers(t *testing.T) {
	for decoys, want := range map[int]int{10: 20, 99: 11, 2000: 1} {
		r := &recorder{masked: map[luminos.Path]*masked{}}
		for i := range decoys {
			var found []redact.Secret
			for line := range 25 {
				found = append(found, redact.Secret{Kind: "password", Line: line + 1, Last: line + 1})
			}
			r.secrets(luminos.Path(fmt.Sprintf("a%05d", i)), found)
		}
		r.secrets("z", []redact.Secret{{Kind: "password", Line: 1, Last: 1}})
		list, places := r.secretsFound()
		of := map[luminos.Path]int{}
		for _, m := range list {
			of[m.Path]++
		}
		if places != 25*decoys+1 || len(list) > maskedMost || of["a00000"] != want || decoys < maskedMost && of["z"] != 1 {
			t.Errorf("%d files: %d places, %d listed, %d of the first file, %d of the last", decoys, places, len(list), of["a00000"], of["z"])
		}
	}
}
