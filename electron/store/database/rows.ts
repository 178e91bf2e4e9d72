import { notFound } from '../errors.ts';

/**
 * Converts an id from its text to a row id.
 * @param what kind of thing it identifies, for the error, for example `run`
 * @throws StoreError `not-found` for any other text
 */
export function rowId(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(`${what} "${text}"`);
  return Number(text);
}

/** Converts a fingerprint of 16 hexadecimal digits to the signed 64-bit integer that is stored, half its size. @throws Error for any other text */
export function storedFingerprint(fingerprint: string): bigint {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new Error(`"${fingerprint}" is not a fingerprint of 16 hexadecimal digits.`);
  }
  return BigInt.asIntN(64, BigInt(`0x${fingerprint}`));
}

/** Converts milliseconds since 1970 to ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
  const day = Math.floor(milliseconds / dayMs);
  const rest = milliseconds - day * dayMs;
  // Items follow each other within days: making a date of each moment would take eight times as long.
  if (day !== lastDay.day) {
    lastDay.head = new Date(milliseconds).toISOString().slice(0, -timeLength);
    lastDay.day = day;
  }
  const hours = padded(Math.floor(rest / 3_600_000));
  const minutes = padded(Math.floor(rest / 60_000) % 60);
  const seconds = padded(Math.floor(rest / 1000) % 60);
  return `${lastDay.head}${hours}:${minutes}:${seconds}.${String(Math.floor(rest % 1000)).padStart(3, '0')}Z`;
}

const dayMs = 86_400_000;
/** Characters of `12:34:56.789Z`, which the end of an ISO moment is. */
const timeLength = 13;
/** The day that was asked for last, and how its moments begin. */
const lastDay = { day: Number.NaN, head: '' };
const padded = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** As `isoTime`; null stays null. */
export const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);
