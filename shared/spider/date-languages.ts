/** The languages whose dates `parse_datetime` reads, by ISO 639 code: names of months, and relative dates in most of them. */
export const dateLanguages = [
  'ar',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'he',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh',
] as const;

const sameAs: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** Returns the ISO 639 code of a language tag: "de" for "de-AT" and "de_AT", "no" for "nb". */
export function languageCode(tag: string): string {
  const code = (tag.split(/[-_]/)[0] ?? '').toLowerCase();
  return Object.hasOwn(sameAs, code) ? (sameAs[code] ?? code) : code;
}
