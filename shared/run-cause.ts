/**
 * Why a run ended or paused, for programs; the reason beside it is for people.
 *
 * - `finished`, `nothing-new`: nothing was left to do, and an incremental run found only known pages.
 * - `limit`: it reached a limit on items, pages, time or failed pages.
 * - `paused`, `stopped`: on request.
 * - `blocked`, `trapped`, `offline`: it paused itself.
 * - `breached`: its data is not as the spider expects.
 * - `no-pages`, `nothing-extracted`, `empty-items`: it failed, because it has no data.
 * - `not-allowed`: it failed, because it may fetch nothing of what it was to: private addresses, robots.txt, other domains.
 * - `login`: it failed, because it has no data and a start page asks for a login.
 * - `login-expired`: it paused itself, because its login has expired.
 * - `error`: it failed, because something in this application or on this machine did.
 */
export const runCauses = [
  'finished',
  'nothing-new',
  'limit',
  'paused',
  'stopped',
  'blocked',
  'trapped',
  'offline',
  'breached',
  'no-pages',
  'not-allowed',
  'nothing-extracted',
  'empty-items',
  'login',
  'login-expired',
  'error',
] as const;

/** See `runCauses`. */
export type RunCause = (typeof runCauses)[number];
