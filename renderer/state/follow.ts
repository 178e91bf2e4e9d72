import type { CallName } from '../../shared/contract/index.ts';
import { getClient } from './client.ts';
import { followConnection } from './connection.ts';
import { reportFolderWarning } from './folder-warning.ts';
import { followRuns } from './live-runs.ts';
import { followPreferences } from './preferences.ts';
import { invalidate } from './query.ts';
import { toast } from './toasts.ts';

const begins =
  (...prefixes: string[]) =>
  (name: CallName) =>
    prefixes.some((prefix) => name.startsWith(prefix));

/** Follows the topics of the whole window, and reads answers again when the host reports changes. */
export function followHost(): () => void {
  const client = getClient();
  void reportFolderWarning();
  const ends = [
    followConnection(),
    followPreferences(),
    followRuns(),
    client.subscribe(
      'projects',
      {},
      {
        event: () => invalidate(begins('projects.', 'spiders.list', 'app.status')),
        missed: () => invalidate(begins('projects.', 'spiders.list')),
      },
    ),
    client.subscribe(
      'spiders',
      {},
      {
        event: () => invalidate(begins('spiders.', 'projects.', 'proofs.', 'app.status')),
        missed: () => invalidate(begins('spiders.', 'projects.', 'proofs.')),
      },
    ),
    client.subscribe(
      'trash',
      {},
      {
        event: () => invalidate(begins('trash.list')),
        missed: () => invalidate(begins('trash.list')),
      },
    ),
    client.subscribe(
      'pages',
      {},
      {
        event: () => invalidate(begins('pages.list', 'tests.list')),
        missed: () => invalidate(begins('pages.list', 'tests.list')),
      },
    ),
    client.subscribe(
      'notices',
      {},
      {
        event({ severity, message, hint, run }) {
          const actions =
            run === null ? [] : [{ label: 'Show the run', run: () => location.assign(`#/run/${run}`) }];
          toast.show({ severity, title: message, hint, actions });
        },
      },
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
