package redact

// tokens are the formats of tokens with a prefix of their own. A source is named above
// each format.
var tokens = []token{
	// Keys of clouds and of the tools that run them.

	// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
	{kind: "aws-access-key", words: []string{"AKIA", "ASIA", "ABIA", "ACCA"}, body: upperNum, min: 16, max: 16},
	// https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
	{kind: "aws-bedrock-key", words: []string{"ABSK", "bedrock-api-key-"}, body: base64eq, min: 100},
	// https://cloud.google.com/docs/authentication/api-keys
	{kind: "google-api-key", words: []string{"AIza"}, body: wordDash, min: 35, max: 35},
	// https://developers.google.com/identity/protocols/oauth2
	{kind: "google-oauth-secret", words: []string{"GOCSPX-"}, body: wordDash, min: 24, max: 36},
	{kind: "google-oauth-token", words: []string{"ya29."}, body: wordDash, min: 20},
	{kind: "google-oauth-token", words: []string{"1//0"}, body: wordDash, min: 36, max: 128, ok: mixed},
	// https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
	{kind: "azure-key", words: []string{"AccountKey=", "SharedAccessKey="}, body: base64eq, min: 30, inner: true, whole: true},
	// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
	{kind: "aws-signature", words: []string{"X-Amz-Signature="}, body: lowerHex, min: 64, max: 64, inner: true, whole: true},
	// https://learn.microsoft.com/azure/storage/common/storage-sas-overview
	{kind: "azure-sas", words: []string{"&sig=", "?sig=", "u0026sig=", "&amp;sig="}, body: newSet("0-9A-Za-z%+/=_-"), min: 40, inner: true, whole: true},
	// https://docs.digitalocean.com/reference/api/create-personal-access-token/
	{kind: "digitalocean-token", words: []string{"dop_v1_", "doo_v1_", "dor_v1_"}, body: hex, min: 64, max: 64},
	// https://devcenter.heroku.com/articles/platform-api-quickstart
	{kind: "heroku-key", words: []string{"HRKU-"}, body: wordDash, min: 36, max: 72},
	// https://docs.databricks.com/aws/en/dev-tools/auth/pat
	{kind: "databricks-token", words: []string{"dapi"}, body: newSet("0-9a-f-"), min: 32, max: 34},
	// https://developer.hashicorp.com/vault/docs/concepts/tokens
	{kind: "vault-token", words: []string{"hvs.", "hvb.", "hvr."}, body: wordDash, min: 24},
	{kind: "vault-token", words: []string{"s."}, body: alnum, min: 24, max: 24, ok: legacyVault},
	// https://fly.io/docs/security/tokens/
	{kind: "fly-token", words: []string{"fm1r_", "fm2_", "fm1a_", "fo1_"}, body: newSet("0-9A-Za-z+/=_,-"), min: 40},
	// https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair
	{kind: "alibaba-access-key", words: []string{"LTAI"}, body: alnum, min: 12, max: 26, ok: mixed},
	// https://www.tencentcloud.com/document/product/598/32675
	{kind: "tencent-secret-id", words: []string{"AKID"}, body: alnum, min: 32, max: 32, ok: mixed},
	// https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/
	{kind: "pulumi-token", words: []string{"pul-"}, body: lowerHex, min: 40, max: 40},
	// https://planetscale.com/docs/concepts/planetscale-api-oauth-applications
	{kind: "planetscale-token", words: []string{"pscale_tkn_", "pscale_pw_", "pscale_oauth_"}, body: dottedEq, min: 32},
	// https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/
	{kind: "cloudflare-ca-key", words: []string{"v1.0-"}, body: newSet("0-9a-f-"), form: shaped("-", 24, 146)},
	// https://supabase.com/docs/guides/api/api-keys
	{kind: "supabase-key", words: []string{"sbp_", "sb_secret_"}, body: word, min: 30, ok: mixed},
	// https://docs.netlify.com/api/get-started/
	{kind: "netlify-token", words: []string{"nfp_"}, body: alnum, min: 32, ok: mixed},
	// https://vercel.com/docs/storage/vercel-blob
	{kind: "vercel-token", words: []string{"vercel_blob_rw_"}, body: word, min: 30},
	// https://yandex.cloud/en/docs/iam/concepts/authorization/
	{kind: "yandex-token", words: []string{"AQVN"}, body: wordDash, min: 35, max: 36, ok: mixed},
	{kind: "yandex-token", words: []string{"t1."}, body: dottedEq, min: 90, ok: mixed},
	// https://docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication
	{kind: "dynatrace-token", words: []string{"dt0c01.", "dt0s01.", "dt0s02."}, body: dotted, form: shaped(".", 0, 64)},
	// https://docs.doppler.com/docs/service-tokens
	{kind: "doppler-token", words: []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."}, body: dotted, min: 40},
	// https://developer.1password.com/docs/service-accounts/security/
	{kind: "1password-token", words: []string{"ops_eyJ"}, body: base64eq, min: 150, inner: true},
	// https://support.1password.com/secret-key-security/
	{kind: "1password-secret-key", words: []string{"A3-"}, body: newSet("0-9A-Z-"), min: 33, max: 40, form: accountKey},
	// https://clickhouse.com/docs/cloud/manage/openapi
	{kind: "clickhouse-key", words: []string{"4b1d"}, body: alnum, min: 38, max: 38, ok: threeSorts},
	// https://docs.openshift.com/container-platform/latest/authentication/tokens-scoping.html
	{kind: "openshift-token", words: []string{"sha256~"}, body: wordDash, min: 43, max: 43, ok: threeSorts},
	// https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
	{kind: "octopus-key", words: []string{"API-"}, body: upperNum, min: 25, max: 32, ok: mixed},
	// https://developers.scalingo.com/
	{kind: "scalingo-token", words: []string{"tk-us-"}, body: wordDash, min: 40, max: 56, ok: threeSorts},
	// https://www.infracost.io/docs/
	{kind: "infracost-key", words: []string{"ico-"}, body: alnum, min: 32, max: 32, ok: mixed},
	// https://age-encryption.org/v1 (Bech32, BIP 173)
	{kind: "age-secret-key", words: []string{"AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"}, body: upperNum, min: 58, inner: true},
	// https://docs.prefect.io/v3/manage/cloud/manage-users/api-keys
	{kind: "prefect-key", words: []string{"pnu_", "pnb_"}, body: alnum, min: 36, max: 36, ok: mixed},
	// https://developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys/
	{kind: "harness-token", words: []string{"pat.", "sat."}, body: dotted, form: shaped(".", 22, 24, 20)},
	// https://docs.datadoghq.com/account_management/api-app-keys/
	{kind: "datadog-token", words: []string{"ddpat_", "ddapp_"}, body: word, min: 30, ok: mixed},

	// https://docs.metamask.io/services/ and https://www.alchemy.com/docs/create-an-api-key
	{kind: "infura-key", words: []string{"infura.io/v3/", "alchemy.com/v2/"}, body: wordDash, min: 32, max: 40, inner: true, whole: true, ok: mixed},
	// RFC 6749, 4.1.2
	{kind: "oauth-code", words: []string{"?code=", "&code="}, body: wordDash, min: 20, inner: true, whole: true, ok: threeSorts},
	// https://github.com/bitcoin/bitcoin/tree/master/share/rpcauth
	{kind: "password-hash", words: []string{"rpcauth="}, body: newSet("0-9A-Za-z_.:$-"), min: 64, whole: true},
	// https://doc.dovecot.org/main/core/config/auth/schemes.html
	{kind: "password", words: []string{"{PLAIN}", "{CLEARTEXT}", "{PLAIN-MD5}", "{SHA256}", "{SSHA256}", "{SHA512}", "{SSHA512}", "{CRYPT}", "{NT}"}, body: except(": \t\r\n\"'<,;}"), min: 6, whole: true},

	// Keys of forges, of build services and of registries of packages.

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
	// https://kubernetes.io/docs/concepts/configuration/secret/#docker-config-secrets: {"auths":{ in base64
	{kind: "docker-config", words: []string{"eyJhdXRocyI6", "ewogICJhdXRocyI6", "eyAiYXV0aHMiO"}, body: base64eq, min: 20, inner: true},
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

	// Keys of providers of models.

	// https://docs.anthropic.com/en/api/overview#authentication
	{kind: "anthropic-key", words: []string{"sk-ant-"}, body: wordDash, min: 24, inner: true},
	// https://platform.openai.com/docs/api-reference/authentication
	{kind: "openai-key", words: []string{"sk-"}, body: alnum, min: 48, max: 48, ok: threeSorts},
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

	// Keys of services: messages, money, shops, monitoring.

	// https://tailscale.com/kb/1085/auth-keys
	{kind: "tailscale-key", words: []string{"tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-", "tskey-webhook-"}, body: wordDash, min: 16, ok: mixed},
	// https://api.slack.com/authentication/token-types
	{kind: "slack-token", words: []string{"xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"}, body: newSet("0-9A-Za-z.%_-"), min: 20, inner: true, ok: mixed},
	// https://api.slack.com/messaging/webhooks
	{kind: "slack-webhook", words: []string{"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/", `hooks.slack.com\/services\/`}, body: newSet("0-9A-Za-z/"), min: 30, inner: true, whole: true},
	// https://docs.stripe.com/keys
	{kind: "stripe-key", words: []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_", "sk_prod_", "rk_prod_"}, body: word, min: 10, ok: mixed},
	{kind: "stripe-webhook-secret", words: []string{"whsec_"}, body: base64eq, min: 24, ok: mixed},
	// https://www.twilio.com/docs/iam/api-keys
	{kind: "twilio-key", words: []string{"SK"}, body: lowerHex, min: 32, max: 32},
	// https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
	{kind: "sendgrid-key", words: []string{"SG."}, body: dotted, form: shaped(".", 22, 43)},
	// https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/
	{kind: "mailgun-key", words: []string{"key-"}, body: lowerHex, min: 32, max: 32},
	// https://developers.brevo.com/docs/getting-started
	{kind: "brevo-key", words: []string{"xkeysib-", "xsmtpsib-"}, body: newSet("0-9A-Za-z-"), min: 60, inner: true},
	// https://resend.com/docs/dashboard/api-keys/introduction
	{kind: "resend-key", words: []string{"re_"}, body: word, min: 32, max: 40, ok: threeSortsAlone},
	// https://shopify.dev/changelog/app-secret-key-length-has-increased
	{kind: "shopify-token", words: []string{"shpat_", "shpca_", "shppa_", "shpss_", "shpua_", "shpit_", "shptka_"}, body: hex, min: 32, inner: true},
	// https://developer.squareup.com/docs/build-basics/access-tokens
	{kind: "square-token", words: []string{"sq0atp-", "sq0csp-", "sq0idp-"}, body: wordDash, min: 22, max: 60, inner: true},
	{kind: "square-token", words: []string{"EAAA"}, body: wordDash, min: 60, max: 60, ok: threeSorts},
	// https://developers.facebook.com/docs/facebook-login/guides/access-tokens
	{kind: "facebook-token", words: []string{"EAAC", "EAAG", "EAAB", "EAAM"}, body: alnum, min: 80, max: 400, ok: threeSorts},
	// https://developers.linear.app/docs/graphql/working-with-the-graphql-api
	{kind: "linear-key", words: []string{"lin_api_", "lin_oauth_", "lin_wh_"}, body: alnum, min: 32, inner: true},
	// https://developers.notion.com/page/changelog (2024-09-11)
	{kind: "notion-token", words: []string{"ntn_"}, body: alnum, min: 40, max: 60},
	{kind: "notion-token", words: []string{"secret_"}, body: alnum, min: 43, max: 43, ok: threeSorts},
	// https://grafana.com/docs/grafana/latest/administration/service-accounts/
	{kind: "grafana-token", words: []string{"glsa_"}, body: word, min: 41, inner: true},
	{kind: "grafana-token", words: []string{"glc_eyJ", "eyJrIjoi"}, body: base64eq, min: 30, inner: true},
	// https://docs.sentry.io/account/auth-tokens/
	{kind: "sentry-token", words: []string{"sntrys_"}, body: newSet("0-9A-Za-z+/=_-"), min: 60, inner: true},
	{kind: "sentry-token", words: []string{"sntryu_", "sntryi_"}, body: lowerHex, min: 64, max: 64, inner: true},
	// https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
	{kind: "newrelic-key", words: []string{"NRAK-", "NRII-", "NRIQ-", "NRJS-", "NRRA-", "NRSP-"}, body: wordDash, min: 19, ok: mixed},
	{kind: "newrelic-key", words: []string{"NRAL"}, body: upperNum, min: 24, max: 36, ok: mixed},
	// https://learning.postman.com/docs/developer/postman-api/authentication/
	{kind: "postman-key", words: []string{"PMAK-", "PMAT-"}, body: newSet("0-9A-Za-z-"), min: 26, inner: true, ok: mixed},
	// https://airtable.com/developers/web/guides/personal-access-tokens
	{kind: "airtable-token", words: []string{"pat"}, body: newSet("0-9A-Za-z."), form: shaped(".", 14, 64)},
	// https://www.figma.com/developers/api#access-tokens
	{kind: "figma-token", words: []string{"figd_", "figo_", "figor_", "figu_"}, body: wordDash, min: 36},
	// https://www.dropbox.com/developers/documentation/http/documentation
	{kind: "dropbox-token", words: []string{"sl.u.", "sl.B"}, body: wordDash, min: 100},
	// https://www.contentful.com/developers/docs/references/authentication/
	{kind: "contentful-token", words: []string{"CFPAT-"}, body: wordDash, min: 40},
	// https://www.typeform.com/developers/get-started/personal-access-token/
	{kind: "typeform-token", words: []string{"tfp_"}, body: dotted, min: 44},
	// https://learn.adafruit.com/welcome-to-adafruit-io
	{kind: "adafruit-key", words: []string{"aio_"}, body: alnum, min: 28, max: 28, ok: mixed},
	// https://docs.easypost.com/docs/authentication
	{kind: "easypost-key", words: []string{"EZAK", "EZTK"}, body: alnum, min: 54, max: 54},
	// https://api-docs.render.com/reference/authentication
	{kind: "render-key", words: []string{"rnd_"}, body: alnum, min: 28, max: 32, ok: mixed},
	// https://docs.honeycomb.io/configure/environments/manage-api-keys/
	{kind: "honeycomb-key", words: []string{"hcaik_", "hcbik_"}, body: alnum, min: 50, max: 70},
	// https://developer.paypal.com/braintree/docs/guides/authorization/
	{kind: "braintree-token", words: []string{"access_token$production$", "access_token$sandbox$"}, body: newSet("0-9a-z$"), min: 40, inner: true},
	// https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
	{kind: "bitcoin-key", words: []string{"xprv", "yprv", "zprv", "tprv"}, body: alnum, min: 100, max: 112},
	// https://duffel.com/docs/api/overview/making-requests
	{kind: "duffel-token", words: []string{"duffel_test_", "duffel_live_"}, body: wordDash, min: 40},
	// https://developer.flutterwave.com/docs/authentication
	{kind: "flutterwave-key", words: []string{"FLWSECK_TEST-", "FLWSECK-", "FLWPUBK_TEST-"}, body: newSet("0-9A-Za-z-"), min: 12, ok: mixed},
	// https://docs.goshippo.com/docs/guides_general/authentication/
	{kind: "shippo-token", words: []string{"shippo_live_", "shippo_test_"}, body: hex, min: 40, max: 40},
	// https://docs.readme.com/main/reference/intro/authentication
	{kind: "readme-key", words: []string{"rdme_"}, body: lowerNum, min: 70, max: 70},
	// https://developer.frame.io/docs/authentication/
	{kind: "frameio-token", words: []string{"fio-u-"}, body: wordDash, min: 50, ok: mixed},
	// https://developer.adobe.com/developer-console/docs/guides/authentication/
	{kind: "adobe-secret", words: []string{"p8e-"}, body: wordDash, min: 28, max: 40, ok: mixed},
	// https://console.settlemint.com/documentation/
	{kind: "settlemint-token", words: []string{"sm_aat_", "sm_pat_", "sm_sat_"}, body: alnum, min: 16, max: 32, ok: random},
	// https://api.intra.42.fr/apidoc/guides/getting_started
	{kind: "intra42-secret", words: []string{"s-s4t2ud-", "s-s4t2af-"}, body: hex, min: 64, max: 64},
	// https://developers.asana.com/docs/personal-access-token
	{kind: "asana-token", words: []string{"1/12", "2/12"}, body: newSet("0-9a-f/:"), min: 40, max: 80, ok: mixed},
	{kind: "asana-token", words: []string{"1/"}, body: newSet("0-9a-f:"), form: shaped(":", 16, 32)},
	// https://dev.twitch.tv/docs/video-broadcast/
	{kind: "twitch-stream-key", words: []string{"live_"}, body: word, min: 38, max: 48, ok: mixed},
	// https://docs.launchdarkly.com/home/account/api
	{kind: "launchdarkly-key", words: []string{"api-", "sdk-"}, body: newSet("0-9a-f-"), form: shaped("-", 8, 4, 4, 4, 12)},
	// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
	{kind: "teams-webhook", words: []string{".webhook.office.com/webhookb2/"}, body: newSet("0-9A-Za-z@/-"), min: 60, inner: true, whole: true},
	// https://discord.com/developers/docs/resources/webhook
	{kind: "discord-webhook", words: []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/", `discord.com\/api\/webhooks\/`}, body: newSet("0-9A-Za-z_/-"), min: 60, inner: true, whole: true},
	// https://help.zapier.com/hc/en-us/articles/8496288690317
	{kind: "zapier-webhook", words: []string{"hooks.zapier.com/hooks/catch/"}, body: newSet("0-9A-Za-z/"), min: 12, inner: true, whole: true, ok: mixed},
}
