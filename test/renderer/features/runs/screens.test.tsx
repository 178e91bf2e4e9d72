import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RunsBackground } from '../../../../renderer/features/runs/background.tsx';
import { runCommands } from '../../../../renderer/features/runs/commands.ts';
import { RunScreen } from '../../../../renderer/features/runs/run-screen.tsx';
import { RunningStatus, WaitingStatus } from '../../../../renderer/features/runs/status.tsx';
import { FrameActions } from '../../../../renderer/contributions/frame-actions.tsx';
import { LogIn, type WantedLogin } from '../../../../renderer/contributions/log-in.ts';
import { registerCommands, runCommand } from '../../../../renderer/commands/registry.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { followRuns, useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { RunDetails, RunSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient, type FakeAnswers } from '../../fake-client.ts';
import { details, run } from './samples.ts';

const noPoints = { bucketMs: 1000, points: [] };

interface More {
  details?: Partial<RunDetails>;
  answers?: FakeAnswers;
  logIn?: (wanted: WantedLogin) => void;
}

function open(shown: RunSummary, more: More = {}) {
  const client = createFakeClient({
    'runs.get': () => shown,
    'runs.show': () => details({ run: shown, ...more.details }),
    'runs.series': () => noPoints,
    'spiders.list': () => [],
    'app.status': () => ({
      firstStart: false,
      projects: 1,
      spiders: 1,
      runs: 1,
      interrupted: shown.state === 'interrupted' ? [shown] : [],
      underway: [],
      sampleSite: null,
      folderWarning: null,
    }),
    ...more.answers,
  });
  setClient(client);
  const end = followRuns();
  window.location.hash = `#/run/${shown.id}`;
  render(
    <TooltipProvider>
      <div>
        <FrameActions.Outlet />
        <LogIn value={more.logIn ?? null}>
          <RunScreen params={{ run: shown.id }} />
        </LogIn>
        <RunningStatus />
        <WaitingStatus />
        <RunsBackground />
      </div>
    </TooltipProvider>,
  );
  return { client, end, user: userEvent.setup() };
}

beforeEach(() => {
  useLiveRuns.setState({ runs: new Map() });
  useToasts.getState().clear();
});

