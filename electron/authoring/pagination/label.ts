import { asciiDigits, normalizeSpace } from '../../extract/text.ts';
import { latinWords } from './words-latin.ts';
import { scriptWords } from './words-scripts.ts';
import { directions, type Direction } from './words.ts';

/** What a label says. */
export interface Label {
  /** On one line. */
  readonly written: string;
  /** The same in lower case. */
  readonly text: string;
  /** Direction by word; null: none. */
  readonly direction: Direction | null;
  /** Whether the direction is all it says, beside arrows, numbers and the word "page". */
  readonly exact: boolean;
  /** Where its arrow points; null: it has none. */
  readonly arrow: 'right' | 'left' | null;
  /** Whether the arrow is a double one, which often leads to the first or last page. */
  readonly double: boolean;
  /** Page number, if it is nothing else; null otherwise. */
  readonly number: number | null;
}

/** Characters of a label beyond which it is a text and no control. */
const maxLabel = 60;

const arrowRight =
  /[›»>→▶▷►❯⟩⇒⇨➔➜➡⏵＞〉》⟫⮕]|chevron[_-]?right|arrow[_-]?right|arrow[_-]?forward|navigate[_-]?next|angle[_-]?right/g;
const arrowLeft =
  /[‹«<←◀◁◄❮⟨⇐⇦⬅⏴＜〈《⟪]|chevron[_-]?left|arrow[_-]?left|arrow[_-]?back|navigate[_-]?before|angle[_-]?left/g;
const doubleArrow = /[»«⟫⟪》《]|>>|<<|››|‹‹|>\||\|</;
const spaceless = /[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;

const withoutSigns = (text: string): string =>
  text.replaceAll(/[\s|:.,;!?()[\]{}"“”·•…_/\\*+-]+/g, ' ').trim();

const pagerWords = { ...latinWords, ...scriptWords };

const phrases = new Map<string, Direction>();
/** The words of all phrases: most labels have none of them. */
const phraseWords = new Set<string>();
const pageWords = new Set<string>();
/** Phrases of scripts that do not separate words, longest first. */
const spacelessPhrases: [string, Direction][] = [];
for (const words of Object.values(pagerWords)) {
  for (const word of words.page) pageWords.add(word);
  for (const direction of directions) {
    for (const phrase of (words[direction] ?? []).map(withoutSigns)) {
      if (!phrases.has(phrase)) phrases.set(phrase, direction);
      for (const word of phrase.split(' ')) phraseWords.add(word);
      if (spaceless.test(phrase) && phrase.length > 1) spacelessPhrases.push([phrase, direction]);
    }
  }
}
spacelessPhrases.sort(([a], [b]) => b.length - a.length);

/** Directions of a language where a word means another in a language before it in the table. */
const ofLanguage = new Map<string, Map<string, Direction>>();
for (const [language, words] of Object.entries(pagerWords)) {
  const own = new Map<string, Direction>();
  for (const direction of directions) {
    for (const phrase of (words[direction] ?? []).map(withoutSigns))
      if (!own.has(phrase)) own.set(phrase, direction);
  }
  ofLanguage.set(language, own);
}

const none: Omit<Label, 'written'> = {
  text: '',
  direction: null,
  exact: false,
  arrow: null,
  double: false,
  number: null,
};

/**
 * Reads the label of a control.
 * @param value its visible text, or an attribute that names it
 * @param language language of the page, as BCP 47 in lower case; null: unknown
 */
export function readLabel(value: string, language: string | null): Label {
  const written = normalizeSpace(value);
  const text = written.normalize('NFKC').toLowerCase();
  if (text === '' || text.length > maxLabel) return { ...none, written, text };
  const right = text.search(arrowRight);
  const left = text.search(arrowLeft);
  const arrow = right === -1 ? (left === -1 ? null : 'left') : left === -1 ? 'right' : null;
  const words = withoutSigns(text.replaceAll(arrowRight, ' ').replaceAll(arrowLeft, ' '));
  const number = numberOf(text);
  const said = directionOf(words, language);
  return {
    written,
    text,
    direction: said?.direction ?? null,
    exact: said?.exact ?? false,
    arrow,
    double: doubleArrow.test(text),
    number,
  };
}

function directionOf(
  words: string,
  language: string | null,
): { direction: Direction; exact: boolean } | null {
  if (words === '') return null;
  const own = ofLanguage.get(language?.split('-')[0] ?? '');
  const look = (phrase: string): Direction | undefined => own?.get(phrase) ?? phrases.get(phrase);
  const whole = look(words);
  if (whole !== undefined) return { direction: whole, exact: true };
  const tokens = words.split(' ');
  if (tokens.length > 8) return null;
  const known = tokens.some((token) => phraseWords.has(token));
  return (known ? amongTokens(tokens, look) : null) ?? inSpaceless(words);
}

function amongTokens(
  tokens: readonly string[],
  look: (phrase: string) => Direction | undefined,
): { direction: Direction; exact: boolean } | null {
  const telling = tokens.filter((token) => !pageWords.has(token) && !/^\p{Nd}+$/u.test(token));
  const rest = look(telling.join(' '));
  if (rest !== undefined) return { direction: rest, exact: true };
  for (let length = Math.min(3, tokens.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const found = look(tokens.slice(start, start + length).join(' '));
      if (found !== undefined) return { direction: found, exact: false };
    }
  }
  return null;
}

/** A phrase of a script that does not separate words, in a short label. */
function inSpaceless(words: string): { direction: Direction; exact: boolean } | null {
  if (words.length > 16 || !spaceless.test(words)) return null;
  const inside = spacelessPhrases.find(([phrase]) => words.includes(phrase));
  return inside === undefined ? null : { direction: inside[1], exact: false };
}

const numberText =
  /^(?:\p{L}{1,12}\.? ?){0,3}[[(]?(\d{1,3}(?:[,.]\d{3})+|\d{1,7})[\])]?(?: ?\(\p{L}+\)| ?\p{L}{1,12})?$/u;

/** The number of a page in a label such as "12", "[3]", "1,598", "Page 4" or "1 (current)"; null for other labels. */
function numberOf(text: string): number | null {
  if (text.length > 30 || !/\p{Nd}/u.test(text)) return null;
  const plain = asciiDigits(text);
  const found = numberText.exec(plain);
  if (found?.[1] === undefined) return null;
  const words = plain.match(/\p{L}+/gu) ?? [];
  const isPage = words.every((word) => pageWords.has(word) || currentWords.has(word));
  return isPage ? Number(found[1].replaceAll(/[,.]/g, '')) : null;
}

/** Words that programs write beside the number of the page that is shown. */
const currentWords: ReadonlySet<string> = new Set([
  'current',
  'active',
  'go',
  'to',
  'you',
  'on',
  'are',
  'aktuell',
  'actuel',
]);
