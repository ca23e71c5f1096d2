package modeltest_test

import (
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// BenchmarkCall measures one call with a long history: the cost that the server adds to a measurement of its client.
func BenchmarkCall(b *testing.B) {
	schema, err := modeltest.FindSchema()
	if err != nil {
		b.Log(err)
	}
	s := modeltest.New(modeltest.Options{Player: modeltest.Script{modeltest.Say(modeltest.Text("So."))}, Schema: schema})
	defer s.Close()
	c := talk(s, "Look.", dirTools()...)
	for range 40 {
		c.turn(b)
		c.say(text(strings.Repeat("What was read of a file, line by line.\n", 150)))
	}
	body := c.body()
	for b.Loop() {
		if a := post(b, s, "/v1/messages", body); a.status != 200 {
			b.Fatalf("status %d: %s", a.status, a.body)
		}
	}
}
