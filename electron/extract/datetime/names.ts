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

/** Twelve names per language, with alternatives separated by "|". */
const monthTables: Readonly<Record<string, string>> = {
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
  fi: 'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  pl: 'stycznia|styczen|sty lutego|luty|lut marca|marzec kwietnia|kwiecien|kwi maja|maj czerwca|czerwiec|cze lipca|lipiec|lip sierpnia|sierpien|sie wrzesnia|wrzesien|wrz pazdziernika|pazdziernik|paz listopada|listopad|lis grudnia|grudzien|gru',
  cs: 'ledna|leden unora|unor brezna|brezen dubna|duben kvetna|kveten cervna|cerven cervence|cervenec srpna|srpen zari rijna|rijen listopadu prosince|prosinec',
  hu: 'januar|jan februar|febr marcius|marc aprilis|apr majus|maj junius|jun julius|jul augusztus|aug szeptember|szept oktober|okt november|nov december|dec',
  ro: 'ianuarie|ian februarie|feb martie aprilie|apr mai iunie|iun iulie|iul august|aug septembrie|sept octombrie|oct noiembrie|noi decembrie|dec',
  tr: 'ocak subat mart nisan mayıs|mayis haziran temmuz agustos eylul ekim kasım|kasim aralık|aralik',
  id: 'januari februari maret april mei juni juli agustus|agu september oktober|okt november desember|des',
  ru: 'января|январь|янв февраля|февраль|фев марта|март|мар апреля|апрель|апр мая|май июня|июнь|июн июля|июль|июл августа|август|авг сентября|сентябрь|сент|сен октября|октябрь|окт ноября|ноябрь|ноя декабря|декабрь|дек',
  uk: 'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  el: 'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
};

function readMonths(): Map<string, number> {
  const months = new Map<string, number>();
  for (const table of Object.values(monthTables)) {
    for (const [index, names] of table.split(' ').entries()) {
      for (const name of names.split('|')) months.set(fold(name), index + 1);
    }
  }
  return months;
}

/** Folded month name to 1..12. */
export const months: ReadonlyMap<string, number> = readMonths();

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
