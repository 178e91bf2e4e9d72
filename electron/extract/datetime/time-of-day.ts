/** Finds times next to dates. Texts are already folded: lower case, no accents, single spaces. */

export interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
}

const half = '(?<half>[ap]\\.?\\s?m\\b\\.?)';
const halfBefore = '(?:(?<halfBefore>上午|午前|오전|下午|午後|오후)\\s*)?';

/** 10:30, 10:30:15.250, 10:30 PM, 下午3:30, 22h30; T10:30 and T1030 after an ISO date. */
const clock = new RegExp(
  `(?<![\\d:.])${halfBefore}t?(?<hour>\\d{1,2})(?:[:：]|h(?=\\d))(?<minute>\\d{2})(?:[:：](?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?!\\d)(?:\\s*${half})?`,
  'u',
);
const compact = /^t?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:[.,](?<fraction>\d{1,9}))?(?![\d:])/u;
/** 10 pm, 10pm */
const wholeHour = new RegExp(`(?<![\\d:.])(?<hour>\\d{1,2})\\s?${half}`, 'u');
/** 14 Uhr, 14.30 Uhr, kl. 14.30, alle ore 14.30, 14時30分, 14시 30분, 14h; T10 after an ISO date */
const spoken = [
  /(?<![\d:.])(?<hour>\d{1,2})(?:\.(?<minute>\d{2}))? ?uhr/u,
  /(?:\bkl\.?|\bklo|\bore|\bum) ?(?<hour>\d{1,2})\.(?<minute>\d{2})(?!\d)/u,
  /(?:(?<halfBefore>上午|午前|오전|下午|午後|오후)\s*)?(?<hour>\d{1,2}) ?[時时点點시] ?(?:(?<minute>\d{1,2}) ?[分분])?/u,
  /(?<![\d:.])(?<hour>\d{1,2}) ?h\b/u,
  /^t(?<hour>\d{2})(?!\d)/u,
];

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return hour === 0 ? 0 : Number.NaN;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

function halfOf(before: string | undefined, half: string | undefined): string | undefined {
  if (before === undefined) return half;
  return ['下午', '午後', '오후'].includes(before.normalize('NFC')) ? 'pm' : 'am';
}

/** Where the searched text is: after the date, before it, or the date itself. */
export type TimePlace = 'after' | 'before' | 'within';

/** Finds a time in the text next to a date. Returns 'invalid' for an impossible time such as "25:00". */
export function readTime(
  text: string,
  place: TimePlace,
): { time: TimeOfDay; end: number } | 'invalid' | null {
  const patterns =
    place === 'within' ? [clock] : [...(place === 'after' ? [compact] : []), clock, wholeHour, ...spoken];
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const parts: Record<string, string | undefined> = match.groups ?? {};
    const written = Number(parts['hour']);
    // "14:30 PM" uses 24 hours; PM is redundant.
    const hour =
      written > 12 && written < 24 ? written : hourOf(written, halfOf(parts['halfBefore'], parts['half']));
    const minute = Number(parts['minute'] ?? '0');
    const second = Number(parts['second'] ?? '0');
    if (hour <= 23 && minute <= 59 && second <= 59) {
      const microsecond = Number((parts['fraction'] ?? '').slice(0, 6).padEnd(6, '0'));
      return { time: { hour, minute, second, microsecond }, end: match.index + match[0].length };
    }
    if (pattern === clock || pattern === compact) return 'invalid';
  }
  return null;
}
