/** Who made two runs differ. `both`: each is needed, or each would do. */
export type Cause = 'site' | 'spider' | 'both' | 'unknown';

/** The cause of a difference, and what shows it, in one sentence. */
export interface Verdict {
  cause: Cause;
  reason: string;
}

/** What a thing is on the pages of one run with the spider of the other. */
export interface CrossCheck {
  /** Page of the earlier run, spider of the later one: whether that gives what the earlier and what the later run has. */
  oldPage: { asBefore: boolean; asAfter: boolean };
  /** Page of the later run, spider of the earlier one. */
  newPage: { asBefore: boolean; asAfter: boolean };
}

/**
 * Tells the cause of a difference from what either spider makes of either page. If the later spider finds the new value on the old page,
 * or the earlier one still finds the old value on the new page, the spider makes the difference; if the later spider finds the old value on the
 * old page, or the earlier one the new value on the new page, the site does.
 */
export function causeOf({ oldPage, newPage }: CrossCheck): Cause {
  const isSpider = oldPage.asAfter || newPage.asBefore;
  const isSite = oldPage.asBefore || newPage.asAfter;
  return isSpider === isSite ? 'both' : isSpider ? 'spider' : 'site';
}

/** The cause of something that has several: what is unknown does not count beside what is known. */
export function combined(causes: Iterable<Cause>): Cause {
  const known = new Set(causes);
  known.delete('unknown');
  const [only = 'unknown'] = known;
  return known.size > 1 ? 'both' : only;
}
