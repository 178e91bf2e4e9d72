import { agoInWords, counted, dateTime, shortDate } from '../../ui/format.ts';
import type { Login } from './logins-store.ts';

/** What is known of a login, as parts of a line: what it holds, when it was made and last used, how long it lasts. */
export function loginWords(login: Login, now: number = Date.now()): string[] {
  const { cookies, madeAt, usedAt } = login;
  return [
    counted(cookies, 'cookie'),
    `made ${agoInWords(madeAt, now)}`,
    usedAt === null ? 'never used' : `used ${agoInWords(usedAt, now)}`,
    ...expiryWords(login, now),
  ];
}

function expiryWords({ expires, cookies }: Login, now: number): string[] {
  if (expires === null) return cookies === 0 ? [] : ['no cookie with an end'];
  const day = shortDate(expires, now);
  return [Date.parse(expires) <= now ? `first cookie expired ${day}` : `first cookie expires ${day}`];
}

/** The moments of a login in full, for its tooltip. */
export const exactly = ({ madeAt, usedAt, expires }: Login): string =>
  [
    `Made ${dateTime(madeAt)}`,
    ...(usedAt === null ? [] : [`Last used ${dateTime(usedAt)}`]),
    ...(expires === null ? [] : [`First cookie expires ${dateTime(expires)}`]),
  ].join('\n');
