import { beforeEach, expect, it } from 'vitest';
import { resumeRun } from '../../../../renderer/features/runs/run-actions.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { followRuns, useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { createFakeClient } from '../../fake-client.ts';
import { run } from './samples.ts';

beforeEach(() => {
  useLiveRuns.setState({ runs: new Map() });
  useToasts.getState().clear();
});

it('says that a run goes on as long as it does', async () => {
  window.location.hash = '#/welcome';
  const paused = run({ state: 'paused' });
  const client = createFakeClient({
    'runs.resume': () => ({ run: { ...paused, state: 'running' }, problems: [] }),
  });
  setClient(client);
  const end = followRuns();
  const titles = () => useToasts.getState().toasts.map(({ title }) => title);
  expect(await resumeRun(paused)).toBe(true);
  expect(titles()).toEqual([`Run ${paused.id} of ${paused.spider} resumed`]);
  client.emit('runs', { kind: 'run', run: { ...paused, state: 'running' } });
  expect(titles()).toHaveLength(1);
  client.emit('runs', { kind: 'run', run: { ...paused, state: 'completed' } });
  expect(titles()).toEqual([]);
  end();
});
