/** Words next to names of authors, in several languages. All are folded: lower case, without accents. */

/** Prefixes of names: "By", "Von", "Written by", "Posted on … by", "Text:", "Autor:". */
const by = [
  'by',
  'von',
  'vom',
  'par',
  'por',
  'door',
  'przez',
  'autor',
  'autora',
  'autorin',
  'autoren',
  'autores',
  'autori',
  'author',
  'authors',
  'auteur',
  'auteurs',
  'autore',
  'autrice',
  'aut',
  'auteure',
  'forfatter',
  'forfattare',
  'skribent',
  'kirjoittaja',
  'toimittaja',
  'szerzo',
  'irta',
  'yazan',
  'yazar',
  'tekst',
  'text(?: und (?:foto|bild)s?)?',
  '(?:zeige )?alle (?:beitrage|artikel)(?: von)?',
  '(?:(?:view|see|show) )?(?:all|more) (?:posts|articles|stories)(?: by| from)?',
  'recipe by',
  'contributors?',
  'texte',
  'texto',
  'testo',
  'words',
  'story',
  'writer',
  'reporter',
  'journalist',
  'verfasst von',
  'geschrieben von',
  'ein (?:artikel|beitrag|gastbeitrag|kommentar|interview|bericht|essay|gastkommentar) von',
  'e(?:in|ine) (?:analyse|kolumne|reportage|glosse|rezension) von',
  '(?:(?:blog )?beitrag|text|kommentar|bericht) ?von',
  '(?:erstellt|veroffentlicht|gepostet|eingestellt|publiziert) von',
  '(?:a )?(?:written|posted|published|reported|created|submitted|authored|compiled|edited|story|words|text|article|post|review|guest post|interview|column|analysis|opinion) by',
  'this (?:article|post|story) (?:was|is) (?:written|posted|published) by',
  '(?:ecrit|publie|poste|redige|propose) par',
  '(?:escrito|publicado|redactado|postado) por',
  '(?:scritto|pubblicato|postato|articolo|a cura) (?:da|di)',
  'escribe',
  'geschreven door',
  '(?:skrevet|publisert) av',
  '(?:skriven|publicerad) av',
  '(?:napisal|napisane przez|dodal)',
  'автор(?:ы)?',
  'текст',
  'написал',
  'від',
  'συντακτης',
  'του',
  'της',
  'بقلم',
  'كتب(?:ت)?',
  'مأت',
  '作者',
  '(?:责任)?编辑',
  '文',
  '记者',
  '記者',
  '文責',
  '著者',
  '執筆',
  '글',
  'penulis',
  'oleh',
  'tac gia',
];

/** Prefixes that can also start a name ("Di Maio", "De Niro"): they count only in lower case and before two words. */
export const ambiguousPrefix = /^(?:di|da|de|del|do|[Oo]d|[Aa][fv])\s+(?=\p{L}+\s+\p{L})/u;

/** Matches the prefix of a byline. Prefixes that are common in sentences count only directly before a name. */
export const bylinePrefix = new RegExp(`^(?:${by.join('|')})(?:\\s*[:：/]\\s*|\\s+|(?<=[\\p{Lo}])\\s*)`, 'u');

/** Prefixes that always introduce a byline at the start of a line. */
export const surePrefix =
  /^(?:by|von|par|por|di|door|av|af|autor(?:in|a|en|es|i)?|authors?|auteure?s?|autore|escribe|text|texte|texto|testo|szerzo|oleh|penulis|yazan|автор|текст|作者|责任编辑|記者|记者|بقلم|(?:written|posted|published|reported|created|submitted|words|story|article|review|text) by|contributors?(?=\s*:)|this (?:article|post|story) (?:was|is) (?:written|posted|published) by|(?:geschrieben|verfasst|erstellt|veroffentlicht) von|ein \p{L}+ von|eine (?:analyse|kolumne|reportage|glosse|rezension|kritik) von|(?:blog )?beitrag von|text von|(?:ecrit|publie) par|(?:escrito|publicado) por|(?:scritto|pubblicato) da|a cura di|geschreven door)(?:\s*[:：]\s*|\s+)/u;

/** Lines that only announce a name in the next line. */
export const bylineLabel =
  /^(?:by|von|par|por|di|door|(?:written|posted|published|authored|created) by|about the author|authors?|author name|contributors?|writer|autor(?:in|a|en|es|i)?|auteure?s?|autore|(?:geschrieben|verfasst|erstellt|veroffentlicht) von|(?:ecrit|publie) par|(?:escrito|publicado) por|(?:scritto|pubblicato) da|geschreven door|автор)\s*:?$/u;