describe('the overview of a run', () => {
  it('shows true progress, live', async () => {
    const shown = run({ state: 'running', counters: { done: 3, queued: 1, items: 2 } });
    const { client, end } = open(shown);
    expect(await screen.findByText('3 of 4 pages done')).toBeDefined();
    act(() => client.emit('runs', { kind: 'run', run: shown }));
    const next = run({ state: 'running', counters: { done: 5, queued: 5, items: 4 } });
    act(() => client.emit('run', { run: next, pagesPerSecond: 12.5, itemsPerSecond: 4 }));
    expect(await screen.findByText('5 of 10 pages done')).toBeDefined();
    expect(screen.getByText('12.5')).toBeDefined();
    expect(screen.getByText('4 a second')).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: 'Pages done' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['5', '10']);
    expect(screen.getByText(/4 items · 12.5 pages\/s/u)).toBeDefined();
    end();
  });

  it('shows that it waits for the network, and for how long it has, in every place', async () => {
    const reason = 'This computer has no network connection.';
    const waitingSince = new Date(2026, 10, 22, 9, 5, 7).toISOString();
    const waiting = run({ state: 'running', waitingSince, reason, counters: { done: 3, queued: 1 } });
    const { client, end } = open(waiting);
    expect(await screen.findByRole('heading', { name: 'Waiting' })).toBeDefined();
    expect(screen.getByText(/^Waiting for the network since 09:05:07\. This computer/u)).toBeDefined();
    act(() => client.emit('runs', { kind: 'run', run: waiting }));
    const status = await screen.findByTitle('Runs in progress');
    expect(within(status).getByRole('img', { name: 'Waiting' })).toBeDefined();
    const back = run({ state: 'running', waitedMs: 720_000, counters: { done: 4 } });
    act(() => client.emit('runs', { kind: 'run', run: back }));
    expect(await screen.findByRole('heading', { name: 'Running' })).toBeDefined();
    expect(screen.getByText('and 12 min without a network')).toBeDefined();
    end();
  });

  it('leads from reasons, statuses and hosts to their requests', async () => {
    const { end } = open(run({ counters: { done: 8, failed: 2, items: 8 } }), {
      details: {
        itemsWithValues: 8,
        reasons: [{ state: 'failed', reason: 'The server answered 404.', count: 2 }],
        statuses: [{ status: 404, count: 2 }],
        hosts: [{ origin: 'https://a.org', queued: 0, active: 0, done: 8, failed: 2, skipped: 0, items: 8 }],
        hostCount: 1,
        eventKinds: [{ kind: 'links-dropped', count: 3 }],
      },
    });
    const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link(/The server answered 404/u)).toBe(
      '#/run/7/requests?state=failed&reason=The+server+answered+404.',
    );
    expect(await link(/404 Not found/u)).toBe('#/run/7/requests?status=404');
    expect(await link(/^a\.org$/u)).toBe('#/run/7/requests?host=https%3A%2F%2Fa.org');
    expect(await link(/Links dropped/u)).toBe('#/run/7/log?kinds=links-dropped');
    end();
  });

  it('takes pages that were skipped for what they are, and for no answers that failed to come', async () => {
    const { end } = open(run({ counters: { done: 2, skipped: 9 } }), {
      details: { statuses: [{ status: 200, count: 2 }], notFetched: 9 },
    });
    const responses = within(await screen.findByRole('region', { name: 'Responses' }));
    expect(responses.queryByText('No answer')).toBeNull();
    const skipped = responses.getByRole('row', { name: /Not fetched \(skipped\)/u });
    expect(within(skipped).getByRole('link').getAttribute('href')).toBe(
      '#/run/7/requests?status=not-fetched',
    );
    expect(skipped.querySelector('[data-tone="danger"]')).toBeNull();
    expect(skipped.querySelector('[data-tone="neutral"]')).not.toBeNull();
    end();
  });

  it('logs in again where the login has expired, and then goes on', async () => {
    const paused = run({ state: 'paused', cause: 'login-expired', reason: 'Paused because of it.' });
    const login = { name: 'club', url: 'https://club.example/' };
    const asked: WantedLogin[] = [];
    const { client, end, user } = open(paused, {
      details: { expiredLogin: login },
      answers: { 'runs.resume': () => ({ run: run({ state: 'running' }), problems: [] }) },
      logIn: (wanted) => asked.push(wanted),
    });
    const link = await screen.findByRole('link', { name: 'Show the logins' });
    expect(link.getAttribute('href')).toBe('#/settings?section=logins');
    await user.click(screen.getByRole('button', { name: 'Log in again and go on' }));
    expect(asked).toMatchObject([login]);
    expect(client.made.map(({ name }) => name)).not.toContain('runs.resume');
    act(() => asked[0]?.onKept());
    await waitFor(() => expect(client.made.map(({ name }) => name)).toContain('runs.resume'));
    end();
  });

  it('says why there is nothing, and leads into the tester with the page that tells most', async () => {
    const { end, user } = open(run({ state: 'failed', counters: { done: 3 } }), {
      answers: { 'runs.requests': () => ({ rows: [], total: 0 }) },
    });
    expect(
      await screen.findByText('Nothing was extracted because no link matched a rule that has a callback'),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Open a page in the tester' }));
    await waitFor(() => expect(window.location.hash).toBe('#/spider/default/shop/author'));
    expect(useToasts.getState().toasts[0]?.title).toBe('Run 7 has no stored pages');
    end();
  });

  it('tells the receipt of a run that was resumed', async () => {
    const receipt = {
      done: 9,
      requeued: 2,
      fetchedAgain: 2,
      fetchedAgainInAll: 2,
      givenUp: 0,
      itemsLost: 0,
      itemsDuplicated: 0,
    };
    const { end } = open(run({ counters: { done: 9, items: 9 } }), {
      details: { receipt, itemsWithValues: 9 },
    });
    expect(await screen.findByText('Resumed without loss')).toBeDefined();
    end();
  });
});

describe('runs that need somebody', () => {
  it('are offered for going on when the window opens, and in the status bar', async () => {
    const shown = run({ state: 'interrupted', counters: { done: 3, queued: 4, items: 3 } });
    const resumed = run({ state: 'running', counters: { done: 3, queued: 4, items: 3 } });
    const { end, client } = open(shown, {
      answers: { 'runs.resume': () => ({ run: resumed, problems: [] }) },
    });
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
    const [notice] = useToasts.getState().toasts;
    expect(notice?.title).toBe('Run 7 of shop was interrupted');
    expect(screen.getByRole('button', { name: /A run of shop was interrupted/u })).toBeDefined();
    act(() => notice?.actions[0]?.run());
    await waitFor(() => expect(client.made.map(({ name }) => name)).toContain('runs.resume'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /was interrupted/u })).toBeNull());
    end();
  });
});

describe('commands', () => {
  it('mean the run that is shown, and only what it allows', async () => {
    const end = registerCommands(runCommands);
    const paused = run({ state: 'paused', reason: 'Paused on request.', counters: { done: 1, queued: 2 } });
    const opened = open(paused, {
      answers: { 'runs.resume': () => ({ run: run({ state: 'running' }), problems: [] }) },
    });
    await screen.findByText('1 of 3 pages done');
    await waitFor(() => expect(runCommand('run.resume')).toBe(true));
    await waitFor(() => expect(opened.client.made.map(({ name }) => name)).toContain('runs.resume'));
    expect(runCommand('run.delete')).toBe(false);
    opened.end();
    end();
  });
});
