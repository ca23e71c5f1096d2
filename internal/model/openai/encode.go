package openai

import (
	"bytes"
	"encoding/json"
	"fmt"

	api "github.com/sashabaranov/go-openai"

	"luminos/internal/model"
)

// encode returns the JSON body of a chat completions request for the call. It leaves out or replaces the fields that
// the server has refused before, according to the dialect d.
func encode(call model.Call, d dialect, reasoning bool) ([]byte, error) {
	r := api.ChatCompletionRequest{Model: call.Model, Stream: true}
	if !d.noUsage {
		r.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	switch {
	case d.noLimit:
	case d.newLimit:
		r.MaxCompletionTokens = int(call.MaxOutput)
	default:
		//lint:ignore SA1019 servers that people run themselves know no other limit
		r.MaxTokens = int(call.MaxOutput)
	}
	if !d.noEfforts {
		r.ReasoningEffort = call.Effort
	}
	for _, t := range call.Tools {
		r.Tools = append(r.Tools, api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: t.Schema,
		}})
	}
	if call.System != "" {
		r.Messages = append(r.Messages, api.ChatCompletionMessage{Role: api.ChatMessageRoleSystem, Content: call.System})
	}
	for i := range call.Messages {
		if call.Messages[i].Role == model.Assistant {
			r.Messages = append(r.Messages, assistant(model.Wire(call.Messages, i), reasoning))
		} else {
			r.Messages = append(r.Messages, user(model.Wire(call.Messages, i))...)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, &model.Error{Class: model.BadRequest, Doing: "encoding the request", Message: fmt.Sprintf("the request for %s has no JSON form", call.Model), Err: err}
	}
	return b.Bytes(), nil
}

func assistant(blocks []model.Block, reasoning bool) api.ChatCompletionMessage {
	m := api.ChatCompletionMessage{Role: api.ChatMessageRoleAssistant}
	for _, b := range blocks {
		switch b.Kind {
		case model.Text:
			m.Content += b.Text
		case model.Thinking:
			if reasoning {
				m.ReasoningContent += b.Text
			}
		case model.ToolUse:
			input := "{}"
			if args, err := b.Arguments(); err == nil {
				input = string(args) // servers parse it; the result states the defect
			}
			m.ToolCalls = append(m.ToolCalls, api.ToolCall{ID: b.ID, Type: api.ToolTypeFunction, Function: api.FunctionCall{Name: b.Name, Arguments: input}})
		}
	}
	return m
}

// user returns the messages for a turn of the user: one for each tool result, and one for the text after the results.
// The protocol has no field for a failed result, so its text begins with "Error: ".
func user(blocks []model.Block) []api.ChatCompletionMessage {
	var list []api.ChatCompletionMessage
	var text string
	for _, b := range blocks {
		if b.Kind != model.Result {
			if text != "" {
				text += "\n\n"
			}
			text += b.Text
			continue
		}
		content := b.Text
		if b.Failed {
			content = "Error: " + content
		}
		list = append(list, api.ChatCompletionMessage{Role: api.ChatMessageRoleTool, ToolCallID: b.ID, Content: content})
	}
	if text != "" {
		list = append(list, api.ChatCompletionMessage{Role: api.ChatMessageRoleUser, Content: text})
	}
	return list
}
