import type { RequestState } from '../../engine/ports/ledger.ts';

/** How states of requests are stored: small numbers keep the rows and their indexes small. */
export const requestStates = [
  'queued',
  'active',
  'done',
  'failed',
  'skipped',
] as const satisfies RequestState[];

export const stateCode = { queued: 0, active: 1, done: 2, failed: 3, skipped: 4 } as const satisfies Record<
  RequestState,
  number
>;
