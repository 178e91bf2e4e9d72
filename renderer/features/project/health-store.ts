import { create } from 'zustand';
import { rememberedChoice } from '../../run-options/start-memory.ts';
import { getClient } from '../../state/client.ts';
import { invalidate } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { navigate } from '../../navigation/router.ts';
import { counted } from '../../ui/format.ts';

import { healthWords } from './health-words.ts';
import { changeView } from './project-store.ts';

/** A check that is under way. */
export interface HealthCheck {
  readonly project: string;
  /** How many spiders it samples. */
  readonly spiders: number;
  /** The name under which the host tells how far it is. */
  readonly operation: string;
  readonly abort: AbortController;
}

interface HealthStore {
  /** One at a time: each fetches from sites. */
  readonly check: HealthCheck | null;
}

/** The check that is under way. What it finds is kept by the host. */
export const useHealth = create<HealthStore>(() => ({ check: null }));

/**
 * Samples spiders of a project, and shows that on its page; it goes on when the page is left. Those that may reach private
 * addresses are sampled by themselves, so that the others may not. Does nothing while a check is under way.
 */
export async function checkHealth(project: string, spiders: readonly string[]): Promise<void> {
  if (useHealth.getState().check !== null || spiders.length === 0) return;
  const abort = new AbortController();
  changeView(project, { tab: 'health' });
  const total = { healthy: 0, broken: 0, unknown: 0 };
  const groups = Map.groupBy(spiders, (spider) => rememberedChoice(project, spider).allowPrivate);
  for (const [allowPrivate, group] of groups) {
    const operation = crypto.randomUUID();
    useHealth.setState({ check: { project, spiders: group.length, operation, abort } });
    const answer = await getClient().call(
      'health.check',
      { project, spiders: group, allowPrivate, operation },
      { signal: abort.signal },
    );
    invalidate((name) => name === 'health.last' || name === 'projects.overview');
    if (!answer.ok) {
      useHealth.setState({ check: null });
      if (answer.error.code !== 'cancelled') toast.error(answer.error, 'The health was not checked.');
      return;
    }
    for (const verdict of ['healthy', 'broken', 'unknown'] as const) total[verdict] += answer.value[verdict];
  }
  useHealth.setState({ check: null });
  const tell = total.broken > 0 ? toast.warning : toast.success;
  tell(`${counted(spiders.length, 'spider')} of ${project} checked`, {
    message: healthWords(total),
    actions: [{ label: 'Show the project', run: () => navigate(['project', project]) }],
  });
}

/** Gives the check that is under way up. */
export const cancelHealthCheck = () => useHealth.getState().check?.abort.abort();
