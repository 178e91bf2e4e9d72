import { isAscii } from '../../text.ts';

/**
 * Words in the names of parts of pages, and phrases of boilerplate. They are features among others: the trained model weighs
 * them, and no single word decides.
 */

/** Roles of parts of a page, by words in class names, ids, ARIA roles and labels. */
const roleWords = {
  article:
    /^(?:article|articlebody|story|storybody|postbody|post|entry|blog|essay|richtext|prose|wysiwyg|rte|markdown)/,
  content: /^(?:content|contents|main|maincontent|primary|body|text|copy|page)$|content$|^(?:editor|wiki)/,
  description:
    /^(?:desc|description|summary|overview|detail|details|info|information|about|intro|lead|lede|abstract|excerpt|standfirst|dek)/,
  navigation:
    /^(?:nav|menu|navbar|navigation|topbar|sitenav|mainnav|megamenu|dropdown|drawer|hamburger|offcanvas)|nav$|menu$/,
  breadcrumb: /crumb|^(?:path|trail)$/,
  header: /^(?:header|masthead|topbar|logo|brand)/,
  footer: /^(?:footer|foot|colophon|bottom|siteinfo|contentinfo)|footer$/,
  sidebar: /^(?:sidebar|aside|side|rail|widget|complementary|column|secondary|sidenav)|sidebar$/,
  comment: /^(?:comment|respond|disqus|discuss|reaction|talkback|kommentar)|comments$/,
  forum:
    /^(?:thread|topic|message|reply|replies|answer|question|forum|bbs|posts|postcontent|lia|vote|votes|score|upvote)/,
  person: /^(?:author|byline|bio|profile|user|username|avatar|member|signature|sig|vcard|contributor|writer)/,
  related:
    /^(?:related|recommend|recirc|similar|suggest|also|popular|trending|trend|latest|mostread|readnext|next|prev|previous|upnext|readmore|outbrain|taboola|crosssell|upsell|carousel|slider|swiper|slick|recent|archive)/,
  share:
    /^(?:share|sharing|social|follow|facebook|twitter|addthis|sharedaddy|like|likes|whatsapp|instagram|pinterest)/,
  advert:
    /^(?:ad|ads|advert|advertisement|adv|banner|sponsor|sponsored|promo|promotion|dfp|gpt|adslot|promoted|affiliate|marketing)$|^(?:advert|sponsor|promo)/,
  signup:
    /^(?:newsletter|subscri|signup|optin|mailing|paywall|register|registration|login|signin|account|donate|donation|cta|callout)/,
  notice:
    /^(?:cookie|consent|gdpr|ccpa|onetrust|popup|modal|overlay|dialog|alert|toast|notice|lightbox|tooltip|popover|notification|disclaimer)/,
  meta: /^(?:meta|date|time|timestamp|published|pubdate|dateline|tag|tags|category|categories|taxonomy|label|labels|keyword|views|stats|count|counter|badge|kicker|eyebrow)$/,
  caption:
    /^(?:caption|figure|figcaption|credit|credits|gallery|photo|image|img|media|picture|thumb|thumbnail|video|player|audio|slideshow)|caption$/,
  heading: /^(?:title|headline|heading|subtitle|hed|subhead|h1|h2|h3)/,
  product:
    /^(?:product|pdp|sku|variant|swatch|option|options|size|color|quantity|qty|spec|specs|specification|feature|features|ingredient|ingredients|dimension|material|attribute|attributes)/,
  price:
    /^(?:price|cart|basket|buy|checkout|purchase|addtocart|atc|wishlist|stock|availability|shipping|delivery|discount|sale|deal)/,
  review: /^(?:review|rating|ratings|star|stars|testimonial|feedback|ugc|yotpo|bazaarvoice|trustpilot)/,
  card: /^(?:card|cards|tile|tiles|teaser|item|items|grid|result|results|listing|listitem|feed|stream|collection|catalog|row|cell|block|loop|hentry)$|card$|tile$/,
  fold: /^(?:tab|tabs|tabpanel|accordion|collapse|collapsible|faq|faqs|expand|expander|toggle|panel|details|disclosure)/,
  hero: /^(?:hero|jumbotron|splash|billboard|intro|cover)/,
  control:
    /^(?:button|btn|buttons|control|controls|toolbar|tools|action|actions|print|pagination|pager|paging|paginator|filter|filters|facet|facets|refine|sort|sorting|search|searchbox|form|input|field|select|checkbox|breadcrumbs|skip|link|links|icon)$/,
  outline:
    /^(?:toc|outline|contents|tableofcontents|index|onthispage|sitemap|anchor|headerlink|permalink|jump)$/,
  hidden:
    /^(?:hidden|hide|invisible|sr|screenreader|visuallyhidden|visually|noscript|offscreen|collapsed|closed|none|print)$/,
  section: /^(?:section|container|wrapper|module|component|region|area|layout|inner|outer|holder|group|col)$/,
} satisfies Record<string, RegExp>;

