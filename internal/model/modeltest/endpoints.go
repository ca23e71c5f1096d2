package modeltest

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// countTokens answers POST /v1/messages/count_tokens. It costs nothing and is
// held against the same rules, the conversation's past left out: what is counted
// need not be sent.
func (s *Server) countTokens(w http.ResponseWriter, req *http.Request) {
	s.mu.Lock()
	s.counts++
	s.mu.Unlock()
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
		s.blame(0, broken)
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

// listModels answers GET /v1/models, by pages.
func (s *Server) listModels(w http.ResponseWriter, req *http.Request) {
	if !s.admit(w, req, 0) {
		return
	}
	limit := 20
	if v := req.FormValue("limit"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 1000 {
			s.fail(w, http.StatusBadRequest, "", "limit: Input should be a number from 1 to 1000")
			return
		}
		limit = n
	}
	models := s.opts.Models
	if after := req.FormValue("after_id"); after != "" {
		for i, m := range models {
			if m.ID == after {
				models = models[i+1:]
				break
			}
		}
	}
	page := models[:min(limit, len(models))]
	var data []string
	first, last := "null", "null"
	for _, m := range page {
		data = append(data, m.json())
	}
	if len(page) > 0 {
		first, last = quote(page[0].ID), quote(page[len(page)-1].ID)
	}
	s.reply(w, fmt.Appendf(nil, `{"data":[%s],"has_more":%v,"first_id":%s,"last_id":%s}`, strings.Join(data, ","), len(page) < len(models), first, last))
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
	s.reply(w, []byte(m.json()))
}

func (m Model) json() string {
	return fmt.Sprintf(`{"type":"model","id":%s,"display_name":%s,"created_at":%s,"max_input_tokens":%d,"max_tokens":%d,"capabilities":null}`,
		quote(m.ID), quote(m.Name), quote(m.Created), m.Window, m.MaxOutput)
}

// AwaitIdle returns once no call is under way, or with the error of ctx: after a
// client was killed, its calls end a little later.
func (s *Server) AwaitIdle(ctx context.Context) error {
	for {
		s.mu.Lock()
		if s.inFlight == 0 {
			s.mu.Unlock()
			return nil
		}
		if s.idle == nil {
			s.idle = make(chan struct{})
		}
		idle := s.idle
		s.mu.Unlock()
		select {
		case <-idle:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
