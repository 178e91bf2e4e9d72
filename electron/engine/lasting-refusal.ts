import { unlessAllowed } from '../fetch/address.ts';

/** How a refusal ends that is due to a robots.txt which could not be read. */
export const robotsUnread = 'could not be read.';

/**
 * Whether a request was not fetched for a reason that every other attempt meets again: a private address, what robots.txt does not allow, or a
 * redirect to where the spider may not go.
 */
export const isLastingRefusal = ({
  state,
  reason,
}: {
  state: 'failed' | 'skipped';
  reason: string;
}): boolean => (state === 'failed' ? reason.endsWith(unlessAllowed) : !reason.endsWith(robotsUnread));
