package redact

// forgeTokens are keys of forges, of build services and of registries of packages.
var forgeTokens = []token{
	// https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
	{kind: "github-token", words: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, body: word, min: 36, max: 255, inner: true},
	{kind: "github-token", words: []string{"github_pat_"}, body: word, min: 40, max: 255, inner: true},
	// https://docs.gitlab.com/security/tokens/#token-prefixes
	{kind: "gitlab-token", words: []string{"glpat-", "gloas-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "glwt-", "glsoat-", "glffct-"}, body: dotted, min: 20, ok: random},
	{kind: "gitlab-token", words: []string{"GR1348941"}, body: wordDash, min: 20, max: 40},
	{kind: "gitlab-session", words: []string{"_gitlab_session="}, body: alnum, min: 32, max: 32, inner: true, whole: true},
	// https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/
	{kind: "bitbucket-token", words: []string{"ATBB", "ATCTT3xFf"}, body: dottedEq, min: 28, ok: mixed},
	// https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
	{kind: "atlassian-token", words: []string{"ATATT3xFf", "ATOATT"}, body: dottedEq, min: 60},
	// https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token
	{kind: "sourcegraph-token", words: []string{"sgp_"}, body: word, min: 40, ok: mixed},
	// https://circleci.com/docs/managing-api-tokens/
	{kind: "circleci-token", words: []string{"CCIPAT_", "CCIPRJ_"}, body: word, min: 40},
	// https://buildkite.com/docs/apis/managing-api-tokens
	{kind: "buildkite-token", words: []string{"bkua_", "bkaj_", "bkct_"}, body: alnum, min: 32, ok: mixed},
	// https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format/
	{kind: "npm-token", words: []string{"npm_"}, body: alnum, min: 36, max: 36},
	// https://pypi.org/help/#apitoken: a macaroon in base64, whose first bytes are fixed
	{kind: "pypi-token", words: []string{"pypi-AgE"}, body: wordDash, min: 50, inner: true},
	// https://guides.rubygems.org/api-key-scopes/
	{kind: "rubygems-token", words: []string{"rubygems_"}, body: lowerHex, min: 48, max: 48},
	// https://github.com/rust-lang/crates.io/blob/main/crates/crates_io_database/src/utils/token.rs
	{kind: "crates-io-token", words: []string{"cio"}, body: alnum, min: 32, max: 32, ok: mixed},
	// https://docs.docker.com/security/access-tokens/
	{kind: "docker-token", words: []string{"dckr_pat_", "dckr_oat_"}, body: wordDash, min: 24, inner: true},
	// https://learn.microsoft.com/nuget/nuget-org/scoped-api-keys
	{kind: "nuget-key", words: []string{"oy2"}, body: lowerNum, min: 43, max: 43, ok: mixed},
	// https://github.com/clojars/clojars-web/wiki/Deploy-Tokens
	{kind: "clojars-token", words: []string{"CLOJARS_", "clojars_"}, body: alnum, min: 60, max: 60},
	// https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens
	{kind: "jfrog-token", words: []string{"AKCp"}, body: alnum, min: 60, max: 80},
	{kind: "jfrog-token", words: []string{"cmVmdGtu"}, body: alnum, min: 50, max: 70},
	// https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/
	{kind: "sonar-token", words: []string{"sqp_", "squ_", "sqa_"}, body: lowerHex, min: 40, max: 40},
	// https://docs.snyk.io/snyk-api/authentication-for-api
	{kind: "snyk-token", words: []string{"snyk_uat.", "snyk_sat."}, body: dotted, min: 40},
}

// modelTokens are keys of providers of models.
var modelTokens = []token{
	// https://docs.anthropic.com/en/api/overview#authentication
	{kind: "anthropic-key", words: []string{"sk-ant-"}, body: wordDash, min: 24, inner: true},
	// https://platform.openai.com/docs/api-reference/authentication
	{kind: "openai-key", words: []string{"sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"}, body: wordDash, min: 30, inner: true},
	// https://huggingface.co/docs/hub/security-tokens
	{kind: "huggingface-token", words: []string{"hf_"}, body: alnum, min: 34, max: 40},
	{kind: "huggingface-token", words: []string{"api_org_"}, body: alnum, min: 34, max: 40},
	// https://console.groq.com/docs/api-reference
	{kind: "groq-key", words: []string{"gsk_"}, body: alnum, min: 48, max: 56},
	// https://replicate.com/docs/topics/security/api-tokens
	{kind: "replicate-token", words: []string{"r8_"}, body: alnum, min: 37, max: 40},
	// https://docs.perplexity.ai/guides/api-key-management
	{kind: "perplexity-key", words: []string{"pplx-"}, body: alnum, min: 40, max: 64},
	// https://docs.x.ai/docs/tutorial
	{kind: "xai-key", words: []string{"xai-"}, body: alnum, min: 70, max: 90},
	// https://openrouter.ai/docs/api-reference/authentication
	{kind: "openrouter-key", words: []string{"sk-or-v1-"}, body: lowerHex, min: 64, max: 64},
	// https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key
	{kind: "langsmith-key", words: []string{"lsv2_pt_", "lsv2_sk_"}, body: word, min: 40},
	// https://docs.pinecone.io/guides/projects/manage-api-keys
	{kind: "pinecone-key", words: []string{"pcsk_"}, body: word, min: 40},
	// https://docs.nvidia.com/nim/large-language-models/latest/getting-started.html
	{kind: "nvidia-key", words: []string{"nvapi-"}, body: wordDash, min: 60},
	// https://docs.tavily.com/documentation/api-reference/introduction
	{kind: "tavily-key", words: []string{"tvly-"}, body: wordDash, min: 28, ok: mixed},
	// https://langfuse.com/docs/api
	{kind: "langfuse-key", words: []string{"sk-lf-"}, body: newSet("0-9a-f-"), min: 36, max: 36},
}

// random reports whether letters alone look drawn by lot.
func random(s string) bool { return mixed(s) || !wordy(s) }
