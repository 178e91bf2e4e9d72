/** Whether a thing can be bought, as schema.org names the two answers that matter. */
export type Availability = 'InStock' | 'OutOfStock';

const words = (list: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const characters = (list: readonly string[]): RegExp => new RegExp(list.join('|'), 'u');

/** Asked first: most of them hold a word of the other answer ("not available"). */
const absent = [
  words([
    '(?:temporarily |currently )?(?:out[- ]of[- ]stock|sold[- ]?out|unavailable|discontinued|no longer available)',
    'not (?:currently )?(?:available|in stock)',
    'back ?-?order(?:ed)?',
    'ausverkauft|vergriffen|nicht (?:auf lager|lieferbar|verfügbar|vorrätig|mehr verfügbar)',
    'épuisé|indisponible|en rupture(?: de stock)?|rupture de stock|non disponible',
    'agotado|sin (?:existencias|stock)|no disponible',
    'esgotado|indisponível|sem (?:estoque|stock)',
    'esaurito|non disponibile',
    'uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)',
    'slutsåld?|slut i lager|ej i lager|udsolgt|ikke på lager|utsolgt',
    'loppu(?:unmyyty)?|ei (?:varastossa|saatavilla)',
    'niedostępn[ya]|brak w magazynie|wyprzedan[yae]',
    'vyprodáno|není skladem|nie je (?:na sklade|skladom)|vypredané|nedostupn[ýáé]',
    'elfogyott|nem (?:elérhető|rendelhető|kapható)|nincs (?:raktáron|készleten)',
    'stoc epuizat|indisponibil',
    'rasprodano|nedostupno|nije dostupno|ni na zalogi|razprodano',
    'tükendi|stokta yok',
    'нет в наличии|распродано|немає в наявності|няма в наличност|изчерпан',
    'εξαντλήθηκε|μη διαθέσιμο',
    'hết hàng|habis terjual|stok habis',
  ]),
  characters([
    '品切れ',
    '在庫切れ',
    '在庫なし',
    '売り切れ',
    '売切',
    '缺货',
    '缺貨',
    '售罄',
    '售完',
    '无货',
    '完售',
    '품절',
    '매진',
    'สินค้าหมด',
    'אזל',
    'نفد',
    'غير متوفر',
  ]),
];

const present = [
  words([
    'in[- ]stock|available(?: now)?|ready to ship|ships? (?:today|within)|only \\d+ left|\\d+ (?:in stock|available)',
    'auf lager|vorrätig|lieferbar|verfügbar|sofort lieferbar',
    'en stock|disponible|disponibile|disponível|em (?:estoque|stock)',
    'op voorraad|leverbaar|beschikbaar',
    'i lager|på lager|varastossa|saatavilla|laos',
    'dostępn[ya]|w magazynie|skladem|na sklade|skladom|raktáron|készleten|în stoc|disponibil',
    'dostupno|na zalogi|na stanju|na zalihi|stokta(?: var)?',
    'в наличии|в наявності|в наличност|διαθέσιμο|còn hàng|tersedia',
  ]),
  characters(['在庫あり', '有货', '有貨', '现货', '現貨', '재고 있음', 'มีสินค้า', 'במלאי', 'متوفر']),
];

/** The names of `ItemAvailability` of schema.org, with or without its URL, and the short forms of product feeds. */
const named: Readonly<Record<string, Availability>> = {
  instock: 'InStock',
  instoreonly: 'InStock',
  onlineonly: 'InStock',
  limitedavailability: 'InStock',
  preorder: 'InStock',
  presale: 'InStock',
  madetoorder: 'InStock',
  outofstock: 'OutOfStock',
  soldout: 'OutOfStock',
  discontinued: 'OutOfStock',
  backorder: 'OutOfStock',
  reserved: 'OutOfStock',
  oos: 'OutOfStock',
};

/** The most characters of a text that states an availability; a longer one is prose. */
const longest = 80;

/** Reads an availability from a short text in one of some thirty languages, or from a name of schema.org; null: it says none. */
export function availabilityOf(text: string): Availability | null {
  const trimmed = text.trim();
  const name = trimmed
    .replace(/^(?:https?:)?\/\/schema\.org\//, '')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();
  const known = Object.hasOwn(named, name) ? named[name] : undefined;
  if (known !== undefined) return known;
  if (trimmed === '' || trimmed.length > longest) return null;
  if (absent.some((pattern) => pattern.test(trimmed))) return 'OutOfStock';
  return present.some((pattern) => pattern.test(trimmed)) ? 'InStock' : null;
}
