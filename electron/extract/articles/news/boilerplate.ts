/** Short boilerplate lines between the paragraphs of articles, in several languages. */

const starts =
  /^(?:advertisement|advert|anzeige|werbung|publicité|publicidad|publicidade|pubblicità|реклама|reklama|reklam|sponsored|story continues|continue reading|article continues|weiterlesen|read more|read also|read next|also read|lesen sie (?:auch|mehr|dazu)|mehr (?:zum thema|dazu)|lire (?:aussi|la suite)|à lire|leer (?:más|también)|lee también|te puede interesar|leggi anche|leia (?:mais|também)|veja também|lees (?:ook|meer)|läs (?:också|mer)|les også|læs også|czytaj (?:też|także|więcej)|zobacz (?:też|także|również)|čtěte|читайте также|читать далее|also see|see also|siehe auch|related(?: articles?| stories| content| topics| posts?| roundup| links)?\s*(?::|$)|recommended|more (?:great|from|on|stories|news|about)|don['’]t miss|most (?:read|popular)|trending|share (?:this|on|via|story|article)|share\s*$|teilen|partager|compartir|condividi|tweet\s*$|follow (?:us|me|him|her|@|on|our|[A-Z]\w+ on)|subscribe|sign up|abonnieren|newsletter|get (?:the|our) .{0,40}newsletter|click here|klicken sie hier|tap here|download (?:the|our) app|join (?:us|our|the conversation)|like (?:us|this (?:story|article|post))|comments?\s*(?::|\(|$)|leave a (?:comment|reply)|view (?:all|the full|gallery|slideshow)|this slideshow requires|photos?:|foto:|fotos:|bild:|image(?: credit)?:|\(image credit|credit:|crédito|photo (?:by|credit|courtesy|via)|getty images|image \d+ of \d+|slide \d+ of|watch:|watch (?:the )?video|video:|listen:|loading|copyright|©|all rights reserved|alle rechte|tags?:|topics?:|filed under|filed in|posted in|categories:|schlagwörter|updated?:? (?:at|on)?\s*\d|last (?:updated|modified)|published:|veröffentlicht:|print this|print\s*$|email this|send this|report (?:a typo|an error|this)|buy now|shop now|available (?:from|at) \w+\s*$|check out our|support (?:our|us)|donate|help us|become a (?:member|subscriber)|already (?:a subscriber|have an account)|log ?in|your (?:browser|email)|enable javascript|ftc:|disclosure:|\[button|terms of (?:use|service)|privacy policy|thank you for (?:reading|subscribing)|thanks for reading|back to (?:top|the top)|next article|previous article|up next|wird geladen|jetzt (?:abonnieren|lesen|anmelden|kaufen)|zur startseite|quelle:|mit material)/iu;

/** Maximum length of such a line; longer ones are sentences with the same beginning. */
const maxLength = 140;

const aboutCookies =
  /\b(?:uses?|use of|set|accept(?:ing)?) (?:all )?cookies\b|\bcookie (?:settings|policy|preferences|notice)\b|\bverwendet cookies\b|\butilise des cookies\b|\butiliza cookies\b|\butilizza (?:i )?cookie/i;
/** Maximum length of consent notices, which are longer. */
const maxNotice = 500;

const bareAddress = /^https?:\/\/\S+$/i;
const byAgency = /^(?:the )?(?:associated press|reuters|afp|dpa|ap)\s+(?:published|updated)/i;

/** Whether a short line is an invitation, a label or a credit and not part of the article. */
export function isBoilerplateLine(text: string): boolean {
  if (text.length <= maxNotice && aboutCookies.test(text)) return true;
  if (text.length > maxLength) return false;
  return starts.test(text) || bareAddress.test(text) || byAgency.test(text);
}

const accounts =
  /(?:follow|email|e-mail|contact|reach|tweet) (?:us|me|him|her|them|\p{Lu}[\p{L}'’-]+).{0,80}(?:@|twitter|facebook|instagram)|(?:folgen sie|suivez|síguenos|seguici)/iu;
const biography =
  /^(?:\p{Lu}[\p{L}.'’-]+\s){1,4}(?:is|was|ist|war|est|es|è) (?:an? |the |eine? |un[ea]? |der |die )?.{0,60}\b(?:writer|reporter|editor|correspondent|journalist|columnist|author|freelancer?|contributor|blogger|redakteur(?:in)?|autor(?:in)?|journaliste|periodista|giornalista)\b/u;

/** Whether a paragraph at the end of an article is about its author. */
export function isAboutAuthor(text: string): boolean {
  return text.length < 500 && (biography.test(text) || (text.length < 220 && accounts.test(text)));
}

/** Headings after which a page contains only references to other pages. */
export const endHeading =
  /^(?:related(?:\s|$)|want more|elsewhere on|more (?:from|on|stories|great|news|in|about)|you (?:may|might) (?:also )?(?:like|be interested)|recommended|read (?:more|next)|also on|most (?:read|popular)|trending|latest (?:news|stories|posts)|popular (?:posts|stories)|comments?(?:\s|$)|leave a (?:reply|comment)|\d+ (?:comments|responses|thoughts)|share this|about the author|author bio|join the (?:conversation|discussion)|sign up|subscribe|newsletter|das könnte (?:sie|dich)|mehr zum thema|auch interessant|ähnliche (?:artikel|beiträge)|weitere (?:artikel|beiträge|meldungen|themen)|kommentare|über den autor|à lire aussi|sur le même (?:sujet|thème)|articles? (?:liés|similaires)|commentaires?|te puede interesar|(?:artículos|noticias) relacionad[oa]s|comentarios|leggi anche|articoli correlati|commenti|leia (?:também|mais)|notícias relacionadas|lees ook|gerelateerd|zobacz (?:też|także)|читайте также|комментарии|похожие)/iu;
