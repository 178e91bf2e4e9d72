import type { RequestRow, RunSummary } from '../../../shared/contract/types.ts';
import { useCommands } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import { copyText } from '../../state/clipboard.ts';
import type { MenuEntries } from '../../ui/menu.tsx';
import { isEverything, type RequestFilter } from './request-filter.ts';
import { testerHref } from './run-actions.ts';

interface RequestActions {
  filter: RequestFilter;
  /** Whether another request was inspected before this one. */
  hasTrail: boolean;
  /** The request that the person is on. */
  selected: () => RequestRow | null;
  find: () => void;
  clear: () => void;
  openPage: () => void;
  back: () => void;
}

const copyUrl = (url: string) => void copyText(url, 'URL copied');

/** The commands of the table of requests. */
export function useRequestCommands(actions: RequestActions): void {
  const { filter, hasTrail, selected, find, clear, openPage, back } = actions;
  useCommands([
    {
      id: 'run.find-request',
      title: 'Filter the requests by URL',
      category: 'Requests',
      keys: ['Mod+F', '/'],
      run: find,
    },
    {
      id: 'run.clear-filter',
      title: 'Show all requests',
      category: 'Requests',
      keys: ['C F'],
      when: () => !isEverything(filter),
      run: clear,
    },
    {
      id: 'run.page-in-tester',
      title: 'Open the page of the request in the tester',
      category: 'Requests',
      keys: ['T'],
      when: () => selected()?.hasPage === true,
      run: openPage,
    },
    {
      id: 'run.copy-url',
      title: 'Copy the URL of the request',
      category: 'Requests',
      keys: ['Y'],
      when: () => selected() !== null,
      run: () => copyUrl(selected()?.url ?? ''),
    },
    {
      id: 'run.request-back',
      title: 'Go to the previous request',
      category: 'Requests',
      keys: ['Backspace'],
      when: () => hasTrail,
      run: back,
    },
  ]);
}

/** The menu of a request. */
export const requestMenu = (
  row: RequestRow,
  run: RunSummary,
  filter: RequestFilter,
  change: (filter: RequestFilter) => void,
): MenuEntries => [
  {
    label: 'Open its page in the tester',
    command: 'run.page-in-tester',
    disabled: !row.hasPage,
    run: () => navigate(testerHref(run, row.id)),
  },
  {
    label: 'Copy its URL',
    command: 'run.copy-url',
    run: () => copyUrl(row.url),
  },
  { kind: 'separator' },
  { kind: 'heading', label: 'Show only' },
  { label: 'those in this state', run: () => change({ ...filter, states: [row.state] }) },
  {
    label: row.status === null ? 'those without an answer' : `those answered ${row.status}`,
    run: () => change({ ...filter, statuses: [row.status] }),
  },
  {
    label: 'those of this host',
    run: () => change({ ...filter, origin: URL.parse(row.url)?.origin ?? null }),
  },
  { label: 'those of this callback', run: () => change({ ...filter, callback: row.callback }) },
  row.reason !== null && {
    label: 'those of this reason',
    run: () => change({ ...filter, reason: row.reason ?? '' }),
  },
];
