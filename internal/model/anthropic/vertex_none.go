//go:build !vertex

package anthropic

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go/option"
)

const hasVertex = false

func authorizeGoogle(context.Context, *Cloud, string, string) (option.RequestOption, error) {
	return nil, ErrNoVertex
}
