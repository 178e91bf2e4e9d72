import { readFreeForm } from '../../datetime/free-form.ts';
import type { Instant } from '../../datetime/instant.ts';
import { fold } from '../../datetime/names.ts';

/** Options for reading the dates of a page. */
export interface DateReading {
  /** Whether 05/03/2024 is 5 March. */
  dayFirst: boolean;
  /** Current day (ISO 8601); later dates cannot be publication dates. */
  latest: string;
}

/** First day of the web; earlier dates are part of the content. */
const earliest = '1991-01-01';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** "2024-03-05". */
export function dayOf({ year, month, day }: Instant): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function isPlausible(instant: Instant, { latest }: DateReading): boolean {
  const day = dayOf(instant);
  return day >= earliest && day <= latest;
}

/** Reads seconds or milliseconds since 1970, as in data attributes. */
function fromTimestamp(text: string): Instant | null {
  if (!/^\d{9,10}(?:\.\d+)?$|^\d{12,13}$/.test(text)) return null;
  const number = Number(text);
  const date = new Date(number > 1e11 ? number : number * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: 0,
    offset: 0,
  };
}

/** A quick check before the full one: matches a year or three numbers, with digits of any script. */
const maybeDate =
  /(?:19|20)\d\d|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d\d|\d{1,2}[. ]*\p{L}{3,}[. ]+'?\d\d(?!\d)|[^\P{Nd}0-9]{4}/u;
/** Whether a text may contain a date. */
export const mayHoldDate = (text: string): boolean => maybeDate.test(text);

/** Dates with points always start with the day. */
const dotted = /(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})(?!\d)/;

/** Returns the first date in a short text; null if there is none, or if it cannot be a publication date. */
export function readDate(source: string | null | undefined, reading: DateReading): Instant | null {
  if (source === null || source === undefined || source === '') return null;
  const text = source.slice(0, 280);
  const stamp = fromTimestamp(text.trim());
  if (stamp !== null) return isPlausible(stamp, reading) ? stamp : null;
  if (!maybeDate.test(text)) return null;
  // Levantine and Arabic month names together: "24 نيسان / أبريل 2020".
  const plain = text.replace(
    /(?<=\d\s{0,3})\p{Script=Arabic}+(?:\s\p{Script=Arabic}+)?\s*[/-]\s*(?=\p{Script=Arabic})/u,
    ' ',
  );
  const dayFirst = reading.dayFirst || dotted.test(plain);
  const instant = readFreeForm(plain, dayFirst);
  if (instant !== null && isPlausible(instant, reading)) return instant;
  // A future date may have day and month in the other order.
  const other = instant === null || instant.day > 12 ? null : readFreeForm(plain, !dayFirst);
  return other !== null && isPlausible(other, reading) ? other : null;
}

/** The meaning of a date by its label. */
export type DateMeaning = 'published' | 'modified' | 'other' | 'none';

const meanings: readonly (readonly [DateMeaning, RegExp])[] = [
  [
    'other',
    /\b(?:event|birth|geboren|born|geburt|copyright|expire|valid|gultig|joined|registered|registriert|mitglied|member since|beigetreten|dabei seit|deadline|einsendeschluss|termine?\b|beginnt?\b|anreise|abreise|starts?\b|until|bis zum|ends?:|due\b|access(?:ed)?|abgerufen|retrieved|visited|besucht|heute ist|today is|release date|since|seit\b|crawl|captured|archived|effective|next\b|nachste|upcoming|checked|available|founded|gegrundet)|©|\(c\)/u,
  ],
  [
    'modified',
    /(?:updat|modif|aktualisier|geandert|anderung|zuletzt|bearbeitet|\bstand\b|uberarbeitet|mis(?:e)? a jour|\bmaj\b|actualiza|ultima|aggiorna|edit(?:ed|iert)|revis|\blast\b|reviewed|bijgewerkt|gewijzigd|atualiza|обновл|измен|guncelle|oppdatert|opdateret|uppdaterad|paivitetty|aktualizac|zaktualizowan|更新|수정|ενημερω)/u,
  ],
  [
    'published',
    /(?:publi|posted|erschien|veroffentlicht|erstellt|eingestellt|verfasst|geschrieben|written|created|submitted|added|gepostet|pubblicat|geplaatst|gepubliceerd|postad|publicerad|julkaistu|опубликован|добавлен|opublikowan|dodano|datum|\bdate\b|\bfecha\b|\bdata\b|dated?:|ecrit|mis en ligne|escrito|发布|发表|時間|时间|公開|投稿|등록|입력|게시|yayin|بتاريخ|نشر|first seen|issued|filed|online seit|on air)/u,
  ],
];

/** Returns the meaning of a date by the words next to it. "modified" has priority over "published". */
export function meaningOf(text: string): DateMeaning {
  const folded = fold(text);
  return meanings.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'none';
}

const split =
  /(?=(?<!\p{L})(?:publi(?:shed|cado|cada|cerad|sert|é|e[ée]? le)|posted|updated|last|modified|edited|aktualisiert|veröffentlicht|geändert|erstellt|zuletzt|mis(?:e)? à jour|actualizad[oa]|aggiornato|pubblicato|bijgewerkt|опубликовано|обновлено|reviewed|written)(?!\p{L}))|\s+[|•·]\s+/iu;

/** A date in a line, with its meaning. */
export interface LabelledDate {
  instant: Instant;
  meaning: DateMeaning;
  /** Number of characters of the part of the line with the date and its label. */
  length: number;
}

/** Returns the dates of a line with their meanings: "Published 1 March 2020 · Updated 2 April 2021" has two. */
export function datesIn(line: string, reading: DateReading): LabelledDate[] {
  if (!maybeDate.test(line)) return [];
  const found: LabelledDate[] = [];
  let carried: DateMeaning = 'none';
  for (const part of line.split(split).slice(0, 12)) {
    const own = meaningOf(part);
    const instant = readDate(part, reading);
    if (instant === null) {
      carried = own;
      continue;
    }
    found.push({ instant, meaning: own === 'none' ? carried : own, length: part.trim().length });
    carried = 'none';
  }
  return found;
}
