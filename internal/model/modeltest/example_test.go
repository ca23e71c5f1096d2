package modeltest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"luminos/internal/model/modeltest"
)

// Example shows a server that is overloaded once in each turn and then answered by a diligent model. The ledger records
// all calls.
func Example() {
	s := modeltest.New(modeltest.Options{Player: modeltest.Overloaded{Statuses: []int{529}}})
	defer s.Close()
	const body = `{"model":"claude-opus-5-5","max_tokens":1000,"stream":true,"messages":[{"role":"user","content":"## The tree\n\nsrc/ (1 file)\n"}],
		"tools":[{"name":"submit_plan","input_schema":{"type":"object","properties":{"priority_dirs":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"}}}}}}}]}`
	for range 2 {
		req, err := http.NewRequest(http.MethodPost, s.URL+"/v1/messages", strings.NewReader(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		req.Header = http.Header{"Content-Type": {"application/json"}, "Anthropic-Version": {"2023-06-01"}, "X-Api-Key": {"test"}}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	for _, e := range s.Ledger() {
		fmt.Println(e.Pass, e.Turn, e.Attempt, e.Status, e.Outcome, e.Tools)
	}
	fmt.Println(s.Violations())
	// Output:
	// plan 1 1 529 refused []
	// plan 1 2 200 completed [submit_plan]
	// []
}
