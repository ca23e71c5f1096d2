package content

import (
	"strings"

	"luminos"
)

// extensionCategory maps an extension to its category. Programming languages
// need no entry: linguist's type of the language makes them source. JSON, YAML
// and XML are data here; recordsOrConfig decides about them.
var extensionCategory = categoryTable(extensionLists)

var extensionLists = []categoryList{
	{luminos.CategorySource, `.sql .html .htm .xhtml .css .scss .sass .less .styl .vue .svelte .astro .erb .ejs .hbs
		.rd .jinja .jinja2 .j2 .mustache .tmpl .tpl .gotmpl .haml .slim .pug .liquid .twig .blade .graphql .gql .proto .thrift
		.avdl .capnp .fbs .wsdl .xsd .xsl .xslt .dtd .rng .nix .bat .cmd .ps1 .psm1 .m4 .ac .am .cmake .mk .mak .ninja .bzl
		.bazel .gradle .tf .bicep .ui .glade .storyboard .xib .xaml .razor .cshtml .qml .glsl .hlsl .wgsl .metal
		.patch .diff`},
	{luminos.CategoryConfig, `.toml .ini .cfg .conf .config .properties .env .editorconfig .lock .sum .mod .work .plist .prefs
		.desktop .service .socket .timer .mount .rules .reg .inf .csproj .vbproj .fsproj .vcxproj .vcproj .sln .slnx .props
		.targets .pbxproj .xcconfig .xcscheme .xcworkspacedata .entitlements .tfvars .hcl .jsonc .json5 .cabal .gemspec
		.podspec .nuspec .spec .rockspec .opam .ruleset .filters .runsettings .kdl .cnf .opts .gitignore .gitattributes
		.gitkeep .keep .dockerignore .npmignore .npmrc .nvmrc .eslintignore .prettierignore .hgignore .ignore .tfstate
		.classpath .project .iml .code-workspace .sublime-project .kicad_pro .pri .pro .user .dsp .dsw`},
	{catDocument, `.ipynb .md .markdown .mdown .mkd .mdx .rst .rest .adoc .asciidoc .asc .txt .text .tex .latex .ltx .bib .bst .cls .sty
		.org .textile .rdoc .pod .creole .mediawiki .wiki .dokuwiki .muse .t2t .typ .rtf .pdf .ps .eps .djvu .doc .docx .docm
		.dot .dotx .odt .ott .fodt .pages .wpd .wps .xls .xlsx .xlsm .xlsb .ods .ots .fods .numbers .ppt .pptx .pptm .pps .ppsx
		.odp .otp .fodp .odg .keynote .epub .mobi .azw .azw3 .fb2 .lit .chm .xps .oxps .vsd .vsdx .one .man .mdoc .me .ms
		.1 .2 .3 .4 .5 .6 .7 .8 .9 .roff .texi .texinfo .info .docbook .dbk .jats .opml .eml .mbox .mht .mhtml .ics .vcf .rmd
		.qmd .nfo .srt .vtt .sub .ass .help .hlp .vimdoc .fountain .tei .scd .readme .news .changes .license .drawio .enex`},
	{catData, `.json .yaml .yml .xml .csv .tsv .tab .psv .jsonl .ndjson .jsonlines .geojson .topojson .parquet .feather .arrow .avro
		.orc .sqlite .sqlite3 .db .db3 .s3db .mdb .accdb .dbf .dta .sav .por .sas7bdat .xpt .rdata .rds .rda .mat .npy .npz .pkl
		.pickle .h5 .hdf5 .hdf .nc .nc4 .cdf .zarr .grib .grb .grib2 .fits .las .laz .ply .pcd .shp .shx .gpkg .gpx .kml
		.kmz .osm .pbf .mbtiles .pmtiles .tfrecord .tfrecords .lmdb .ldb .rdb .aof .dump .bson .msgpack .cbor .protobuf .pb .dat
		.data .bin .dic .aff .trace .prof .pprof .har .pcap .pcapng .fasta .fa .fastq .fq .sam .bam .bed .gff .gtf .pdb
		.mol .sdf .cif .mo .po .pot .xliff .xlf .resx .strings .arb .ftl .rdf .ttl .nt .nq .n3 .owl .jsonld .golden .cast .map
		.idx .pack .rev .wal .warc .qif .ofx .beancount .ledger .tzdata .icc .icm .cube .obj .stl .gltf .glb .fbx .dae .3ds .blend
		.usd .usda .usdz .step .stp .iges .igs .dwg .dxf .tfevents .pem .crt .cer .der .csr .p12 .pfx .jks .keystore .gpg .pgp
		.sig .pub .p7b .crl .key .log .snap .m3u .m3u8 .pls .cue`},
	{catImage, `.png .jpg .jpeg .jpe .jfif .gif .webp .bmp .dib .tif .tiff .ico .cur .icns .svg .svgz .heic .heif .avif .jxl .jp2
		.j2k .jpx .jpf .psd .psb .ai .indd .xcf .kra .ora .raw .cr2 .cr3 .nef .arw .dng .orf .rw2 .raf .pcx .tga .pbm .pgm .ppm
		.pnm .xpm .xbm .wmf .emf .exr .hdr .dds .ktx2 .qoi .sketch .fig .xd .cdr .dcm .ase .aseprite .crw .mrw`},
	{catAudio, `.mp3 .wav .flac .ogg .oga .opus .m4a .m4b .aac .wma .aif .aiff .aifc .ape .wv .mid .midi .amr .au .snd .caf .ra
		.mka .dsf .dff .s3m .xm .it .sf2`},
	{catVideo, `.mp4 .m4v .mov .mkv .avi .webm .wmv .flv .mpg .mpeg .mpe .m2v .m2ts .mts .vob .3gp .3g2 .ogv .swf .f4v .rm .rmvb
		.asf .divx .mxf .y4m .ivf`},
	{catArchive, `.zip .zipx .tar .gz .tgz .bz2 .tbz .tbz2 .xz .txz .zst .tzst .lz .lz4 .lzma .lzo .z .br .sz .7z .rar .cab .arj
		.lha .lzh .cpio .ar .a .lib .deb .rpm .apk .aab .ipa .jar .war .ear .whl .egg .gem .crate .nupkg .vsix .xpi .crx .dmg .iso
		.img .vhd .vhdx .vmdk .qcow2 .vdi .squashfs .flatpak .appimage .pkg .msi .msix .appx .xar .phar .conda .hfsx .shar`},
	{catExec, `.exe .dll .so .dylib .o .ko .elf .out .com .sys .scr .class .pyc .pyo .pyd .wasm .dex .bc .beam .luac .syso
		.efi .axf .hex .uf2 .ocx .cpl .node .mex .rlib .rmeta .elc .xbe .nro .nes .gb .gba .rom`},
	{catFont, `.ttf .otf .ttc .otc .woff .woff2 .eot .pfb .pfa .pfm .afm .fon .fnt .bdf .pcf .dfont .suit .glyphs .ufo .sfd .sfont`},
	{catModel, `.onnx .safetensors .gguf .ggml .pt .pth .ptl .jit .ckpt .keras .joblib .tflite .mlmodel
		.mlpackage .mlmodelc .caffemodel .prototxt .pmml .pdmodel .pdparams .bigdl .torchscript .engine .nemo .lora .sklearn .xgb .ubj`},
}

