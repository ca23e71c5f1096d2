package redact

// serviceTokens are keys of services: messages, money, shops, monitoring.
var serviceTokens = []token{
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
	{kind: "sendgrid-key", words: []string{"SG."}, body: dotted, min: 60, form: shaped(".", 22, 43)},
	// https://documentation.mailgun.com/docs/mailgun/api-reference/authentication/
	{kind: "mailgun-key", words: []string{"key-"}, body: lowerHex, min: 32, max: 32},
	// https://developers.brevo.com/docs/getting-started
	{kind: "brevo-key", words: []string{"xkeysib-", "xsmtpsib-"}, body: newSet("0-9A-Za-z-"), min: 60, inner: true},
	// https://resend.com/docs/dashboard/api-keys/introduction
	{kind: "resend-key", words: []string{"re_"}, body: word, min: 32, max: 40, ok: threeSorts},
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
	{kind: "sentry-token", words: []string{"sntrys_"}, body: newSet("0-9A-Za-z+/=_"), min: 60, inner: true},
	{kind: "sentry-token", words: []string{"sntryu_", "sntryi_"}, body: lowerHex, min: 64, max: 64, inner: true},
	// https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
	{kind: "newrelic-key", words: []string{"NRAK-", "NRII-", "NRIQ-", "NRJS-", "NRRA-", "NRSP-"}, body: wordDash, min: 19, ok: mixed},
	{kind: "newrelic-key", words: []string{"NRAL"}, body: upperNum, min: 24, max: 36, ok: mixed},
	// https://learning.postman.com/docs/developer/postman-api/authentication/
	{kind: "postman-key", words: []string{"PMAK-", "PMAT-"}, body: newSet("0-9A-Za-z-"), min: 26, inner: true, ok: mixed},
	// https://airtable.com/developers/web/guides/personal-access-tokens
	{kind: "airtable-token", words: []string{"pat"}, body: newSet("0-9A-Za-z."), min: 79, max: 79, form: shaped(".", 14, 64)},
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
	// https://docs.launchdarkly.com/home/account/api
	{kind: "launchdarkly-key", words: []string{"api-", "sdk-"}, body: newSet("0-9a-f-"), min: 36, max: 36, form: shaped("-", 8, 4, 4, 4, 12)},
	// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
	{kind: "teams-webhook", words: []string{".webhook.office.com/webhookb2/"}, body: newSet("0-9A-Za-z@/-"), min: 60, inner: true, whole: true},
	// https://discord.com/developers/docs/resources/webhook
	{kind: "discord-webhook", words: []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/", `discord.com\/api\/webhooks\/`}, body: newSet("0-9A-Za-z_/-"), min: 60, inner: true, whole: true},
	// https://help.zapier.com/hc/en-us/articles/8496288690317
	{kind: "zapier-webhook", words: []string{"hooks.zapier.com/hooks/catch/"}, body: newSet("0-9A-Za-z/"), min: 12, inner: true, whole: true, ok: mixed},
}
