import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { runColumns } from '../../../../renderer/features/runs/run-columns.tsx';
import { RunsScreen } from '../../../../renderer/features/runs/runs-screen.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { followRuns, useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { RunSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient, type FakeAnswers } from '../../fake-client.ts';
import { run } from './samples.ts';

const acceptedAt = '2026-11-23T12:00:00.000Z';
const counters = { done: 9, items: 9 };
const again = (id: string, more: Partial<RunSummary> = {}) =>
  run({ id, kind: 'reextract', source: '2', counters, ...more });

function open(runs: readonly RunSummary[], answers: FakeAnswers = {}) {
  const latest = runs.find(({ id }) => id === '3') ?? null;
  const client = createFakeClient({
    'runs.list': () => ({ runs: [...runs], more: false }),
    'runs.history': () => ({ runs: [] }),
    'spiders.list': () => [
      {
        project: 'default',
        name: 'shop',
        version: 1,
        versions: 1,
        description: null,
        tags: [],
        latestItems: latest === null ? null : { run: latest.id, items: 9 },
        hasDraft: false,
        runs: runs.length,
        lastRun: latest,
        icon: null,
        createdAt: '',
        updatedAt: '',
      },
    ],
    ...answers,
  });
  setClient(client);
  render(
    <TooltipProvider>
      <RunsScreen params={{ project: 'default', spider: 'shop' }} />
    </TooltipProvider>,
  );
  const made = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { client, made, user: userEvent.setup() };
}

beforeEach(() => useLiveRuns.setState({ runs: new Map() }));

it('says which runs are not as expected, whose items are used, and what waits for a decision', () => {
  const runs = [
    again('4'),
    again('3', { acceptedAt }),
    run({ id: '2', replacedBy: '3', counters }),
    run({ id: '1', kind: 'test', breaches: 2, counters }),
  ];
  const told = runs.map((each) => {
    const columns = runColumns(runs, '3').slice(0, 3);
    const { container, unmount } = render(columns.map(({ name, cell }) => <p key={name}>{cell(each)}</p>));
    const words = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
    unmount();
    return words;
  });
  expect(told).toEqual([
    ['Completed', '4', 'Extracted again from run 2waits for a decision'],
    ['Completed', '3current', 'Extracted again from run 2accepted'],
    ['Completed', '2', 'Crawledreplaced by run 3'],
    ['Not as expected', '1Test', 'Crawled'],
  ]);
  expect(runColumns([run()], null).some(({ name }) => name === 'generation')).toBe(false);
});

it('leads from the list to what differs, and accepts there', async () => {
  const { made, user } = open([again('4'), run({ id: '2' })], {
    'runs.accept': () => again('4', { acceptedAt }),
  });
  expect(await screen.findByText('Run 4 extracted again from run 2, and waits for a decision')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show what differs' }).getAttribute('href')).toBe('#/compare/2/4');
  expect(screen.getByRole('button', { name: 'Discard…' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(made('runs.accept')).toEqual([{ run: '4' }]));
});

it.each([
  [{ acceptedAt }, 1],
  [{ acceptedAt: null }, 0],
])('asks for the course of the runs once three stand for their crawl (%j)', async (accepted, times) => {
  const { made } = open([again('4', accepted), run({ id: '3' }), run({ id: '1' })]);
  await screen.findByRole('grid', { name: 'Runs of shop' });
  expect(made('runs.history')).toHaveLength(times);
});

it('forgets what it knew of a run once another one takes its place', () => {
  const { client } = open([]);
  const end = followRuns();
  client.emit('runs', { kind: 'run', run: run({ id: '2' }) });
  client.emit('runs', { kind: 'run', run: again('3', { acceptedAt }) });
  expect([...useLiveRuns.getState().runs.keys()]).toEqual(['3']);
  client.emit('runs', { kind: 'run', run: again('4', { acceptedAt }) });
  client.emit('runs', { kind: 'run', run: run({ id: '2', replacedBy: '4' }) });
  client.emit('runs', { kind: 'deleted', run: '4' });
  expect([...useLiveRuns.getState().runs.keys()]).toEqual([]);
  end();
});
