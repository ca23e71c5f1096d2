package delivery

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/facts/factstest"
	"luminos/internal/facts/pipeline"
)

// TestEffectsOfConfigurations checks the effects of commands and actions in configurations of several systems, with the
// events to which conditions restrict them.
func TestEffectsOfConfigurations(t *testing.T) {
	for _, c := range []struct{ system, text, want string }{
		{"github-actions", "jobs:\n  a:\n    steps:\n      - run: go test ./...\n", "test"},
		{"github-actions", "      - name: Lint\n        run: |\n          golangci-lint run\n          make build\n",
			"lint build"},
		{"github-actions", "      - name: x\n        run: ./y test\n", ""},
		{"github-actions", "      - name: Test the playbook\n        run: ansible-playbook main.yml\n", "test"},
		{"github-actions", "      - uses: golangci/golangci-lint-action@v9 # v9\n", "lint"},
		{"github-actions", "jobs:\n  a:\n    uses: x/meta/.github/workflows/lint-sync.yml@main\n", ""},
		{"github-actions", "jobs:\n  a:\n    uses: x/meta/.github/workflows/build.yml@main\n", "build"},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/test_build_rock.yml@main\n", "test build"},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/upload_to_luarocks.yml@main\n", ""},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/after-release.yml@main\n", ""},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/gh-pages-trim.yml@main\n", ""},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/deploy-preview.yml@main\n", ""},
		{"github-actions", "      - uses: x/python/pre-publish@v3\n      - uses: x/post-publish@v3\n", ""},
		{"github-actions", "      - uses: x/publish-unit-test-result-action@v2\n", ""},
		{"github-actions", "      - uses: x/npm-publish@v4\n      - uses: aws-actions/amazon-ecs-deploy-x@v2\n",
			"publish deploy"},
		{"github-actions", "      - run: terraform -chdir=infra/ci/bootstrap apply\n", ""},
		{"github-actions", "      - run: terraform -chdir=infra/live apply\n", "deploy"},
		{"github-actions", "      - name: Publish to npm\n        run: yarn x-tool publish --yes\n", "publish"},
		{"github-actions", "      - name: Publish to npm\n        run: yarn x-tool publish --dry-run\n", ""},
		{"github-actions", "      - uses: x/deployments@v1\n      - run: aws s3 cp s3://a/b.sh b.sh\n", ""},
		{"github-actions", "      - uses: softprops/action-gh-release@v2\n        with:\n          draft: true\n", ""},
		{"github-actions", "      - uses: x/npm-publish@v4\n        with:\n          dry-run: ${{ inputs.dry }}\n", ""},
		{"github-actions", "      - run: gh release create v1 --draft\n", ""},
		{"github-actions", "      - run: |\n          if [ -n \"$X\" ]; then\n            npm publish\n          fi\n",
			"publish on ? push pull request"},
		{"github-actions", "      - run: |\n          if npm publish; then\n            make build\n          fi\n",
			"build on ? push pull request publish"},
		{"github-actions", "jobs:\n  a:\n    if: needs.x.outputs.y != ''\n    steps:\n      - run: make build\n",
			"build on ? push pull request"},
		{"github-actions", "      - uses: JohnnyMorganz/stylua-action@v5\n        with:\n          args: --check .\n",
			"lint"},
		{"circleci", "jobs:\n  a:\n    steps:\n      - run: tox -e \"<<parameters.version>>-sphinx\"\n" +
			"      - run: pyflakes .\n", "test lint"},
		{"github-actions", "jobs:\n  a:\n    uses: x/meta/.github/workflows/goreleaser.yml@main\n", ""},
		{"github-actions", "      - run: |\n          make\n          git commit -m x\n          git push\n", "build commit"},
		{"github-actions", "      - run: |\n          npm version 1\n          npm publish\n          git push\n", "publish"},
		{"github-actions", "      - run: git push origin v1\n", ""},
		{"github-actions", "      - run:\n          npm publish a\n          --tag b\n        shell: bash\n", "publish"},
		{"github-actions", "      - run: git diff --quiet || (git add a && git commit -m x && git push)\n", "commit"},
		{"github-actions", "      - run: frictionless validate datapackage.json\n", "test"},
		{"github-actions", "      - uses: actions/dependency-review-action@v4\n", "scan"},
		{"github-actions", "      - uses: google/x/run_fuzzers@master\n", "fuzz"},
		{"github-actions", "      - uses: lycheeverse/lychee-action@v2\n", "links"},
		{"github-actions", "      - uses: dominikh/staticcheck-action@v1\n", "lint"},
		{"github-actions", "      - uses: reviewdog/action-vint@v1\n      - uses: reviewdog/action-setup@v1\n", "lint"},
		{"github-actions", "      - uses: x/release-plz-action@v0.5\n", "publish"},
		{"github-actions", "      - uses: x/release-plz-action@v0.5\n        with:\n          command: release\n", "publish"},
		{"github-actions", "      - uses: x/release-plz-action@v0.5\n        with:\n          command: release-pr\n", ""},
		{"github-actions", "      - uses: x/release-please-action@v4\n", "prepare"},
		{"github-actions", "      - uses: changesets/action@v1\n        with:\n          publish: changeset publish\n",
			"publish"},
		{"github-actions", "      - uses: arduino/compile-sketches@v1\n", "build"},
		{"github-actions", "      - uses: docker/build-push-action@v7\n        with:\n" +
			"          outputs: type=image,push-by-digest=true,push=true\n", "build publish"},
		{"github-actions", "      - uses: docker/build-push-action@v7\n        with:\n" +
			"          outputs: type=image,push=${{ github.event_name == 'push' }}\n", "build publish on push"},
		{"github-actions", "      - uses: docker/build-push-action@v7\n        with:\n" +
			"          outputs: type=local,dest=out\n", "build"},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/shared-release-branches.yml@main\n", ""},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/compile.yml@main\n", "build"},
		{"github-actions", "jobs:\n  a:\n    if: github.event.ref == 'refs/heads/m'\n    steps:\n" +
			"      - run: npm publish\n",
			"publish on push"},
		{"github-actions", "      - name: test boards\n        run: python3 ci/build_boards.py\n", ""},
		{"github-actions", "      - uses: x/differential-shellcheck@v5\n      - uses: x/luacheck@v1\n", "lint"},
		{"github-actions", "      - uses: actions/upload-artifact@v4\n      - uses: actions/setup-go@v5\n", ""},
		{"github-actions", "      - uses: docker/build-push-action@v6\n        with:\n          push: true\n",
			"build publish"},
		{"github-actions", "      - uses: docker/build-push-action@v6\n        with:\n          push: false\n",
			"build"},
		{"github-actions", "      - uses: pypa/gh-action-pypi-publish@release/v1\n", "publish"},
		{"github-actions", "name: Tests\njobs:\n  test:\n    name: Test\n    steps:\n      - run: ./x\n", ""},
		{"github-actions", "      - uses: x/upload@v1\n        with:\n          name: test\n      - run: ./x\n",
			""},
		{"github-actions", "# - run: go test\nif: go test\n", ""},
		{"github-actions", "      - run: echo go test\n", ""},
		{"github-actions", "      - run: |\n          git clone https://x.org/dep.git\n          cd dep\n          make\n" +
			"          cd -\n          go test ./...\n", "test"},
		{"github-actions", "      - run: |\n          git clone https://x.org/dep.git\n          cd own\n          make\n",
			"build"},
		{"github-actions", "      - uses: actions/deploy-pages@v4\n      - uses: softprops/action-gh-release@v2\n",
			"publish site"},
		{"github-actions", "jobs:\n  a:\n    if: startsWith(github.ref, 'refs/tags/')\n    steps:\n" +
			"      - run: npm publish\n",
			"publish on tag"},
		{"github-actions", "jobs:\n  a:\n    steps:\n" +
			"      - if: ${{ !contains(github.ref, 'refs/tags/') }}\n        run: npm publish\n",
			"publish"},
		{"github-actions", "jobs:\n  a:\n    if: github.event_name == 'push' && startsWith(github.ref, 'refs/tags/')\n" +
			"    steps:\n      - run: npm publish\n",
			"publish on tag"},
		{"github-actions", "jobs:\n  a:\n    if: github.repository == 'x/y' && github.ref == 'refs/heads/m'\n" +
			"    steps:\n      - run: npm publish\n",
			"publish on push"},
		{"github-actions", "jobs:\n  a:\n    if: github.event_name == 'push' || github.event_name == 'pull_request'\n" +
			"    steps:\n      - run: npm publish\n",
			"publish"},
		{"github-actions", "jobs:\n  a:\n    if: github.ref_type == 'tag' && always()\n  b:\n" +
			"    needs: [a]\n    steps:\n      - run: npm publish\n",
			"publish on tag"},
		{"github-actions", "jobs:\n  a:\n    steps:\n      - run: npm publish\n        if: >-\n" +
			"          github.event_name != 'pull_request' &&\n          secrets.X != ''\n",
			"publish on ? push"},
		{"github-actions", "jobs:\n  a:\n    steps:\n      - if: failure()\n        run: npm publish\n" +
			"      - run: npm publish --dry-run\n",
			""},
		{"github-actions", "      - uses: docker/build-push-action@v6\n        with:\n" +
			"          push: ${{ github.event_name != 'pull_request' }}\n",
			"build publish on push"},
		{"github-actions", "      - uses: x/deploy-pypi@v3\n        with:\n" +
			"          upload: ${{ github.event_name == 'push' && startsWith(github.ref, 'refs/tags') }}\n",
			"publish on tag"},
		{"github-actions", "      - uses: x/install-gh-release@v1\n      - uses: x/semantic-pull-request@v1\n", ""},
		{"github-actions", "      - uses: goreleaser/goreleaser-action@v6\n        with:\n          args: build\n",
			"build"},
		{"github-actions", "      - uses: gradle/gradle-build-action@v2\n        with:\n          arguments: |\n" +
			"            :a:assemble\n            :a:publish\n      - run: ./gradlew publishToMavenCentral\n",
			"build publish"},
		{"github-actions", "jobs:\n  a:\n    uses: x/y/.github/workflows/release.yml@v2\n" +
			"    with:\n      args: --snapshot\n", ""},
		{"github-actions", "      - uses: nick-fields/retry@v2\n        with:\n          timeout: 5\n" +
			"          command: go test ./...\n", "test"},
		{"azure-pipelines", "jobs:\n- template: job--pypi-release.yml@other\n", ""},
		{"github-actions", "      - uses: a/actions-deploy-gist@v1\n", ""},
		{"github-actions", "      - uses: helm/kind-action@v1\n      - run: kubectl apply -f x\n", ""},
		{"github-actions", "      - name: Download test data\n        run: ./x\n", ""},
		{"github-actions", "jobs:\n  a:\n    if: github.event.action == 'published'\n" +
			"    steps:\n      - run: npm publish\n", ""},
		{"github-actions", "jobs:\n  a:\n    if: github.event.action != 'opened'\n" +
			"    steps:\n      - run: npm publish\n",
			"publish"},
		{"github-actions", "jobs:\n  a:\n    if: github.event.action == 'closed'\n" +
			"    steps:\n      - run: npm publish\n",
			"publish on ? pull request"},
		{"github-actions", "      - uses: pypa/gh-action-pypi-publish@v1\n        with:\n" +
			"          repository-url: https://test.pypi.org/legacy/\n" +
			"      - run: twine upload -r testpypi dist/*\n", "rehearse"},
		{"github-actions", "jobs:\n  A:\n    if: github.event_name == 'push'\n  b:\n    needs: A\n" +
			"    if: always() && needs.A.result == 'success'\n" +
			"    steps:\n      - run: npm publish\n", "publish on push"},
		{"github-actions", "jobs:\n  a:\n    needs: b\n    steps:\n      - run: npm publish\n  b:\n    needs: a\n" +
			"    if: always() || needs.a.result == 'failure'\n", "publish"},
		{"github-actions", "      - run: X=$(pwd)/.ci make check\n", "test"},
		{"azure-pipelines", "- publish: $(Build.ArtifactStagingDirectory)\n  displayName: Publish packages\n" +
			"- task: PublishPipelineArtifact@1\n- task: PublishBuildArtifacts@1\n", ""},
		{"travis-ci", "script:\n  - cargo test --all\n  - \"cargo clippy\"\n", "test lint"},
		{"github-actions", "      - run: |\n          cd /tmp/x\n          docker build .\n      - run: go vet\n", "lint"},
		{"travis-ci", "deploy:\n  provider: pypi\n  on:\n    tags: true\n", "publish on tag"},
		{"jenkins", "pipeline {\n  stages {\n    stage('x') {\n      steps { \n sh 'mvn -B verify'\n", "test"},
		{"azure-pipelines", "    - task: Npm@1\n      inputs:\n        command: custom\n" +
			"    - script: npm run test:unit\n",
			"test"},
		{"azure-pipelines", "- task: DotNetCoreCLI@2\n  inputs:\n    command: 'test'\n- task: VSBuild@1\n",
			"test build"},
		{"gitlab-ci", "a:\n  script:\n  - make test\npages:\n  script: twine upload x\n  rules:\n" +
			"  - if: $CI_COMMIT_TAG\n",
			"test publish on tag"},
		{"gitlab-ci", "a:\n  script: twine upload x\n  rules:\n  - if: $CI_COMMIT_TAG\n  - if: $X\n",
			"publish on ? push pull request"},
		{"gitlab-ci", "a:\n  script: twine upload x\n  only:\n    - tags\n    - main\n",
			"publish on ? push pull request"},
		{"gitlab-ci", "a:\n  script: twine upload x\n  when: manual\n", "publish on manual"},
		{"travis-ci", "before_deploy:\n  - bash ci/before_deploy.sh\ndeploy:\n  provider: releases\n  on:\n" +
			"    # a branch\n    condition: $X = a\n    tags: true\n", "publish on tag"},
		{"github-actions", "jobs:\n  a:\n    uses: a/b/.github/workflows/release_builds.yml@main\n", "build"},
		{"github-actions", "      - uses: x/build_fuzzers@v1\n      - uses: tauri-apps/tauri-action@v0\n", "build"},
		{"github-actions", "      - uses: x/build_fuzzers@v1\n      - uses: rustsec/audit-check@v1\n", "scan"},
		{"github-actions", "      - uses: x/delete-release-assets@v1\n      - run: ruff --version\n", ""},
		{"github-actions", "      - run: npm run build\n      - run: make release\n      - run: node check-build.js\n", ""},
		{"github-actions", "      - run: make CFLAGS=-Werror\n      - run: cmake -E make_directory x\n", "build"},
		{"github-actions", "      - run: cmake -E make_directory x\n      - run: cargo check\n", ""},
		{"github-actions", "      - name: Run unit tests\n        run: echo none\n", ""},
		{"github-actions", "      - name: Run unit tests\n        run: scripts/test\n", "test"},
		{"github-actions", "      - name: Fix names in Tests\n        run: sed -i s/a/b/ x; ./y\n", ""},
		{"github-actions", "      - name: Build and test\n        run: ./build.ps1\n", "test"},
		{"github-actions", "      - name: Build, test and package\n        run: ./build.ps1\n", "test"},
		{"github-actions", "      - name: Build 🔧 & Test 🔍\n        run: poe x\n", "test"},
		{"github-actions", "      - name: Build & test report\n        run: poe x\n", ""},
		{"github-actions", "      - uses: crystal-ameba/github-action@v1\n", "lint"},
		{"github-actions", "      - uses: rojopolis/spellcheck-github-actions@v1\n", "lint"},
		{"github-actions", "      - uses: a/b/.github/actions/gotestsum@main\n      - run: mix test.adapters\n", "test"},
		{"github-actions", "on: [workflow_call]\njobs:\n  a:\n    if: inputs.x\n    steps:\n      - run: pytest\n", "test"},
		{"github-actions", "      - name: module api test\n        run: ./runtest-moduleapi\n", "test"},
		{"github-actions", "      - run: tox -e upgrade\n      - run: tox -e docs,lint\n", "lint"},
		{"github-actions", "      - uses: julia-actions/julia-runtest@v1\n", "test"},
		{"drone", "steps:\n- image: plugins/docker:20\ntrigger:\n  event: [tag]\n---\nsteps:\n" +
			"- name: t\n  commands: [go vet ./...]\n",
			"lint publish on tag"},
	} {
		steps := pipeline.Steps(c.system, luminos.Text{Content: c.text})
		found := effects(steps, unresolved, []string{luminos.TriggerPush, luminos.TriggerPullRequest}, nil)
		for i, e := range found.effects {
			if found.only[e] != nil {
				found.effects[i] += " on " + strings.Join(found.only[e], " ")
			}
			if found.doubts[e] != nil {
				found.effects[i] += "? " + strings.Join(found.doubts[e], " ")
			}
		}
		if got := strings.Join(found.effects, " "); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.system, c.text, got, c.want)
		}
	}
}

