/**
 * What is wrong with a spider, the worst first.
 *
 * - `dead`: a crawl of the queue was tried as often as it may be, and failed each time.
 * - `failed`: a run failed, or was cut off.
 * - `blocked`: a run paused itself because the site seems to block it.
 * - `login-expired`: a run paused itself because its login has expired.
 * - `interrupted`: the process that carried a run out ended, and nobody has resumed the run.
 * - `breached`: the data of a run is not as the spider expects.
 * - `too-few-items`: a run has no items, or fewer than the spider expects.
 * - `drop`: a run has less than half as many items as the runs before it.
 * - `paused`: a run paused itself for another reason.
 * - `skipped`: a schedule was due and did not begin a crawl.
 */
export const troubleKinds = [
  'dead',
  'failed',
  'blocked',
  'login-expired',
  'interrupted',
  'breached',
  'too-few-items',
  'drop',
  'paused',
  'skipped',
] as const;

/** See `troubleKinds`. */
export type TroubleKind = (typeof troubleKinds)[number];

/** What follows the name of a spider. */
export const troubleWords: Readonly<Record<TroubleKind, string>> = {
  dead: 'was given up',
  failed: 'failed',
  blocked: 'was blocked',
  'login-expired': 'needs a new login',
  interrupted: 'was interrupted',
  breached: 'has unexpected data',
  'too-few-items': 'has too few items',
  drop: 'has far fewer items',
  paused: 'paused itself',
  skipped: 'was not started',
};
