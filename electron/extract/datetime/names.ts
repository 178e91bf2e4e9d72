import { isAscii } from '../text.ts';

/**
 * Names of months, weekdays and time zones. Month names are folded (see `fold`): lower case, without accents. They come
 * from the calendars of CLDR, in the forms used in dates (the genitive, if a language has one).
 */

/** Folds a text to lower case without accents and compatibility forms: "FÉVRIER" and "février" become "fevrier". */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/**
 * Twelve names per language, with alternatives separated by "|". Where languages use a name for different months, the last of
 * them counts unless the language is known: "listopada" is October in Croatian and November in Polish.
 */
const monthTables: Readonly<Record<string, string>> = {
  hr: 'siječnja|siječanj|sij veljače|veljača|velj ožujka|ožujak|ožu travnja|travanj|tra svibnja|svibanj|svi lipnja|lipanj|lip srpnja|srpanj|srp kolovoza|kolovoz|kol rujna|rujan|ruj listopada|listopad|lis studenoga|studenog|studeni|stu prosinca|prosinac|pro',
  'sr-latn':
    'januar|jan februar|feb mart|mar april|apr maj jun jul avgust|avg septembar|sep oktobar|okt novembar|nov decembar|dec',
  sl: 'januar|jan februar|feb marec|mar april|apr maj junij|jun julij|jul avgust|avg september|sep oktober|okt november|nov december|dec',
  sk: 'januára|január|jan februára|február|feb marca|marec|mar apríla|apríl|apr mája|máj júna|jún júla|júl augusta|august|aug septembra|september|sep októbra|október|okt novembra|november|nov decembra|december|dec',
  ca: 'gener|gen febrer|febr març abril|abr maig juny juliol|jul agost|ag setembre|set octubre|oct novembre|nov desembre|des',
  et: 'jaanuar|jaan veebruar|veebr märts aprill|apr mai juuni juuli august|aug september|sept oktoober|okt november|nov detsember|dets',
  he: 'בינואר|ינואר|בינו|ינו בפברואר|פברואר|בפבר|פבר במרץ|מרץ באפריל|אפריל|באפר|אפר במאי|מאי ביוני|יוני ביולי|יולי באוגוסט|אוגוסט|באוג|אוג בספטמבר|ספטמבר|בספט|ספט באוקטובר|אוקטובר|באוק|אוק בנובמבר|נובמבר|בנוב|נוב בדצמבר|דצמבר|בדצמ|דצמ',
  bg: 'януари|яну февруари|фев март|мар април|апр май юни юли август|авг септември|септ|сеп октомври|окт ноември|ноем декември|дек',
  sr: 'јануар|јан фебруар|феб март|мар април|апр мај јун јул август|авг септембар|сеп октобар|окт новембар|нов децембар|дец',
  en: 'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec',
  de: 'januar|janner|jan februar|feber|feb marz|maerz|mrz april|apr mai juni|jun juli|jul august|aug september|sept|sep oktober|okt november|nov dezember|dez',
  fr: 'janvier|janv fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre|sept octobre|oct novembre|nov decembre|dec',
  es: 'enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep octubre|oct noviembre|nov diciembre|dic',
  it: 'gennaio|gen febbraio|feb marzo|mar aprile|apr maggio|mag giugno|giu luglio|lug agosto|ago settembre|sett|set ottobre|ott novembre|nov dicembre|dic',
  pt: 'janeiro|jan fevereiro|fev marco|mar abril|abr maio|mai junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez',
  nl: 'januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sep oktober|okt november|nov december|dec',
  sv: 'januari|jan februari|feb mars april|apr maj juni|jun juli|jul augusti|aug september|sept|sep oktober|okt november|nov december|dec',
  da: 'januar|jan februar|feb marts|mar april|apr maj juni|jun juli|jul august|aug september|sep oktober|okt november|nov december|dec',
  no: 'januar|jan februar|feb mars april|apr mai juni|jun juli|jul august|aug september|sep oktober|okt november|nov desember|des',
  fi: 'tammikuuta|tammikuu|tammik helmikuuta|helmikuu|helmik maaliskuuta|maaliskuu|maalisk huhtikuuta|huhtikuu|huhtik toukokuuta|toukokuu|toukok kesakuuta|kesakuu|kesak heinakuuta|heinakuu|heinak elokuuta|elokuu|elok syyskuuta|syyskuu|syysk lokakuuta|lokakuu|lokak marraskuuta|marraskuu|marrask joulukuuta|joulukuu|jouluk',
  pl: 'stycznia|styczen|sty lutego|luty|lut marca|marzec kwietnia|kwiecien|kwi maja|maj czerwca|czerwiec|cze lipca|lipiec|lip sierpnia|sierpien|sie wrzesnia|wrzesien|wrz pazdziernika|pazdziernik|paz listopada|listopad|lis grudnia|grudzien|gru',
  cs: 'ledna|leden|led unora|unor|uno brezna|brezen|bre dubna|duben|dub kvetna|kveten|kve cervna|cerven|cvn cervence|cervenec|cvc srpna|srpen|srp zari|zar rijna|rijen|rij listopadu|listopad|lis prosince|prosinec|pro',
  hu: 'januar|jan februar|febr marcius|marc aprilis|apr majus|maj junius|jun julius|jul augusztus|aug szeptember|szept oktober|okt november|nov december|dec',
  ro: 'ianuarie|ian februarie|feb martie aprilie|apr mai iunie|iun iulie|iul august|aug septembrie|sept octombrie|oct noiembrie|noi decembrie|dec',
  tr: 'ocak|oca subat|sub mart|mar nisan|nis mayıs|mayis|may haziran|haz temmuz|tem agustos|agu eylul|eyl ekim|eki kasım|kasim|kas aralık|aralik|ara',
  id: 'januari|jan februari|feb maret|mar april|apr mei juni|jun juli|jul agustus|agu|ags september|sep oktober|okt november|nov desember|des',
  ru: 'января|январь|янв февраля|февраль|февр|фев марта|март|мар апреля|апрель|апр мая|май июня|июнь|июн июля|июль|июл августа|август|авг сентября|сентябрь|сент|сен октября|октябрь|окт ноября|ноябрь|нояб|ноя декабря|декабрь|дек',
  uk: 'січня|січень|січ лютого|лютий|лют березня|березень|бер квітня|квітень|квіт травня|травень|трав червня|червень|черв липня|липень|лип серпня|серпень|серп вересня|вересень|вер жовтня|жовтень|жовт листопада|листопад|лист грудня|грудень|груд',
  el: 'Ιανουαρίου|Ιαν Φεβρουαρίου|Φεβ Μαρτίου|Μαρ Απριλίου|Απρ Μαΐου|Μαΐ Ιουνίου|Ιουν Ιουλίου|Ιουλ Αυγούστου|Αυγ Σεπτεμβρίου|Σεπ Οκτωβρίου|Οκτ Νοεμβρίου|Νοε Δεκεμβρίου|Δεκ',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
};

