package document

import "strings"

// stopWords are never terms: the function words of the most frequent languages, and
// remains of markup and addresses.
var stopWords = wordSet(english, german, french, spanish, italian, portuguese, dutch, leftovers)

// functionWords are the function words of each language that has a list.
var functionWords = []map[string]bool{
	wordSet(english), wordSet(german), wordSet(french), wordSet(spanish),
	wordSet(italian), wordSet(portuguese), wordSet(dutch),
}

// generic are words of almost any document about files and programs: terms of
// one document perhaps, seldom a theme of many.
var generic = wordSet(`
	add allow another available base call change check come command contain copy copyright correct create current
	default describe description different directory display download edit error expect field file find folder follow format function
	generate header help include including information input install issue item key kind left length level license line link
	list method mode multiple name number object open option order output page parameter path percent permission person point
	possible print problem process program provide read release remove require result return returned right run section select
	send set simple single size software source space specify start step stop story string support synopsis table test text time title
	type update version view warranty word write year`)

func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for w := range strings.FieldsSeq(list) {
			set[w] = true
		}
	}
	return set
}

const (
	english = `
	about above after again against all also although among and any are aren't because been before being below
	between both but came can cannot can't could couldn't did didn't does doesn't doing don't done down due during
	each either else ever every few first following for from further get gets getting give given goes going got
	had has hasn't have haven't having her here hers herself him himself his how however i'd i'll i'm i've instead
	into isn't its it's itself just keep know last later least less let let's like likely list long made make
	makes making many may maybe might more most much must myself need needs never new next non none nor not
	nothing now off often once one only onto other others otherwise ought our ours ourselves out over own part per
	perhaps please possible put quite rather really same say says second see seem seems several shall she should
	shouldn't show since some something still such sure take taken than that that's the their theirs them
	themselves then there there's therefore these they thing things this those three through thus together too
	toward try two under unless until upon use used useful user users uses using usually various very via want
	wants was wasn't way ways well were weren't what when where whether which while who whole whom whose why will
	with within without won't work works would yes yet you your yours yourself yourselves`

	german = `
	aber alle allem allen aller alles als also andere anderen auch auf aus bei beim bin bis bist damit dann das
	dass dein dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort durch ein eine
	einem einen einer eines etwas euch euer für gegen haben hat hatte hier hinter ich ihm ihn ihnen ihr ihre ins
	ist jede jedem jeden jeder jetzt kann kein keine können machen man mehr mein mich mir mit muss nach nicht
	nichts noch nun nur oder ohne schon sehr sein seine sich sie sind soll sollte sondern sonst über und uns unser
	unter viel vom von vor war waren was weil welche wenn werden wie wieder will wir wird wirst wurde wurden zum
	zur zwischen`

	french = `
	alors aucun aussi autre aux avant avec avoir bien car cela ces cet cette ceux chaque comme comment dans depuis
	des dont elle elles encore entre est étaient était être fait faire font ils les leur leurs lors lui mais même
	mes moins mon nos notre nous ont par parce pas peu peut plus pour pourquoi quand que quel quelle qui sans sera
	ses son sont sous sur tandis tous tout toute toutes très trop une votre vous`

	spanish = `
	algo algunos ante antes como con contra cual cuando del desde donde durante ella ellas ellos entre era eran
	esa ese eso esta está están este esto estos fue fueron había han hasta hay las les los más mientras mucho muy
	nada nos nosotros nuestro otra otro para pero poco por porque que qué quien sea ser sido sin sobre son sus
	también tanto tiene tienen toda todos una uno unos usted`

	italian = `
	alla alle anche ancora che chi come con cosa cui dal dalla degli dei del della delle dello dove essere gli
	hanno loro molto nel nella nei non nostro ogni per perché più poi prima quando quella quello questa questo sia
	sono sua suo sul sulla tra tutti tutto una uno`

	portuguese = `
	aos até com como das dele desde dos ela ele eles essa esse esta este foi isso isto mais mas mesmo muito não
	nas nem nos nossa nosso num numa para pela pelo por pois quando que quem são sem ser seu seus sua suas também
	tem uma você`

	dutch = `
	aan als bij dan dat deze die dit door een geen had hebben heeft het hij hoe hun kan maar meer met mijn naar
	niet nog onder ook over toch tot uit van veel voor waar was wat werd wie wij worden wordt zal zich zijn zonder`

	leftovers = `
	http https www com org html img src href png svg jpg badge badges alt width height align nbsp div span readme
	github gitlab todo fixme example examples etc e.g i.e note notes see click here true false null none default
	value values`
)
