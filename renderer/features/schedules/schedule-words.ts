import type { Schedule, ScheduleTick } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';

/** What is done about missed moments, with what it means. */
export const missedChoices: readonly {
  readonly value: Schedule['missed'];
  readonly label: string;
  readonly means: string;
}[] = [
  {
    value: 'once',
    label: 'Catch up once',
    means: 'One crawl as soon as something carries schedules out again, however many moments were missed.',
  },
  { value: 'skip', label: 'Skip', means: 'Nothing: the next crawl is at the next moment.' },
];

/** What is done about missed moments, in a word. */
export const missedWords = (missed: Schedule['missed']) =>
  missedChoices.find(({ value }) => value === missed)?.label ?? missed;

/** What the runs of a schedule do that is not usual; "full runs" where nothing is. */
export function runWords({ options, priority }: Pick<Schedule, 'options' | 'priority'>): string {
  const settings = Object.keys(options.overrides).length;
  const parts = [
    options.limit === null ? [] : [`at most ${counted(options.limit, 'item')}`],
    Object.entries(options.args).map(([name, value]) => `${name}=${value}`),
    settings === 0 ? [] : [counted(settings, 'setting')],
    options.workers === undefined ? [] : [counted(options.workers, 'process', 'processes')],
    priority === 0 ? [] : [`priority ${count(priority)}`],
  ].flat();
  return parts.length === 0 ? 'full runs' : parts.join(', ');
}

/** What was decided about a moment, in a word. */
export const outcomeWord = ({ outcome }: Pick<ScheduleTick, 'outcome'>) =>
  outcome === 'queued' ? 'Queued' : 'Skipped';
