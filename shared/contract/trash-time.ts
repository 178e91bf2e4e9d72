/** How many days something stays in the trash. */
export const daysInTrash = 30;

/** The same in milliseconds. */
export const keptInTrashMs = daysInTrash * 24 * 3_600_000;

/** How many days are left until a time, a day that has begun among them; at least 0. @param goesAt in ISO 8601 @param now in milliseconds since 1970 */
export function daysLeft(goesAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(goesAt) - now) / (24 * 3_600_000)));
}
