import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HistoryScreen } from '../../../../renderer/features/history/history-screen.tsx';
import { historySource } from '../../../../renderer/features/history/history-source.ts';
import { runCommand } from '../../../../renderer/commands/registry.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { Questions } from '../../../../renderer/workbench/questions.tsx';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

const empty = {
  count: 0,
  extracted: 0,
  since: null,
  matching: 0,
  cache: { answers: 0, bytes: 0 },
  pages: [],
};
const full = { ...empty, count: 5, extracted: 3, since: '2026-11-21T10:00:00Z', matching: 5 };
const spider = (settings: object) =>
  ({ summary: {}, text: JSON.stringify({ settings }), draft: null }) as never;

function show(answers: FakeAnswers) {
  const client = createFakeClient({ 'spiders.get': () => spider({ DELTAFETCH_ENABLED: true }), ...answers });
  setClient(client);
  render(
    <TooltipProvider>
      <>
        <HistoryScreen params={{ project: 'default', spider: 'news' }} />
        <Questions />
      </>
    </TooltipProvider>,
  );
  return client;
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useLiveRuns.setState({ runs: new Map() });
});

describe('the crawl history of a spider', () => {
  it.each([
    [{ DELTAFETCH_ENABLED: true }, /is on in this spider/u, 0],
    [{}, /in the settings of the spider, a full run skips/u, 1],
  ])('without a page says what switches it on: %j', async (settings, words, links) => {
    show({ 'history.show': () => empty, 'spiders.get': () => spider(settings) });
    await screen.findByRole('heading', { name: 'news has no crawl history yet' });
    screen.getByText(words);
    expect(screen.queryAllByRole('button', { name: 'Open the spider' })).toHaveLength(links);
  });

  it('says why it cannot be read', async () => {
    show({ 'history.show': () => failing('locked', 'Locked.') });
    await screen.findByText('The crawl history could not be loaded.');
    expect(screen.getByRole('alert').textContent).toContain('Locked.');
  });

  it('is cleared after a confirmation, by command too', async () => {
    let history = full;
    const client = show({
      'history.show': () => history,
      'history.clear': () => {
        history = empty as never;
        return { pages: 5, answers: 0 };
      },
    });
    await screen.findByText('Pages read');
    await waitFor(() => act(() => expect(runCommand('history.clear')).toBe(true)));
    await screen.findByText(/^5 pages, 3 of them extracted/u);
    fireEvent.click(screen.getByRole('button', { name: 'Clear history' }));
    await screen.findByRole('heading', { name: 'news has no crawl history yet' });
    expect(client.made.filter(({ name }) => name === 'history.clear').map(({ args }) => args)).toEqual([
      { project: 'default', spider: 'news', url: null },
    ]);
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['5 pages removed']);
  });

  it('is read again when a run of the spider ends, and not for others', async () => {
    let asked = 0;
    show({
      'history.show': () => {
        asked += 1;
        return empty;
      },
    });
    await screen.findByRole('heading', { name: 'news has no crawl history yet' });
    const before = asked;
    const become = (id: string, name: string, state: string) =>
      act(async () => {
        const run = { id, project: 'default', spider: name, state } as never;
        useLiveRuns.setState(({ runs }) => ({ runs: new Map(runs).set(id, run) }));
        await Promise.resolve();
      });
    await become('1', 'other', 'completed');
    expect(asked).toBe(before);
    await become('2', 'news', 'completed');
    await waitFor(() => expect(asked).toBeGreaterThan(before));
  });
});

describe('the rows', () => {
  it('are asked for by parts, with the text only where there is one', async () => {
    const client = createFakeClient({ 'history.show': () => ({ ...full, matching: 2 }) });
    setClient(client);
    const told: number[] = [];
    const load = (text: string) =>
      historySource({ project: 'p', spider: 's' }, text, {
        version: 0,
        onMatching: (matching) => told.push(matching),
      }).load(200, 100, new AbortController().signal);
    expect(await load('')).toEqual({ ok: true, rows: [], count: 2 });
    await load('/a/');
    expect(client.made.map(({ args }) => args)).toEqual([
      { project: 'p', spider: 's', offset: 200, limit: 100 },
      { project: 'p', spider: 's', offset: 200, limit: 100, text: '/a/' },
    ]);
    expect(told).toEqual([2, 2]);
  });
});
