import { claimTable } from './claim-tables.ts';

/** The hosts that are worked on or are to be, each with its state and since when or from when on that is. */
export const claimedHosts = `(
  SELECT key AS host, class, losses,
    CASE WHEN set_aside_at IS NOT NULL THEN 'set-aside'
      WHEN owner IS NOT NULL AND lease_until >= now() THEN 'active'
      WHEN CASE WHEN owner IS NULL THEN next_at ELSE lease_until END <= now() THEN 'ready'
      ELSE 'waiting' END AS state,
    -- The name of a worker, and a number behind it.
    CASE WHEN owner IS NOT NULL AND lease_until >= now() THEN substr(owner, 1, length(owner) - 37) END AS worker,
    CASE WHEN set_aside_at IS NOT NULL THEN set_aside_at
      WHEN owner IS NULL THEN next_at
      WHEN lease_until >= now() THEN taken_at
      ELSE lease_until END AS at
  FROM ${claimTable}
  WHERE kind = 'host' AND (next_at IS NOT NULL OR owner IS NOT NULL OR set_aside_at IS NOT NULL)
)`;