/** Names of the roles, in the order of their numbers. */
export const roles: readonly string[] = Object.keys(roleWords);
const patterns: readonly RegExp[] = Object.values(roleWords);

/** Cache of the roles of a word, as indices of `roles`; pages share their words. */
const known = new Map<string, readonly number[]>();
const maxKnown = 20_000;

/** Returns the numbers of the roles that a word of a class or id indicates. */
export function rolesOfWord(word: string): readonly number[] {
  // Names with digits are generated: "css-1x2y3z".
  if (word.length > 24 || (word.length > 2 && /\d/.test(word))) return [];
  const found = known.get(word);
  if (found !== undefined) return found;
  const matching = patterns.flatMap((pattern, index) => (pattern.test(word) ? [index] : []));
  if (known.size >= maxKnown) known.clear();
  known.set(word, matching);
  return matching;
}

/** Topics of short texts, in the most common languages of the web. */
const phrasePatterns = {
  share:
    /\b(?:share|tweet|facebook|twitter|whatsapp|linkedin|instagram|pinterest|telegram|follow us|teilen|folgen sie|partager|suivez|compart\w+|s[ií]guenos|condividi|seguici|delen|udostępnij|paylaş)\b|поделит|分享|シェア/iu,
  more: /\b(?:read more|read full|continue reading|read (?:also|next|the)|see (?:also|more|all)|view (?:all|more)|show (?:more|less|all)|load more|learn more|find out more|click here|more on|weiterlesen|mehr (?:zum|lesen|erfahren|anzeigen)|lesen sie|zum (?:artikel|thema)|lire (?:la suite|aussi|plus)|en savoir plus|voir (?:plus|tout)|leer m[aá]s|ver (?:m[aá]s|todo)|lee tambi[eé]n|leggi (?:anche|tutto)|lees (?:ook|meer|verder)|leia (?:mais|tamb[eé]m)|czytaj|zobacz|devam[ıi])\b|читайте|подробнее|もっと|続きを|阅读|查看|更多/iu,
  legal:
    /©|\(c\) ?(?:19|20)\d\d|\b(?:copyright|all rights reserved|rights reserved|privacy|cookies?|terms (?:of|and|&)|disclaimer|impressum|datenschutz\w*|agb|alle rechte|nutzungsbedingungen|tous droits|mentions l[eé]gales|derechos reservados|aviso legal|diritti riservati|powered by|wszelkie prawa)\b|все права|版权所有/iu,
  signup:
    /\b(?:subscri\w+|newsletter|sign (?:up|in)|log ?in|log out|register|join (?:us|now|free)|create (?:an )?account|your e?-?mail|e-?mail address|donate|abonn\w+|anmeld\w+|registrier\w+|inscri\w+|connexion|se connecter|suscr\w+|iniciar sesi[oó]n|iscri\w+|accedi|inloggen|zaloguj|zapisz)\b|подпис|войти|登录|注册|ログイン/iu,
  comment:
    /\b(?:comments?|repl(?:y|ies)|respond|responses?|kommentare?\w*|antwort\w*|commentaires?|répondre|comentarios?|responder|commenti|rispondi|reacties?|komentarz\w*|yorum\w*)\b|коммент|ответить|评论|回复|コメント/iu,
  credit:
    /\b(?:photo(?:graph)?s?|image|picture|getty|reuters|shutterstock|istock|unsplash|courtesy|illustration|screenshot|fotos?|bild(?:er)?|quelle|crédits?|foto(?:graf\w*|s)?|imagen|fuente|immagine|fonte)\s*(?:by|:|\/|\(|©|credit|von|via|par|de)|\bgetty images\b|фото:|^(?:source|credit|quelle|via|foto|photo|image|bild)\b/iu,
  byline:
    /^(?:by|von|par|por|di|door|av|af|autor\w*|author|written|posted|published|updated|last (?:updated|modified|edited)|created|added|submitted|reviewed|edited|veröffentlicht|aktualisiert|publi[ée]\w*|publicado|pubblicato|mis à jour|stand|datum|date)\b|\b\d+ ?(?:min(?:ute)?s?|mins?)[ -](?:read|lesezeit|de lecture)|\b(?:posted|published|updated|filed) (?:on|by|at|in)\b|опубликован/iu,
  shop: /\b(?:add to (?:cart|bag|basket|wish\w*)|buy (?:now|it)|check ?out|in (?:den|stock|my)|free (?:shipping|delivery|returns)|out of stock|sold out|quantity|qty|regular price|sale price|compare at|warenkorb|lieferzeit|versand\w*|ajouter au panier|livraison|a[ñn]adir al carrito|env[ií]o|carrello|wishlist|coupon|discount)\b|корзин|カート|购物车/iu,
  navigation:
    /^(?:home|start(?:seite)?|accueil|inicio|next|previous|prev|back|top|menu|search|close|open|skip|go to|jump to|page \d+|weiter|zurück|suche|suivant|précédent|siguiente|anterior|avanti|indietro|filter|sort|\d+|«|»|<|>|‹|›|←|→)\b|\b(?:back to (?:top|the)|skip to|nach oben|toggle|navigation)\b/iu,
  tags: /^(?:tags?|topics?|categor(?:y|ies)|filed under|labels?|keywords?|schlag(?:worte|wörter)|themen|kategorien?|mots[- ]clés|etiquetas|in this (?:article|story)|tagged|posted in|more (?:about|on))\b/iu,
  advert:
    /^(?:ad|advertisement|advertising|advertorial|anzeige|werbung|publicit[ée]|publicidad|pubblicit[àa]|sponsored|promoted|reklam\w*|реклама|広告|广告)\b|\b(?:story continues below|affiliate|commission|disable your ad ?block)/iu,
  related:
    /^(?:related|recommended|you (?:may|might) (?:also )?(?:like|enjoy|be)|more (?:from|stories|news|articles|posts|like)|(?:the )?latest|popular|trending|most (?:read|popular|viewed)|top stories|don'?t miss|editor'?s picks?|up next|read next|also (?:read|like|see|on)|similar|other (?:posts|articles|news)|recent|customers (?:also|who)|people also|frequently bought|explore|discover|see also|further reading|external links|references|ähnliche|das könnte|auch interessant|mehr (?:aus|von|zum)|weitere|meistgelesen|à lire|sur le même|articles? (?:similaires|liés|récents)|relacionad\w+|te puede|últimas|artículos|noticias|ti potrebbe|potrebbe|articoli|gerelateerd|lees ook|zobacz też|podobne|похожие|читайте также|関連|相关)/iu,
  contact:
    /\b(?:contact (?:us)?|about us|call us|careers|press|sitemap|help|support|faq|kontakt|über uns|contactez|contacto|contatti|address|phone|tel\.?|fax|opening hours|store locator)\b|@|https?:\/\/|www\./iu,
  review:
    /\b(?:reviews?|rating|stars?|out of 5|verified|customer|bewertung\w*|avis|reseñas|recensioni|helpful)\b|★|☆/iu,
  member:
    /\b(?:joined|posts?|members?|points|karma|reputation|messages|location|registered|newbie|senior|moderator|staff|likes? received|thanks|quote|report|edit|flag|upvote|downvote|votes?|asked|answered|modified|viewed|active|badges?|beiträge|mitglied)\b/iu,
} satisfies Record<string, RegExp>;

/** Names of the kinds of phrases, in the order of their values. */
export const phrases: readonly string[] = Object.keys(phrasePatterns);

/** The patterns of the phrases, and one that matches any of them: four of five texts contain none. */
interface PhraseReader {
  list: readonly RegExp[];
  any: RegExp;
}

function readerOf(flags: string): PhraseReader {
  const sources = Object.values(phrasePatterns).map(({ source }) => source);
  return {
    list: sources.map((source) => new RegExp(source, flags)),
    any: new RegExp(sources.map((source) => `(?:${source})`).join('|'), flags),
  };
}

const ofAnyText = readerOf('iu');
/** The same for lower-case ASCII text, without other forms of the letters. */
const ofPlainText = readerOf('');

const noMarks: readonly number[] = phrases.map(() => 0);

/** Number of characters of a text that are searched for phrases. */
const phraseWindow = 120;

/** Returns for each of `phrases`: 0 if the text does not contain it, 1 if it does, 2 if it starts with it. */
export function phraseMarks(text: string): readonly number[] {
  const start = text.length > phraseWindow ? text.slice(0, phraseWindow) : text;
  const isPlain = isAscii(start);
  const read = isPlain ? start.toLowerCase() : start;
  const { list, any } = isPlain ? ofPlainText : ofAnyText;
  if (!any.test(read)) return noMarks;
  return list.map((pattern) => {
    const at = read.search(pattern);
    return at < 0 ? 0 : at <= 2 ? 2 : 1;
  });
}
