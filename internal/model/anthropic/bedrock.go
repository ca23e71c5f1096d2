package anthropic

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/anthropics/anthropic-sdk-go/bedrock"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/smithy-go/logging"
)

// The default models on Bedrock: profiles that cost the list price, since any region may answer.
const (
	BedrockSmall  = "global.anthropic.claude-haiku-5-5"
	BedrockStrong = "global.anthropic.claude-opus-5-5"
)

// region matches the name of a region, which becomes part of the address of a server.
var region = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// Bedrock returns Amazon Bedrock in the region of the environment and the configuration files of AWS. bearer is the
// value of AWS_BEARER_TOKEN_BEDROCK, which replaces other credentials. Nothing is asked for over the network.
func Bedrock(ctx context.Context, bearer string) (*Cloud, error) {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithLogger(logging.Nop{}))
	if err != nil {
		return nil, fmt.Errorf("reading the configuration of AWS: %w", err)
	}
	switch {
	case cfg.Region == "":
		return nil, &MissingError{"AWS_REGION", "set it, or the region of the AWS profile, such as us-east-1"}
	case !region.MatchString(cfg.Region):
		return nil, fmt.Errorf("%.80q is no name of a region of AWS", cfg.Region)
	}
	return &Cloud{
		Base: "https://bedrock-runtime." + cfg.Region + ".amazonaws.com/",
		name: "Bedrock",
		advice: "set AWS_PROFILE or the keys of AWS, or sign in with the command aws; they need the right " +
			"bedrock:InvokeModelWithResponseStream for the model in " + cfg.Region,
		adapt: func(ctx context.Context, c *Cloud) (option.RequestOption, error) {
			c.keep(bearer)
			if bearer == "" {
				if err := c.watch(ctx, &cfg); err != nil {
					return nil, err
				}
			}
			return bedrock.WithConfig(cfg), nil
		},
	}, nil
}

// watch retrieves the credentials once, and makes later retrievals return errors of a class. The secrets are kept for
// [Cloud.Secrets].
func (c *Cloud) watch(ctx context.Context, cfg *aws.Config) error {
	prefer := cfg.AuthSchemePreference
	if len(prefer) > 0 && prefer[0] == "httpBearerAuth" && cfg.BearerAuthTokenProvider != nil {
		token, err := cfg.BearerAuthTokenProvider.RetrieveBearerToken(ctx)
		c.keep(token.Value)
		return err
	}
	if cfg.Credentials == nil {
		return errors.New("no source of credentials is known")
	}
	own := cfg.Credentials // a cache, which renews them before they expire
	first, err := own.Retrieve(ctx)
	if err != nil {
		return err
	}
	c.keep(first.SecretAccessKey, first.SessionToken)
	cfg.Credentials = aws.CredentialsProviderFunc(func(ctx context.Context) (aws.Credentials, error) {
		got, err := own.Retrieve(ctx)
		if err != nil {
			return got, c.renewing(err)
		}
		c.keep(got.SecretAccessKey, got.SessionToken)
		return got, nil
	})
	return nil
}
