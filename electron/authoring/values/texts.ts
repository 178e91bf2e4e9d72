import { availabilityOf } from './availability.ts';
import type { ColumnTexts, Reading } from './types.ts';

/** The words that `cast` reads as yes and no, without the digits. */
const castWords = /^(?:true|false|yes|no|on|off)$/i;

/** Pairs of answers in other languages. */
const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:ja|oui|s[ií]|sim|tak|ano|áno|igen|da|да|так|evet|kyllä|はい|是|예|✓|✔|✅)$/iu,
    /^(?:nein|nee|nej|nei|non|n[oã]o?|nie|ne|nem|nu|нет|ні|не|hayır|ei|いいえ|否|아니요|✗|✘|✕|❌|×)$/iu,
  ],
];

/** Availabilities as addresses of schema.org; they become their names. */
export function readVocabulary({ texts }: ColumnTexts): Reading | null {
  const isNamed = (text: string): boolean =>
    /^(?:https?:)?\/\/schema\.org\/\w+$/.test(text) && availabilityOf(text) !== null;
  if (!texts.every(isNamed)) return null;
  return { type: 'boolean', processors: [{ type: 'regex', pattern: '(\\w+)$' }], confidence: 0.9 };
}

/** Names of columns that say whether a thing is available. */
const availabilityWords =
  / (?:availability|available|stock|in stock|verfügbarkeit|disponibilité|disponibilidad|disponibilità) /;

/** Yes or no: words that `cast` reads; pairs of answers and of availabilities stay the texts that they are. */
export function readAnswers({ texts, called }: ColumnTexts): Reading | null {
  const different = new Set(texts.map((text) => text.toLowerCase()));
  if (different.size > 2) return null;
  if (texts.every((text) => castWords.test(text)))
    return { type: 'boolean', processors: [{ type: 'cast', to: 'bool' }], confidence: 0.9 };
  const isPair = pairs.some(
    ([yes, no]) => texts.every((text) => yes.test(text) || no.test(text)) && different.size === 2,
  );
  const availabilities = texts.map(availabilityOf);
  const isTold = different.size === 2 || availabilityWords.test(called);
  const isAvailability =
    isTold && !availabilities.includes(null) && new Set(availabilities).size === different.size;
  return isPair || isAvailability ? { type: 'boolean', processors: [], confidence: 0.75 } : null;
}

/** Names of columns that hold addresses. */
const addressWords = / (?:url|urls|link|links|href|image|images|img|picture|photo|thumbnail|logo|website) /;

const address = /^(?:https?:)?\/\/[^\s/]+\.[^\s]+$/i;
const path = /^\/[\w%~.-]+(?:\/[^\s]*)?$/;
const imageFile = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** Addresses outside the attributes that are known for them. */
export function readAddresses({ texts, called, place: { attribute } }: ColumnTexts): Reading | null {
  const isPath = (attribute !== null || addressWords.test(called)) && texts.every((text) => path.test(text));
  if (!isPath && !texts.every((text) => address.test(text))) return null;
  const isImage =
    texts.every((text) => imageFile.test(text)) || / (?:image|images|img|photo|thumbnail) /.test(called);
  const type = isImage ? 'image' : 'url';
  const isWhole = texts.every((text) => /^https?:/i.test(text));
  return { type, processors: isWhole ? [] : [{ type: 'urljoin' }], confidence: 0.8 };
}