// categoryList is a category with its keys. A key is in one list of a table
// only.
type categoryList struct {
	category luminos.Category
	keys     string
}

func categoryTable(lists []categoryList) map[string]luminos.Category {
	t := make(map[string]luminos.Category, 1024)
	for _, l := range lists {
		for key := range strings.FieldsSeq(l.keys) {
			t[key] = l.category
		}
	}
	return t
}

// nameCategory maps a whole file name, in lower case, to its category.
var nameCategory = categoryTable(nameLists)

var nameLists = []categoryList{
	{luminos.CategorySource, `makefile gnumakefile bsdmakefile dockerfile containerfile jenkinsfile vagrantfile rakefile gemfile
		cmakelists.txt meson.build meson_options.txt build.gradle build.gradle.kts settings.gradle settings.gradle.kts sconstruct
		sconscript wscript justfile .justfile taskfile procfile brewfile podfile fastfile guardfile capfile berksfile thorfile
		puppetfile tiltfile earthfile snakefile build workspace buck configure configure.ac configure.in gradlew mvnw gradlew.bat
		mvnw.cmd kbuild pkgbuild apkbuild build.xml ant.xml`},
	{luminos.CategoryConfig, `go.mod go.sum go.work go.work.sum package.json package-lock.json npm-shrinkwrap.json yarn.lock
		pnpm-lock.yaml pnpm-workspace.yaml bun.lockb bun.lock composer.json composer.lock cargo.toml cargo.lock pyproject.toml
		setup.cfg tox.ini pytest.ini pipfile pipfile.lock poetry.lock uv.lock environment.yml gemfile.lock podfile.lock pubspec.yaml
		pubspec.lock mix.lock rebar.lock rebar.config flake.lock tsconfig.json jsconfig.json angular.json nx.json turbo.json lerna.json
		deno.json deno.jsonc biome.json vercel.json netlify.toml firebase.json now.json app.json bower.json component.json babel.config.json
		renovate.json tslint.json manifest.json manifest.webmanifest manifest.mf manifest.in launch.json tasks.json devcontainer.json
		pom.xml web.config app.config nuget.config packages.config global.json appsettings.json launchsettings.json project.json
		directory.build.props directory.packages.props codeowners .mailmap crontab hosts fstab inputrc kconfig modulefile
		package.resolved package.xml stack.yaml stack.yaml.lock cabal.project dune-project dune elm.json shard.yml project.godot
		.gitmodules .gitkeep .keep .empty py.typed pipfile.toml build.properties version cname _redirects _headers
		robots.txt humans.txt security.txt llms.txt browserslist mkdocs.yml _config.yml _quarto.yml action.yml action.yaml
		openapi.json openapi.yaml openapi.yml swagger.json swagger.yaml composer.phar.asc depend`},
	{catDocument, `notice authors contributors maintainers thanks credits acknowledgments acknowledgements news todo history
		releases roadmap codeofconduct patents unlicense copyright install hacking faq governance citation.cff citation
		third_party_notices legal disclaimer`},
	{catData, `checksums md5sums sha1sums sha256sums sha512sums checksums.txt words`},
	{catExec, `a.out`},
	{catOther, `.ds_store thumbs.db desktop.ini`},
}

