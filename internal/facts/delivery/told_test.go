package delivery

import "testing"

// TestWorkflows checks the description of workflows from their text to the end.
func TestWorkflows(t *testing.T) {
	const (
		a, b = "-- .github/workflows/a.yml --\non: ", "-- .github/workflows/b.yml --\non: "
		tags = "{push: {tags: ['v*']}}\n"
		jobs = "jobs:\n  x:\n    steps:\n      - "
	)
	for name, c := range map[string]struct{ tree, want string }{
		"an input of an action, which its workflow sets": {
			a + tags + jobs + "uses: ./.github/actions/x\n        with:\n          publish: true\n" +
				"-- .github/actions/x/action.yml --\nruns:\n  steps:\n    - if: ${{ inputs.publish == 'true' }}\n" +
				"      run: mvn deploy\n",
			"publishes on tags"},
		"a workflow that two jobs call": {
			a + "[push, pull_request]\njobs:\n  x:\n    if: github.event_name != 'push'\n    uses: ./.github/workflows/c.yml\n" +
				"    with:\n      push: false\n  y:\n    if: github.event_name == 'push'\n" +
				"    uses: ./.github/workflows/c.yml\n    with:\n      push: true\n" +
				"-- .github/workflows/c.yml --\non:\n  workflow_call:\n" + jobs +
				"uses: docker/build-push-action@v6\n        with:\n          push: ${{ inputs.push }}\n",
			"builds on pushes and pull requests; publishes on pushes"},
		"tags that some text in their names excludes": {
			a + tags + jobs + "if: ${{ !contains(github.ref, 'rc') }}\n        run: cargo publish\n",
			"publishes on tags; no command that tests was found"},
		"a release, and an image that pull requests perhaps push": {
			a + tags + jobs + "run: npm publish\n" + b + "pull_request\n" + jobs + "run: npm test\n" +
				"      - uses: docker/build-push-action@v6\n        with:\n" +
				"          push: ${{ steps.x.outputs.y == 'z' }}\n",
			"tests and builds on pull requests; publishes on tags"},
		"the upload of wheels": {
			a + tags + jobs + "uses: PyO3/maturin-action@v1\n        with:\n          command: upload\n",
			"builds and publishes on tags"},
		"releases by the command of an action": {
			a + "push\n" + jobs + "uses: release-plz/action@v0.5\n        with:\n          command: release\n",
			"publishes on pushes; no command that tests was found"},
		"proposals of releases by the command of an action": {
			a + "push\n" + jobs + "uses: release-plz/action@v0.5\n        with:\n          command: release-pr\n" +
				"      - run: make\n", "builds on pushes"},
		"unknown commands beside a known file on the same event": {
			a + "push\n" + jobs + "run: eslint .\n" + b + "push\n" + jobs + "uses: x/y/.github/workflows/z.yml@main\n",
			"lints on pushes"},
		"unknown commands in a file with a known effect": {
			a + "push\n" + jobs + "run: eslint .\n      - run: ./gone.sh\n", "lints on pushes"},
		"data that are tested and committed by a schedule": {
			a + "{schedule: [{cron: '0 0 1 * *'}]}\n" + jobs + "run: |\n" +
				"          frictionless validate datapackage.json\n          git diff --quiet || (\n" +
				"            git commit -m x &&\n            git push origin main  # y\n          )\n",
			"tests and commits to the repository on a schedule"},
		"a format that pushes commit": {
			a + "push\n" + jobs + "run: |\n          go test ./...\n          git commit -m x\n          git push\n",
			"tests on pushes"},
		"a binary of an addon": {
			a + "push\n" + jobs + "run: yarn prebuild -a x\n" +
				"-- package.json --\n{\"scripts\": {\"prebuild\": \"prebuild --runtime napi\"}}\n",
			"builds on pushes; no command that tests was found"},
		"a command in a variable of a script": {
			a + "push\n" + jobs + "run: ./all.sh\n" +
				"-- all.sh --\n#!/bin/sh\nRUN=\"./gradlew clean check\"\nif $RUN 2>&1; then\n  echo x\nfi\n",
			"tests on pushes"},
		"a command that a script only names": {
			a + "push\n" + jobs + "run: ./all.sh\n-- all.sh --\n#!/bin/sh\nRUN=\"./gradlew clean check\"\necho $RUN\n",
			"no command that builds or tests was found"},
		"a file that tests by its name, with commands that are not known": {
			a + "push\n" + jobs + "run: eslint .\n-- .github/workflows/test.yml --\non: push\n" + jobs + "run: ./all\n", ""},
		"a file of tests beside one with known tests": {
			a + "push\n" + jobs + "run: pytest\n-- .github/workflows/test.yml --\non: push\n" + jobs + "run: ./all\n",
			"tests on pushes"},
		"a program of tests that is compiled first": {
			a + "push\n" + jobs + "run: go vet ./...\n      - run: go run -race ./ginkgo -r\n", "tests and lints on pushes"},
		"a linter of another module": {
			a + "push\n" + jobs + "run: go run honnef.co/go/tools/cmd/staticcheck@latest ./...\n",
			"lints on pushes; no command that tests was found"},
		"a task of a program of the project": {
			a + "push\n" + jobs + "run: node ./bin/cake build:parser\n      - run: node ./bin/cake test\n",
			"tests on pushes"},
		"checks of a package of R in another repository": {
			a + "[push, pull_request]\njobs:\n  x:\n    uses: a/b/.github/workflows/R-CMD-check.yaml@v1\n",
			"tests on pushes and pull requests"},
	} {
		if got := Checks(read(t, c.tree).CIFiles); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
