import { count, counted } from './counted.ts';

/** What is told of a comparison of two runs. */
interface Compared {
  added: number;
  removed: number;
  changed: number;
  cause: {
    site: number;
    spider: number;
    both: number;
    unknown: number;
    checked: number;
    sameSpider: boolean;
    settings: readonly string[];
    args: readonly string[];
  };
}

/** Says in one sentence or two who made two runs differ. */
export function causeSentence({ added, removed, changed, cause }: Compared): string {
  const all = added + removed + changed;
  if (all === 0) return 'Nothing differs.';
  const { checked } = cause;
  const about = checked < all ? `, estimated from ${counted(checked, 'difference')}` : '';
  return [`${who(cause, all)}${about}.`, ...named(cause)].join(' ');
}

function who({ site, spider, both, unknown }: Compared['cause'], all: number): string {
  const rest = unknown === 0 ? '' : `; the cause of ${count(unknown)} is unknown`;
  if (unknown >= all) return 'It is not known whether the site or the spider made the difference';
  const made = (part: number) => (part === all ? counts(all) : `${count(part)} of ${counts(all)}`);
  if (spider === 0) return `The site made ${made(site)}${rest}`;
  if (site === 0) return `The spider made ${made(spider)}${rest}`;
  const together = both === 0 ? '' : `, ${count(both)} of them together`;
  return `Of ${counts(all)}, the site made ${count(site)} and the spider ${count(spider)}${together}${rest}`;
}

const counts = (all: number): string =>
  all === 1 ? 'the one difference' : `the ${counted(all, 'difference')}`;

function named({ settings, args }: Compared['cause']): string[] {
  return [
    ...(settings.length === 0 ? [] : [`Settings that differ: ${settings.join(', ')}.`]),
    ...(args.length === 0 ? [] : [`Arguments that differ: ${args.join(', ')}.`]),
  ];
}
