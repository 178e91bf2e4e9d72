import { count } from '../../shared/counted.ts';

export { count, counted } from '../../shared/counted.ts';
export { duration } from '../../shared/duration.ts';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const daysOfYears = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** 1234567 → "1.2M", where there is little room. */
export const shortCount = (value: number) => short.format(value);
/** Per second: "12.3". */
export const rate = (value: number) => oneDigit.format(value);
/** 0.973 → "97.3 %". */
export const percent = (share: number) => `${oneDigit.format(share * 100)} %`;

/** Bytes in units of 1000: "1.2 MB". */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let rest = value;
  let unit = 0;
  while (rest >= 999.5 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? count(rest) : oneDigit.format(rest)} ${units[unit] ?? 'B'}`;
}

/** ISO 8601 → "21 Nov" in the person's time zone, "21 Nov 2025" in another year. */
export function shortDate(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  return date.getFullYear() === new Date(now).getFullYear() ? days.format(date) : daysOfYears.format(date);
}
/** ISO 8601 → "21 Nov 2026, 07:45" in the person's time zone. */
export const dateTime = (iso: string) => dates.format(new Date(iso));
/** ISO 8601 → "07:45:12". */
export const timeOfDay = (iso: string) => times.format(new Date(iso));

/** ISO 8601 → "07:45" on the day of `now`, else "22 Nov, 07:45", in the person's time zone. */
export function clockTime(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  const time = minutes.format(date);
  return date.toDateString() === new Date(now).toDateString() ? time : `${shortDate(iso, now)}, ${time}`;
}

/** The same in a sentence: "just now", "5 min ago". */
export const agoInWords = (iso: string, now: number = Date.now()): string => {
  const words = ago(iso, now);
  return words === 'now' ? 'just now' : words;
};

/** How long ago, briefly: "now", "5 min ago", "3 h ago", "2 d ago", then the date. */
export function ago(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds < 60) return 'now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 30 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return iso.slice(0, 10);
}