// documentStems begin the names of documents, with or without an extension.
var documentStems = []string{"readme", "license", "licence", "copying", "changelog", "changes", "contributing", "code_of_conduct",
	"security", "notice", "authors", "install", "support", "governance", "upgrading", "upgrade", "history", "unlicense", "copyright"}

// configStems begin the names of configuration.
var configStems = []string{".env", "docker-compose", "compose.y", ".eslintrc", ".prettierrc", ".babelrc", ".stylelintrc", "tsconfig"}

// dataLanguages are languages of linguist's type data that hold records. The
// others of that type (TOML, INI, Ignore List…) configure something.
var dataLanguages = map[string]bool{
	"CSV": true, "TSV": true, "JSON": true, "JSONLD": true, "GeoJSON": true, "TopoJSON": true, "XML": true, "Pickle": true,
	"Gettext Catalog": true, "SQL": true, "Turtle": true, "N-Triples": true, "KML": true, "Wavefront Object": true, "STL": true,
	"G-code": true, "Web Ontology Language": true, "Checksums": true, "Unity3D Asset": true, "Raw token data": true, "SVG": true,
	"vCard": true, "iCalendar": true, "Protein Data Bank": true, "E-mail": true, "Public Key": true, "Linear Programming": true,
	"YANG": true, "EDN": true, "Go Checksums": false, "Graph Modeling Language": true, "NetLinx": true, "Record Jar": true,
}
