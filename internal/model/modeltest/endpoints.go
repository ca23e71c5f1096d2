package modeltest

import (
	"fmt"
	"net/http"
)

// countTokens answers POST /v1/messages/count_tokens. It costs nothing. The request is checked against the same rules
// as a call, except for the history of the conversation.
func (s *Server) countTokens(w http.ResponseWriter, req *http.Request) {
	if !s.admit(w, req, 0) {
		return
	}
	body, status, err := readBody(w, req)
	if err != nil {
		s.fail(w, status, "", err.Error())
		return
	}
	r, broken := s.read(body, req.Header, true)
	if len(broken) > 0 {
		s.records.addViolations(0, broken)
		s.fail(w, http.StatusBadRequest, "", broken[0].Text)
		return
	}
	if _, err := s.opts.model(r.Model); err != nil {
		s.fail(w, http.StatusNotFound, "", err.Error())
		return
	}
	s.reply(w, fmt.Appendf(nil, `{"input_tokens":%d}`, s.promptTokens(r)))
}

func (s *Server) reply(w http.ResponseWriter, body []byte) {
	w.Header().Set("request-id", s.requestID())
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// oneModel answers GET /v1/models/{id}.
func (s *Server) oneModel(w http.ResponseWriter, req *http.Request) {
	if !s.admit(w, req, 0) {
		return
	}
	m, err := s.opts.model(req.PathValue("id"))
	if err != nil {
		s.fail(w, http.StatusNotFound, "", err.Error())
		return
	}
	s.reply(w, fmt.Appendf(nil, `{"type":"model","id":%s,"display_name":%s,"created_at":%s,"max_input_tokens":%d,"max_tokens":%d,"capabilities":null}`,
		quote(m.ID), quote(m.Name), quote(m.Created), m.Window, m.MaxOutput))
}
