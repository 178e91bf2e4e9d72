import { readFreeForm } from '../../datetime/free-form.ts';
import type { Instant } from '../../datetime/instant.ts';
import { fold } from '../../datetime/names.ts';

/** How dates are to be read on a page. */
export interface DateReading {
  /** 05/03/2024 is 5 March. */
  dayFirst: boolean;
  /** Days after this one (ISO 8601) have not come yet: no page was published on them. */
  latest: string;
}

/** The web holds no pages from before; what is older is a date in the text. */
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

/** Seconds or milliseconds since 1970, as data attributes hold them. */
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

/** A quick look that spares the thorough one: a year, or three numbers, in any script's digits. */
const maybeDate =
  /(?:19|20)\d\d|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d\d|\d{1,2}[. ]*\p{L}{3,}[. ]+'?\d\d(?!\d)|[^\P{Nd}0-9]{4}/u;
/** Whether a thorough look at the text may find a date. */
export const mayHoldDate = (text: string): boolean => maybeDate.test(text);

/** Points between numbers: a day comes first wherever dates are written so. */
const dotted = /(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})(?!\d)/;

/** The first date in a short text, or null when there is none, or none on which a page can have been published. */
export function readDate(source: string | null | undefined, reading: DateReading): Instant | null {
  if (source === null || source === undefined || source === '') return null;
  const text = source.slice(0, 280);
  const stamp = fromTimestamp(text.trim());
  if (stamp !== null) return isPlausible(stamp, reading) ? stamp : null;
  if (!maybeDate.test(text)) return null;
  // Levantine month names beside the Arabic ones: "24 نيسان / أبريل 2020".
  const plain = text.replace(
    /(?<=\d\s{0,3})\p{Script=Arabic}+(?:\s\p{Script=Arabic}+)?\s*[/-]\s*(?=\p{Script=Arabic})/u,
    ' ',
  );
  const dayFirst = reading.dayFirst || dotted.test(plain);
  const instant = readFreeForm(plain, dayFirst);
  if (instant !== null && isPlausible(instant, reading)) return instant;
  // What lies in the future may be day and month in the other order.
  const other = instant === null || instant.day > 12 ? null : readFreeForm(plain, !dayFirst);
  return other !== null && isPlausible(other, reading) ? other : null;
}

/** What a label beside a date makes of it. */
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

/** The meaning that words give to the date beside them: modified before published, "published" before none. */
export function meaningOf(text: string): DateMeaning {
  const folded = fold(text);
  return meanings.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'none';
}

const split =
  /(?=(?<!\p{L})(?:publi(?:shed|cado|cada|cerad|sert|é|e[ée]? le)|posted|updated|last|modified|edited|aktualisiert|veröffentlicht|geändert|erstellt|zuletzt|mis(?:e)? à jour|actualizad[oa]|aggiornato|pubblicato|bijgewerkt|опубликовано|обновлено|reviewed|written)(?!\p{L}))|\s+[|•·]\s+/iu;

/** A date in a line with what its label makes of it. */
export interface LabelledDate {
  instant: Instant;
  meaning: DateMeaning;
  /** Characters of the part of the line that holds the date and its label. */
  length: number;
}

/** The dates of a line with the meaning of their labels: "Published 1 March 2020 · Updated 2 April 2021" has two. */
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
