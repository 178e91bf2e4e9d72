import type { RequestRow } from '../../store/requests/request-queries.ts';

/** What is known of a page before it is opened. */
type Candidate = Pick<RequestRow, 'id' | 'url' | 'callback' | 'items' | 'bytes'>;

/**
 * Chooses pages that differ: of each group in turn, by callback, whether they have no, one or many items, and the shape of their
 * address. Within a group those that are far apart in size come first: short pages are often the exceptions.
 * @param most number of pages
 */
export function variedSample<C extends Candidate>(candidates: readonly C[], most: number): C[] {
  const groups = [...Map.groupBy(candidates, groupOf).values()].map(farApart);
  // Pages that items come from tell most about a spider.
  const queues = groups.toSorted((a, b) => worthOf(b) - worthOf(a));
  const chosen: C[] = [];
  for (let round = 0; chosen.length < most && queues.some((queue) => queue.length > round); round += 1) {
    for (const queue of queues) {
      const candidate = queue[round];
      if (candidate !== undefined && chosen.length < most) chosen.push(candidate);
    }
  }
  return chosen;
}

const worthOf = (group: readonly Candidate[]): number =>
  group[0] === undefined || group[0].callback === null ? 0 : 1 + Math.min(group[0].items, 2);

function groupOf({ url, callback, items }: Candidate): string {
  return JSON.stringify([callback, Math.min(items, 2), shapeOf(url)]);
}

/** The shape of an address: how many parts its path has, whether they are numbers, and the names in its query. */
function shapeOf(url: string): string {
  const read = URL.parse(url);
  if (read === null) return '';
  const parts = read.pathname.split('/').map((part) => (/^\d+$/.test(part) ? '1' : part === '' ? '' : 'a'));
  return `${parts.join('/')}?${[...read.searchParams.keys()].toSorted().join('&')}`;
}

/** The largest, the smallest, and then those between, each time the one in the middle of the widest gap. */
function farApart<C extends Candidate>(group: readonly C[]): C[] {
  const sorted = group.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  const order: number[] = sorted.length < 2 ? [0] : [0, sorted.length - 1];
  const gaps: [number, number][] = [[0, sorted.length - 1]];
  for (const [from, to] of gaps) {
    const middle = Math.floor((from + to) / 2);
    if (middle === from) continue;
    order.push(middle);
    gaps.push([from, middle], [middle, to]);
  }
  return order.flatMap((index) => sorted[index] ?? []);
}
