package media

import "strings"

// codecs are the names of codecs by the identifiers of containers, in lower case.
var codecs = map[string]string{
	"avc1": "H.264", "avc3": "H.264", "h264": "H.264", "x264": "H.264", "v_mpeg4/iso/avc": "H.264",
	"hvc1": "H.265", "hev1": "H.265", "hevc": "H.265", "v_mpegh/iso/hevc": "H.265", "dvh1": "H.265", "dvhe": "H.265",
	"av01": "AV1", "v_av1": "AV1", "vp08": "VP8", "vp80": "VP8", "v_vp8": "VP8",
	"vp09": "VP9", "vp90": "VP9", "v_vp9": "VP9",
	"mp4v": "MPEG-4", "xvid": "MPEG-4", "divx": "MPEG-4", "dx50": "MPEG-4", "fmp4": "MPEG-4", "v_mpeg4/iso/asp": "MPEG-4",
	"mjpg": "Motion JPEG", "mjpa": "Motion JPEG", "mjpb": "Motion JPEG", "jpeg": "Motion JPEG", "v_mjpeg": "Motion JPEG",
	"s263": "H.263", "h263": "H.263", "cvid": "Cinepak", "svq1": "Sorenson Video", "svq3": "Sorenson Video 3",
	"apcn": "ProRes", "apch": "ProRes", "apcs": "ProRes", "apco": "ProRes", "ap4h": "ProRes", "v_prores": "ProRes",
	"dvc ": "DV", "dvsd": "DV", "dvcp": "DV", "rle ": "QuickTime Animation", "rpza": "Apple Video",
	"v_theora": "Theora",
	"v_mpeg1":  "MPEG-1 Video", "v_mpeg2": "MPEG-2 Video", "mpg1": "MPEG-1 Video", "mpg2": "MPEG-2 Video", "ffv1": "FFV1",
	"mp4a": "AAC", "a_aac": "AAC", "alac": "ALAC", "a_alac": "ALAC", "opus": "Opus",
	"a_opus": "Opus", "a_vorbis": "Vorbis",
	"a_flac": "FLAC", "flac": "FLAC", ".mp3": "MP3", "mp3 ": "MP3", "a_mpeg/l3": "MP3", "a_mpeg/l2": "MP2",
	"ac-3": "AC-3", "a_ac3": "AC-3", "ec-3": "E-AC-3", "a_eac3": "E-AC-3", "a_dts": "DTS", "a_truehd": "TrueHD",
	"samr": "AMR", "sawb": "AMR", "sowt": "PCM", "twos": "PCM", "lpcm": "PCM", "in24": "PCM", "raw ": "PCM",
	"none": "PCM",
	"fl32": "PCM", "a_pcm/int/lit": "PCM", "a_pcm/int/big": "PCM", "a_pcm/float/ieee": "PCM", "ima4": "IMA ADPCM",
	"ulaw": "µ-law", "alaw": "A-law", "tx3g": "timed text", "text": "text", "wvtt": "WebVTT", "s_text/utf8": "SubRip",
	"s_text/ass": "ASS", "s_text/ssa": "SSA", "s_text/webvtt": "WebVTT", "s_vobsub": "VobSub", "s_hdmv/pgs": "PGS",
	"mp4s": "MPEG-4 systems", "qdm2": "QDesign Music 2", "qdmc": "QDesign Music", "mac3": "MACE", "mac6": "MACE",
	"agsm": "GSM", "drms": "AAC", "drmi": "H.264", "enca": "", "encv": "", "tmcd": "", "mebx": "", "gpmd": "",
	"rtp ": "",
}

// waveCodecs are the names of the formats of WAVE (RFC 2361).
var waveCodecs = map[int]string{
	1: "PCM", 3: "PCM", 2: "MS ADPCM", 6: "A-law", 7: "µ-law", 0x11: "IMA ADPCM", 0x31: "GSM", 0x50: "MP2", 0x55: "MP3",
	0x161: "Windows Media Audio", 0x162: "Windows Media Audio", 0xFF: "AAC",
	0x2000: "AC-3", 0x2001: "DTS", 0x674F: "Vorbis",
	0xF1AC: "FLAC",
}

// codecName returns the name of a codec, or the identifier itself if it is readable.
func codecName(id string) string {
	id = strings.TrimRight(id, "\x00")
	if name, ok := codecs[strings.ToLower(id)]; ok {
		return name
	}
	for _, prefix := range []string{"A_AAC", "A_PCM", "V_MPEG4/ISO"} {
		if strings.HasPrefix(id, prefix) {
			return map[string]string{"A_AAC": "AAC", "A_PCM": "PCM", "V_MPEG4/ISO": "MPEG-4"}[prefix]
		}
	}
	for _, c := range id {
		if c < ' ' || c > '~' {
			return ""
		}
	}
	return strings.TrimSpace(id[:min(len(id), 32)])
}