/** What ends a name: a role, a date, or another statement. */
export const bylineEnd =
  /\s*[|•·●▪■»›⋅—–]\s*|\s+[-/]\s+|\s+(?:on|am|vom|le|el|il|op|den|updated|published|posted|reviewed|edited|last|modified|medically|fact|in|at|veroffentlicht|publiziert|publicado|pubblicato|aktualisiert|zuletzt|stand|um|mis a jour|publie|via|is an?|ist|says|wrote|for)(?:\s|$|:)|\s*[([]|\s*\d{1,2}[./:]\d{1,2}|\s+\d{4}\b|,?\s*\d{1,2}\.?\s+\p{L}+\s+\d{4}|\s*@\w+|\s*https?:|\s*\S+@\S+|\s+(?:hace|il y a|vor)\s+\d|\s+(?:lesedauer|tiempo de lectura|reading time|read time|temps de lecture|im gesprach)|,?\s+(?:datum|date|fecha|data|kategorien?|categor\w+)\s*:|\s+(?:illustration(?:en|s)?|photos?|fotos?|bilder)\s+(?:von|by|par|de|di)\s|\s{2,}|\s*\d+\s*min/u;

/** Values of author fields that are not authors. */
export const notAnAuthor =
  /^(?:admin(?:istrator|istrador|istrateur)?\d*|super ?user|root|webmaster|editors?|editorial|staff|staff writer|redaktion|die redaktion|redaccion|redazione|redaction|la redaction|redactie|redakcja|guest|guest author|anonym(?:ous)?|unknown|unbekannt|von|vom|by|par|por|door|przez|via|.* written by|(?:visit|explore|discover|browse) .*|(?:(?:your|full|first|last|user|ihr|dein|votre|tu|su) )?(?:name|nom|nombre|nome|naam)|имя|اسمك|الاسم|null|undefined|none|n\/?a|nan|user|author|authors|autor|autoren|auteur|autore|by|written by|posted by|byline|name|profile|view (?:all|more).*|see (?:all|more).*|more (?:posts|articles|from|by).*|all posts.*|show .*|follow.*|about.*|read .*|share.*|subscribe.*|contact.*|comments?|reply|test|default|human|anchor|publisher|registrieren|anmelden|publiziert|veroffentlicht|nachricht|request .*|from .*|course .*|dr|article:.*|lifestyle|category.*|wordpress|blogger|news|nachrichten|press release|pressemitteilung|home|homepage|login|register|sign in|website|team|us|me|you|this|the author|article|admin .*|published.*|updated.*|posted.*|posts?|date.*|views?.*|source|quelle|photo.*|foto.*|bild.*|image.*|credit.*|copyright.*|\d+.*(?:articles?|posts?|comments?|min(?:ute)?s?|followers?|views|beitrage))$/u;

/** A role of any department, where a role is expected: "Harbour correspondent". */
export const deskRole =
  /^(?:[\p{L}&-]+\s){0,4}(?:editor|writer|reporter|correspondent|columnist|contributor|journalist|producer|blogger|redakteur(?:in)?|korrespondent(?:in)?|journaliste|corresponsal|corrispondente)s?$/u;

/** A role without a name. */
export const bareRole =
  /^(?:senior|chief|associate|contributing|managing|deputy|executive|staff|freelance|lead|junior|head of|editor in chief|our)\s(?:[\p{L}&]+\s){0,4}(?:editor|writer|reporter|correspondent|columnist|contributor|journalist|producer|analyst|manager|director)s?$/u;

/** Roles that follow a name after a comma. */
export const role =
  /^(?:(?:senior|chief|associate|contributing|managing|deputy|executive|political|science|business|sports?|staff|freelance|special|lead|junior|foreign|national|health|tech(?:nology)?|digital|assistant|news|features?|education|environment|us|uk|europe|asia|city|crime|data|guest|head|regional|editorial|global|consumer|money|home|culture|arts?|travel|food|fashion|entertainment|tv|film|music|world|web|the|at|of|and|&|in)\s+)*(?:editor(?:-in-chief)?|writer|reporter|correspondent|columnist|contributor|journalist|producer|redakteur(?:in)?|autor(?:in)?|chefredakteur(?:in)?|volontar(?:in)?|korrespondent(?:in)?|journaliste|redacteur|redactrice|periodista|redactor(?:a)?|giornalista|author|blogger|analyst|editors|writers|staff|associated press|ap|afp|dpa|reuters|cnn|bbc news|bbc|pa|ansa|efe|apa|sda|epd|kna|sid|upi|ians|pti|ani|xinhua)\b.*$/u;

/** Legal forms of companies and associations, at the end of their names or before a place. */
export const legalForm =
  /\s(?:GmbH|mbH|AG|KG|SE|eG|e\.\s?V|S\.?A|S\.?L|S\.?r\.?l|S\.?p\.?A|SAS|B\.?V|A\/S|AB|Oy|Inc|LLC|Ltd|PLC|Corp|Co|Sp\. z o\.o|s\.r\.o)\.?(?:,|$)/u;

/** An address of a site in place of a name. */
export const siteAddress = /^(?:www\.)?[\p{L}\d-]{2,}(?:\.[\p{L}\d-]{2,})*\.[a-z]{2,6}(?:,|$)/iu;
