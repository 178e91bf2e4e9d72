import type { ReactElement } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  ExtractAgainButton,
  GenerationNotice,
} from '../../../../renderer/features/runs/generation-notice.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { RunComparison } from '../../../../shared/contract/types.ts';
import { createFakeClient, type FakeAnswers } from '../../fake-client.ts';
import { run } from './samples.ts';

const generation = run({ id: '8', kind: 'reextract', source: '7', version: 4 });
const compared = (changed: number): RunComparison => ({
  before: run(),
  after: generation,
  key: [],
  items: { before: 120, after: 120 },
  added: changed === 0 ? 0 : 2,
  removed: 0,
  changed,
  unchanged: 104,
  duplicates: { before: 0, after: 0 },
  keyless: { before: 0, after: 0 },
  cause: {
    site: 0,
    spider: changed,
    both: 0,
    unknown: 0,
    checked: changed,
    reasons: [],
    sameSpider: false,
    settings: [],
    args: [],
  },
  fields: [],
  examples: [],
});

function show(element: ReactElement, answers: FakeAnswers) {
  const client = createFakeClient(answers);
  setClient(client);
  render(<TooltipProvider>{element}</TooltipProvider>);
  const made = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { made, user: userEvent.setup() };
}

it('says what differs, and accepts or discards it', async () => {
  const { made, user } = show(<GenerationNotice run={generation} />, {
    'runs.compare': () => compared(14),
    'runs.accept': () => run({ ...generation, acceptedAt: '2026-11-23T12:00:00.000Z' }),
  });
  expect(screen.getByText('Extracted again from run 7, with version 4')).toBeDefined();
  await screen.findByText(/2 items added, 0 removed, 14 changed, 104 the same\./u);
  expect(screen.getByRole('link', { name: 'Show what differs' }).getAttribute('href')).toBe('#/compare/7/8');
  expect(screen.getByRole('button', { name: 'Discard…' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(made('runs.accept')).toEqual([{ run: '8' }]));
});

it.each([
  ['is under way', { state: 'running' as const }, /Nothing is fetched/u],
  [
    'was accepted',
    { acceptedAt: '2026-11-23T12:00:00.000Z' },
    /All 104 items are the same\. Its items are used in place of those of run 7\./u,
  ],
])('offers nothing to accept while it %s', async (_what, changes, words) => {
  show(<GenerationNotice run={run({ ...generation, ...changes })} />, { 'runs.compare': () => compared(0) });
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});

it('is offered for a run with stored pages', async () => {
  const summary = {
    project: 'default',
    name: 'shop',
    version: 4,
    versions: 4,
    description: null,
    tags: [],
    latestItems: null,
    hasDraft: false,
    runs: 1,
    lastRun: null,
    icon: null,
    createdAt: '',
    updatedAt: '',
  };
  const answers: FakeAnswers = {
    'spiders.get': () => ({ summary, text: '{}', draft: null }),
    'runs.reextract': () => ({ run: generation, problems: [] }),
  };
  const { made, user } = show(<ExtractAgainButton run={run()} hasPages />, answers);
  await user.click(screen.getByRole('button', { name: 'Extract again' }));
  await waitFor(() => expect(made('runs.reextract')).toEqual([{ run: '7' }]));
  expect(window.location.hash).toBe('#/run/8');
  show(<ExtractAgainButton run={run()} hasPages={false} />, answers);
  const none = screen.getByRole('button', { name: 'Extract again: no page of this run is stored' });
  expect(none.hasAttribute('disabled')).toBe(true);
});