function readMonths(table: string): [name: string, month: number][] {
  return table
    .split(' ')
    .flatMap((names, index) => names.split('|').map((name): [string, number] => [fold(name), index + 1]));
}

/** Folded month names of all languages to 1..12. */
export const months: ReadonlyMap<string, number> = new Map(Object.values(monthTables).flatMap(readMonths));

const monthsByLanguage = new Map<string, ReadonlyMap<string, number>>();

/** Returns the month of a folded name, 1 to 12, or 0. @param languages ISO 639 codes of the text; their names come first */
export function monthOf(name: string, languages: readonly string[] = []): number {
  for (const language of languages) {
    const table = Object.hasOwn(monthTables, language) ? monthTables[language] : undefined;
    if (table === undefined) continue;
    const own = monthsByLanguage.get(language) ?? new Map(readMonths(table));
    monthsByLanguage.set(language, own);
    const month = own.get(name);
    if (month !== undefined) return month;
  }
  return months.get(name) ?? 0;
}

/** Weekday names of the C locale, Monday first, as strptime's %A and %a read them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const hour = 3600;

/**
 * Unambiguous time zone abbreviations with their offsets in seconds east of UTC. Ambiguous ones (IST, CST for China) and
 * those without a fixed offset (ET, PT) are omitted, except those that RFC 2822 defines.
 */
export const zones: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['utc', 0],
  ['gmt', 0],
  ['ut', 0],
  ['wet', 0],
  ['west', hour],
  ['cet', hour],
  ['mez', hour],
  ['cest', 2 * hour],
  ['mesz', 2 * hour],
  ['eet', 2 * hour],
  ['eest', 3 * hour],
  ['msk', 3 * hour],
  ['jst', 9 * hour],
  ['kst', 9 * hour],
  ['aest', 10 * hour],
  ['aedt', 11 * hour],
  ['awst', 8 * hour],
  ['nzst', 12 * hour],
  ['nzdt', 13 * hour],
  ['est', -5 * hour],
  ['edt', -4 * hour],
  ['cst', -6 * hour],
  ['cdt', -5 * hour],
  ['mst', -7 * hour],
  ['mdt', -6 * hour],
  ['pst', -8 * hour],
  ['pdt', -7 * hour],
  ['akst', -9 * hour],
  ['akdt', -8 * hour],
  ['hst', -10 * hour],
]);

/** Converts an offset such as "+02:00", "+0200", "-5" or "+05:30:15" to seconds. */
export function readOffset(sign: string, hours: string, minutes = '0', seconds = '0'): number {
  const size = Number(hours) * hour + Number(minutes) * 60 + Number(seconds);
  return sign === '+' ? size : -size;
}

/** Joins names, which contain only letters, to alternatives of a regular expression, longest first. */
export function alternatives(names: Iterable<string>): string {
  return [...names].sort((a, b) => b.length - a.length).join('|');
}