// TestIncludedSteps checks that the steps of files that a configuration includes count as its own.
func TestIncludedSteps(t *testing.T) {
	for tree, want := range map[string]string{
		"-- azure-pipelines.yml --\nsteps:\n- template: ci/a.yml\n" +
			"-- ci/a.yml --\nsteps:\n- template: b.yml\n- script: go vet ./...\n" +
			"-- ci/b.yml --\nsteps:\n- template: a.yml\n- script: go test ./...\n": "test lint",
		"-- .gitlab-ci.yml --\ninclude:\n  - local: /x/a.yml\n" +
			"  - remote: https://b/c.yml\n-- x/a.yml --\na:\n  script: make test\n": "test",
		"-- .gitlab-ci.yml --\ninclude: 'x/a.yml'\n-- x/a.yml --\na:\n" +
			"  script: make test\n": "test",
		"-- .github/workflows/a.yml --\non: push\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/x\n" +
			"-- .github/actions/x/action.yml --\nruns:\n  steps:\n    - run: make test\n": "test",
		"-- .github/workflows/a.yml --\non: push\ndefaults:\n  run:\n    working-directory: ${{ env.DIR }}\njobs:\n" +
			"  a:\n    steps:\n      - uses: actions/checkout@v7 # v7\n        with:\n          path: ${{ env.DIR }}\n" +
			"      - run: ./test.sh\n-- test.sh --\n#!/bin/sh\ngo test ./...\ngo vet ./...\n": "test lint",
		"-- .gitlab-ci.yml --\ninclude:\n  - local: missing.yml\n": "",
		"-- .github/workflows/a.yml --\non:\n  push:\n    tags: ['v*']\njobs:\n  a:\n" +
			"    uses: x/y/.github/workflows/goreleaser.yml@main\n": "",
		"-- .github/workflows/a.yml --\non: push\njobs:\n  a:\n    uses: ./.github/workflows/b.yml\n" +
			"-- .github/workflows/b.yml --\non: workflow_call\njobs:\n  a:\n    steps:\n      - run: make test\n": "test",
	} {
		var got []string
		for _, f := range read(t, tree).CIFiles {
			got = append(got, f.Effects...)
		}
		if list := strings.Join(got, " "); list != want {
			t.Errorf("%s\ngot %q, want %q", tree, list, want)
		}
	}
}

