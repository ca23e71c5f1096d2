package ignore

import (
	"strings"
	"testing"
)

// Each line has patterns of one .gitignore, separated by "|", then paths that they match and, after "!", paths that
// they do not match. A path that ends in a slash is a directory. git check-ignore gives the same results.
const patterns = `
a.txt                a.txt d/a.txt a.txt/            ! xa.txt a.txtx A.txt
/a.txt               a.txt                           ! d/a.txt
d/                   d/ x/d/                         ! d x/d
d/e                  d/e d/e/                        ! x/d/e d/f
d/e/                 d/e/                            ! d/e
*.log                a.log .log d/a.log              ! a.logs alog
*.tar.gz             a.tar.gz                        ! a.gz
*log                 log catalog                     ! logs
a*                   a ab                            ! ba
*                    a d/e .x
/*                   a d/
/*/e                 d/e                             ! e d/f/e
d/*/e                d/f/e                           ! d/e d/f/g/e
**                   a d/e
**/e                 e d/e d/f/e                     ! ee
**/d/e               d/e x/d/e x/y/d/e               ! d/x/e
d/**                 d/e d/e/f                       ! d
d/**/e               d/e d/f/e d/f/g/e               ! x/d/e d/f
d/**/**/e            d/e d/f/e
**/d/**              d/e x/d/e                       ! d x/d
d/**/e/**/f          d/e/f d/x/e/y/f                 ! d/f d/x/f
a**b                 ab axb                          ! a/b
?                    a x/b                           ! ab
a?c                  abc                             ! ac a/c
[ab]                 a b                             ! c ab
[!ab]                c                               ! a
[^ab]                c                               ! b
[]a]                 ] a                             ! b
[!]a]                b                               ! ]
[a-c]x               bx                              ! dx
[[:digit:]]x         1x                              ! ax
[a\]]x               ax ]x                           ! bx
a[                                                   ! a[ a
a[b                                                  ! a[b ab
a[[:digit:]                                          ! a[ a1
a\[b                 a[b
[]                                                   ! ] []
[!]                                                  ! a [!]
[^]                                                  ! a [^]
[!]]                 a                               ! ]
[a[:digit:]b]x       1x ax bx                        ! cx
[[:digit:]x                                          ! 1x [1x
[[:bogus:]]                                          ! b
*?x                  ax bbx                          ! x
**x                  x ax                            ! xa
\*                   *                               ! a
\!a                  !a
\#a                  #a
#a                                                   ! #a a
a\                                                   ! a a\
a\\                  a\
a\\\                                                 ! a\ a\\
\a                   a
a␣                   a                               ! a␣
a\␣                  a␣                              ! a
?\␣                  a␣                              ! a
a␣b                  a␣b                             ! a
a\\␣                 a\                              ! a\␣
␣                                                    ! a ␣
d//e                                                 ! d/e
//a                                                  ! a
/                                                    ! a d/
!                                                    ! a
*.log|!a.log         b.log                           ! a.log
!a.log|*.log         a.log
a|!a|a               a
*.b|!a.*             c.b                             ! a.b
a.b|!*.b                                             ! a.b c.b
*|!d/                a e                             ! d/
/d/*|!d/e            d/f                             ! d/e d/
`

func TestPatternsMatchAsInGit(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(patterns)) {
		fields := strings.Fields(line)
		for i := range fields {
			fields[i] = strings.ReplaceAll(fields[i], "␣", " ")
		}
		rules, problem := Parse([]byte(strings.ReplaceAll(fields[0], "|", "\n")), nil, ".gitignore", "")
		if problem != "" {
			t.Errorf("%s: %s", fields[0], problem)
		}
		want := true
		for _, path := range fields[1:] {
			if path == "!" {
				want = false
				continue
			}
			full, isDir := strings.CutSuffix(path, "/")
			v, _ := rules.match(full, full[strings.LastIndexByte(full, '/')+1:], isDir)
			if v.Ignored != want {
				t.Errorf("%s: %s is ignored: %t", fields[0], path, v.Ignored)
			}
		}
	}
}
