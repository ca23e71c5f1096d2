package outline

import "testing"

// TestTestsInside separates tests from the code in the same file.
func TestTestsInside(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"Rust", "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    fn g() {\n    }\n" +
			"    const S: &str = \"\n}\n\";\n}\nfn h() {}\n",
			"#[cfg(test)]\nmod tests {\n    fn g() {\n    }\n    const S: &str = \"\n}\n\";\n}\n"},
		{"Rust", "#[cfg(test)]\nmod tests;\nmod a {\n    #[test]\n    fn t() { f(); }\n    fn u() {}\n}\n",
			"#[cfg(test)]\nmod tests;\n    #[test]\n    fn t() { f(); }\n"},
		{"Rust", "fn f() {}\n#[tokio::test(start_paused = true)]\nasync fn t() { f(); }\n#[x::tested]\nfn g() {}\n",
			"#[tokio::test(start_paused = true)]\nasync fn t() { f(); }\n"},
		{"Rust", "#[cfg(all(test, unix))]\nuse a;\n#[cfg(not(test))]\nuse b;\n", "#[cfg(all(test, unix))]\nuse a;\n"},
		{"Zig", "fn f() void {\n}\ntest \"f\" {\n    f();\n}\nconst test_x = 1;\n", "test \"f\" {\n    f();\n}\n"},
		{"D", "int f() { return 1; }\n@safe unittest\n{\n    f();\n}\nint g;\n", "@safe unittest\n{\n    f();\n}\n"},
		{"Erlang", "f() -> 1.\n-ifdef(TEST).\n-ifdef(A).\n-else.\n-endif.\nt() -> 1.\n-endif.\ng() -> 1.\n",
			"-ifdef(TEST).\n-ifdef(A).\n-else.\n-endif.\nt() -> 1.\n-endif.\n"},
		{"Haskell", "f = 1\nprop_f = f ==\n  1\nprop_g = g\ng = 1\n", "prop_f = f ==\n  1\nprop_g = g\n"},
		{"Go", "func TestX(t *testing.T) {}\n", ""},
	} {
		if got := string(TestsInside(test.language, []byte(test.text))); got != test.want {
			t.Errorf("%s: got %q, want %q", test.language, got, test.want)
		}
	}
}
