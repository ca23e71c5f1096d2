package anthropic

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/anthropics/anthropic-sdk-go/option"
)

// ErrNoVertex is the error of a build without the provider, whose modules make the program 5 MB larger.
var ErrNoVertex = errors.New("this build does not have the provider vertex")

// project matches the id of a project of Google, which becomes part of the path of requests.
var project = regexp.MustCompile(`^[a-z][a-z0-9.:-]{1,100}$`)

// Vertex returns Vertex AI of Google in the named region, or [ErrNoVertex]. If id is "", the credentials name the
// project. Nothing is asked for over the network.
func Vertex(in, id string) (*Cloud, error) {
	switch {
	case !hasVertex:
		return nil, ErrNoVertex
	case in == "":
		return nil, &MissingError{"CLOUD_ML_REGION", "set it to the region, such as global or europe-west1"}
	case !region.MatchString(in):
		return nil, fmt.Errorf("%.80q is no name of a region of Google", in)
	case id != "" && !project.MatchString(id):
		return nil, fmt.Errorf("%.80q is no id of a project of Google", id)
	}
	base := "https://" + in + "-aiplatform.googleapis.com/"
	switch in {
	case "global":
		base = "https://aiplatform.googleapis.com/"
	case "us", "eu":
		base = "https://aiplatform." + in + ".rep.googleapis.com/"
	}
	return &Cloud{
		Base: base,
		name: "Vertex",
		advice: "sign in with gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS; the project " +
			"must have the model, and the user the right aiplatform.endpoints.predict",
		adapt: func(ctx context.Context, c *Cloud) (option.RequestOption, error) {
			return authorizeGoogle(ctx, c, in, id)
		},
	}, nil
}
