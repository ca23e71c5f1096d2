package redact

import "strings"

// cloudTokens are keys of clouds and of the tools that run them.
var cloudTokens = []token{
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
	{kind: "cloudflare-ca-key", words: []string{"v1.0-"}, body: newSet("0-9a-f-"), min: 171, max: 171, form: shaped("-", 24, 146)},
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
	{kind: "dynatrace-token", words: []string{"dt0c01.", "dt0s01.", "dt0s02."}, body: dotted, min: 60, form: shaped(".", 0, 64)},
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
	{kind: "harness-token", words: []string{"pat.", "sat."}, body: dotted, min: 60, form: shaped(".", 22, 24, 20)},
	// https://docs.datadoghq.com/account_management/api-app-keys/
	{kind: "datadog-token", words: []string{"ddpat_", "ddapp_"}, body: word, min: 30, ok: mixed},
}

// accountKey judges the groups of a secret key of 1Password: an id of six, then
// blocks of five or more.
func accountKey(body string) bool {
	groups := strings.Split(body, "-")
	return len(groups) >= 5 && len(groups) <= 7 && len(groups[0]) == 6 && len(groups[len(groups)-1]) == 5 && mixed(body)
}

// legacyVault judges tokens from before prefixes of their own, which read like
// members: names have their digits in one place (ReadUint16LengthPrefixed).
func legacyVault(body string) bool {
	groups := strings.FieldsFunc(body, func(r rune) bool { return r < '0' || r > '9' })
	return len(groups) > 1 && threeSorts(body) && entropy(body) > 3.8 && !wordy(body)
}