func TestChecks(t *testing.T) {
	file := func(triggers, effects string) luminos.CIFile {
		on := strings.Fields(triggers)
		for i := range on {
			on[i] = strings.ReplaceAll(on[i], "_", " ")
		}
		return luminos.CIFile{Triggers: on, Effects: strings.Fields(effects)}
	}
	for want, files := range map[string][]luminos.CIFile{
		"": {{Triggers: []string{luminos.TriggerSchedule, luminos.TriggerPush}, Unclear: true}},
		"tests on pushes and pull requests; publishes on tags": { // unknown commands can lint on pushes
			file("push pull_request", "test"), file("pull_request", "lint"), file("tag", "publish"),
			{Triggers: []string{luminos.TriggerPush}, Unclear: true},
		},
		"tests and lints on pushes; publishes on tags and releases": {
			file("push", "test lint"), file("tag release", "publish"),
		},
		"builds and commits to the repository on a schedule; no command that tests was found": {file("schedule", "build commit")},
		"tests on pushes; builds on a schedule":                                               {file("push", "test"), file("schedule", "build commit")},
		"tests on pushes and a schedule; builds on pushes":                                    {file("push", "test build"), file("schedule", "test")},
		"builds on pushes; no command that tests was found":                                   {file("push", "build"), file("push", "")},
		"tests": {file("", "test")},
		"tests, lints, builds and publishes": {{
			Effects: []string{"test", "lint", "build", "publish"}, OnlyOn: map[string][]string{"publish": {luminos.TriggerTag}},
		}},
		"tests on pushes, pull requests and a schedule; lints on pull requests; builds on tags and demand; " +
			"publishes on demand": {
			file("push pull_request release schedule manual", "test"), file("pull_request tag manual", "lint"),
			file("tag manual", "build"), file("manual", "publish"),
		},
		"tests and scans on pushes; builds on tags": {file("push", "test scan"), file("tag", "build")},
		"tests on pushes; publishes on tags": {{
			Triggers: []string{luminos.TriggerPush}, Effects: []string{"test", "publish"},
			OnlyOn: map[string][]string{"publish": {luminos.TriggerTag}},
		}},
		"tests and publishes on pushes": {{
			Triggers: []string{luminos.TriggerPush}, Effects: []string{"test", "publish"},
			OnlyOn: map[string][]string{"publish": {}}, Doubts: map[string][]string{"publish": {luminos.TriggerPush}},
		}},
		"tests on demand": {file("manual", "test publish"), file("other", "publish")},
		"tests, builds and scans": { // unknown commands can test on pushes
			file("pull_request", "test"), {Triggers: []string{luminos.TriggerPush}, Effects: []string{"build", "scan"},
				Unclear: true}, file("pull_request", "build scan"),
		},
		"publishes": {file("tag", "publish"), { // a step with unknown commands has the name of an upload
			Triggers: []string{luminos.TriggerPush}, Unclear: true,
			Doubts: map[string][]string{"publish": {luminos.TriggerPush}},
		}},
		"tests on tags": {file("tag", "test build"), { // a push can build, too
			Triggers: []string{luminos.TriggerPush}, Effects: []string{"build"},
			OnlyOn: map[string][]string{"build": {}}, Doubts: map[string][]string{"build": {luminos.TriggerPush}},
		}},
		"tests, builds and publishes": {file("push", "build"), {System: "gitlab-ci", Effects: []string{"test"}},
			{Triggers: []string{luminos.TriggerTag}, Effects: []string{"publish"}},
			{Triggers: []string{luminos.TriggerPush}, Unclear: true,
				Doubts: map[string][]string{"publish": {luminos.TriggerPush}}},
		},
		"tests and lints": {file("push", "lint"), {
			System: "gitlab-ci", Triggers: []string{luminos.TriggerPush}, Effects: []string{"test", "publish"},
		}},
		"tests and publishes": {{
			System: "gitlab-ci", Triggers: []string{luminos.TriggerPush}, Effects: []string{"test", "publish"},
			OnlyOn: map[string][]string{"publish": {luminos.TriggerPush}},
		}},
		"publishes on tags; no command that tests was found": {{
			Triggers: []string{luminos.TriggerPullRequest, luminos.TriggerTag}, Effects: []string{"publish"},
		}},
		"no command that builds or tests was found": {{
			Triggers: []string{luminos.TriggerPush}, Effects: []string{"publish"},
			OnlyOn: map[string][]string{"publish": {}},
			Doubts: map[string][]string{"publish": {luminos.TriggerPush, luminos.TriggerManual}},
		}},
		"tests on pushes; lints on pull requests; builds and scans on a schedule; publishes on tags": {
			file("push", "test"), file("pull_request", "lint"), file("schedule", "build scan"), file("tag", "publish"),
			file("manual", "rehearse site"),
		},
		"lints and deploys a site on pushes": {
			file("push", "lint site"), file("", "scan"), {Unclear: true},
		},
		"tests, lints and fuzzes on pushes": {file("push", "test lint links"), file("push", "fuzz")},
		"lints":                             {{Effects: []string{"lint"}, Unclear: true}},
		"checks links on a schedule":        {file("schedule", "links"), {Unclear: true}},
		"lints on pushes":                   {file("push", "lint"), {Effects: []string{"publish"}}, {Unclear: true}},
		"publishes on tags": {file("tag", "publish"),
			{Triggers: []string{luminos.TriggerPullRequest}, Unclear: true}},
	} {
		if got := Checks(files); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestUsualCommand checks that a configuration of Travis CI without commands runs the usual one of its language.
func TestUsualCommand(t *testing.T) {
	for config, want := range map[string]string{
		"language: node_js\nnode_js:\n  - 6\n": "tests on pushes and pull requests",
		"language: rust\nscript: make\n":       "builds on pushes and pull requests",
		"language: java\n":                     "",
	} {
		if got := Checks(read(t, "-- .travis.yml --\n"+config).CIFiles); got != want {
			t.Errorf("%q: got %q, want %q", config, got, want)
		}
	}
}

// TestOldSystem checks that a configuration of Travis CI does not count beside workflows that test, and that the
// system that tests is named first.
func TestOldSystem(t *testing.T) {
	const travis = "-- .travis.yml --\nscript:\n- go build ./...\n" +
		"-- appveyor.yml --\nbuild_script:\n- cmd: go test ./...\n"
	const steps = "jobs:\n  a:\n    steps:\n      - run: "
	for workflow, want := range map[string]string{
		"push\n" + steps + "go test ./...\n":             "tests on pushes and pull requests",
		"push\n" + steps + "go vet ./...\n":              "tests and builds on pushes and pull requests; lints on pushes, travis-ci",
		"{push: {tags: [v1]}}\n" + steps + "go test .\n": "tests and builds on pushes and pull requests, travis-ci",
	} {
		r := read(t, "-- .github/workflows/a.yml --\non: "+workflow+travis)
		got, others := Checks(r.CIFiles), strings.TrimPrefix(strings.Join(r.CI, ", "), "github-actions, appveyor")
		if got += others; got != want {
			t.Errorf("%q: got %q, want %q", workflow, got, want)
		}
	}
}

// TestSkippedChecks checks that an event is left unsaid if conditions skip all jobs on it.
func TestSkippedChecks(t *testing.T) {
	for condition, want := range map[string]string{
		"github.ref == 'refs/heads/main'":          "push, schedule",
		"startsWith(github.ref, 'refs/tags/')":     "push",
		"github.event_name != 'push' || always()":  "push, pull request, schedule",
		"github.event_name == 'workflow_dispatch'": "push",
	} {
		r := read(t, "-- .github/workflows/a.yml --\non: [push, pull_request, schedule]\njobs:\n  a:\n"+
			"    if: "+condition+"\n    steps:\n      - run: ./x\n")
		if got := strings.Join(r.CIFiles[0].Triggers, ", "); got != want {
			t.Errorf("%q: got %q, want %q", condition, got, want)
		}
	}
}

// TestFilteredChecks checks that the paths and branches by which a trigger is filtered are not left unsaid.
func TestFilteredChecks(t *testing.T) {
	for on, want := range map[string]string{
		"  push:\n    paths: ['src/**', docs/x]\n":             "tests and publishes on pushes",
		"  push:\n    paths: [Makefile, 'docs/**']\n":          "tests and publishes",
		"  push:\n    paths: ['lib/**/version.rb']\n":          "tests",
		"  push:\n    paths: ['**.yml', '!src/**']\n":          "tests and publishes",
		"  push:\n    paths-ignore: ['docs/**']\n":             "tests and publishes on pushes",
		"  pull_request:\n    branches: ['[0-9].x']\n":         "tests",
		"  push:\n  pull_request:\n    branches: ['v[0-9]']\n": "tests and publishes on pushes",
		"  pull_request:\n    branches: [main, rel]\n":         "tests and publishes on pull requests",
		"  workflow_call:\n":                                   "tests",
	} {
		steps := "jobs:\n  a:\n    steps:\n      - run: go test ./...\n      - run: npm publish\n"
		r := read(t, "-- .github/workflows/a.yml --\non:\n"+on+steps)
		if got := Checks(r.CIFiles); got != want {
			t.Errorf("%q: got %q, want %q", on, got, want)
		}
	}
}

// TestRenamedBranch checks that pushes to the main branch by its name before do not count.
func TestRenamedBranch(t *testing.T) {
	for branch, want := range map[string]string{
		"main": "tests on pull requests", "master": "tests on pushes", "dev": "tests on pushes and pull requests",
	} {
		src, scan := factstest.Archive(t, "-- .github/workflows/a.yml --\non:\n  push:\n    branches: [master]\n"+
			"  pull_request:\n    branches-ignore: [master]\njobs:\n  a:\n    steps:\n      - run: go test ./...\n")
		scan.Git = &luminos.GitState{Branch: branch}
		r, err := Read(t.Context(), src, scan)
		if err != nil {
			t.Fatal(err)
		}
		if got := Checks(r.CIFiles); got != want {
			t.Errorf("%s: got %q, want %q", branch, got, want)
		}
	}
}

// TestNamedPublication checks that a script publishes if its commands and the name of the step say so.
func TestNamedPublication(t *testing.T) {
	for name, want := range map[string]string{
		"Push to NuGet": "publishes on tags", "Pack": "",
	} {
		r := read(t, "-- p.ps1 --\nif (x) {\n  dotnet nuget push $_ --source y\n}\n"+
			"-- .github/workflows/a.yml --\non: {push: {tags: [v1]}}\njobs:\n  a:\n    steps:\n      - name: "+name+"\n        run: ./p.ps1\n")
		if got := Checks(r.CIFiles); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestToolchains(t *testing.T) {
	recipe := func(bases ...string) luminos.Container { return luminos.Container{Kind: "dockerfile", Bases: bases} }
	for want, containers := range map[string][]luminos.Container{
		"": {recipe("ubuntu:24.04", "node", "node:lts", "sdk:8"), {Kind: "compose", Bases: []string{"node:22"}},
			{Path: ".devcontainer/Dockerfile", Kind: "dockerfile", Bases: []string{"node:22"}}},
		"Node.js 22 (image)":                {recipe("node:22-slim", "node:20")},
		"Go 1.25 (image), Python 3 (image)": {recipe("docker.io/library/golang:1.25-alpine"), recipe("python:3")},
		".NET 10.0 (image)": {
			recipe("mcr.microsoft.com/dotnet/sdk:10.0", "mcr.microsoft.com/dotnet/aspnet:10.0"),
		},
	} {
		if got := strings.Join(Toolchains(containers), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// unresolved resolves nothing.
func unresolved(string) cmdline.Resolver { return nil }
