/** A session, how many hosts it has, and how many it may have at most. */
interface Holder {
  session: number;
  hosts: number;
  capacity: number;
}

/** The number of hosts that each session can have of so many, unless it has no room for them; the rest are too few for all. */
function levelOf(holders: readonly Holder[], total: number): number {
  let [left, level] = [total, 0];
  const capacities = holders.map(({ capacity }) => capacity).toSorted((a, b) => a - b);
  for (const [place, capacity] of capacities.entries()) {
    const step = Math.min(capacity - level, Math.floor(left / (capacities.length - place)));
    level += step;
    left -= step * (capacities.length - place);
    if (level < capacity) return level;
  }
  return level;
}

const lacking = ({ hosts, capacity }: Holder, level: number): number =>
  Math.max(0, Math.min(capacity, level) - hosts);

/**
 * How many hosts a session takes, so that all have about as many.
 * @param waiting number of hosts that nobody has
 */
export function fairShare(holders: readonly Holder[], session: number, waiting: number): number {
  const own = holders.find((holder) => holder.session === session);
  if (own === undefined || waiting === 0) return 0;
  const level = levelOf(holders, waiting + holders.reduce((sum, { hosts }) => sum + hosts, 0));
  const lacks = lacking(own, level);
  if (lacks > 0) return lacks;
  const areOthersPoor = holders.some((holder) => lacking(holder, level) > 0);
  return !areOthersPoor && own.hosts <= level && own.hosts < own.capacity ? 1 : 0;
}

/**
 * How many of its hosts a session gives up, because others have too few and none waits for them. Those with the most give first,
 * so that not all give at once.
 */
export function surplus(holders: readonly Holder[], session: number, waiting: number): number {
  const level = levelOf(holders, waiting + holders.reduce((sum, { hosts }) => sum + hosts, 0));
  let needed = holders.reduce((sum, holder) => sum + lacking(holder, level), 0) - waiting;
  for (const holder of holders.toSorted((a, b) => b.hosts - a.hosts || a.session - b.session)) {
    const given = Math.max(0, Math.min(needed, holder.hosts - level));
    if (holder.session === session) return given;
    needed -= given;
  }
  return 0;
}
