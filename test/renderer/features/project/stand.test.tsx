import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { HealthPart } from '../../../../renderer/features/project/health-part.tsx';
import { useHealth } from '../../../../renderer/features/project/health-store.ts';
import { NightPart } from '../../../../renderer/features/project/night-part.tsx';
import type { Digest, HealthReport } from '../../../../shared/contract/types.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

function show(part: React.ReactElement, answers: FakeAnswers) {
  const client = createFakeClient(answers);
  setClient(client);
  render(<TooltipProvider>{part}</TooltipProvider>);
  return client;
}

const report = (more: Partial<HealthReport> = {}): HealthReport => ({
  project: 'shops',
  checkedAt: '2026-11-22T06:00:00Z',
  healthy: 1,
  broken: 1,
  unknown: 0,
  spiders: [
    {
      spider: 'lamps',
      version: 2,
      checkedAt: '2026-11-22T06:00:00Z',
      verdict: 'broken',
      reason: null,
      findings: [
        {
          kind: 'fill',
          field: 'price',
          message: '“price” is empty in 9 of 10 items.',
          hint: 'Look at a page.',
          since: '2026-11-20T02:00:00Z',
          sinceRun: '81',
        },
      ],
      sampled: { run: '90', items: 10, pages: 12 },
      fixtures: { locked: 0, failed: 0 },
    },
  ],
  markdown: '# Health',
  ...more,
});

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useHealth.setState({ check: null });
});

describe('the health of a project', () => {
  it('tells what the last check found, and since when', async () => {
    show(<HealthPart project="shops" spiders={['lamps', 'chairs']} />, { 'health.last': () => report() });
    const found = await screen.findByRole('list', { name: 'What the check found' });
    expect(found.textContent).toContain('“price” is empty in 9 of 10 items.');
    expect(within(found).getByRole('link', { name: 'run 81' }).getAttribute('href')).toBe('#/run/81');
    screen.getByText('1 healthy, 1 broken');
  });

  it('is checked, those that may reach private addresses by themselves, and is read again', async () => {
    const before = usePreferencesStore.getState();
    onTestFinished(() => usePreferencesStore.setState(before, true));
    usePreferencesStore.setState(({ preferences }) => ({
      preferences: { ...preferences, choices: { 'private-sites': ['shops/lamps'] } },
    }));
    let last: HealthReport | null = null;
    const client = show(<HealthPart project="shops" spiders={['chairs', 'lamps']} />, {
      'health.last': () => last,
      'health.check': ({ spiders = [] }) => {
        last = report();
        return report({
          healthy: spiders.includes('chairs') ? 1 : 0,
          broken: spiders.includes('lamps') ? 1 : 0,
        });
      },
    });
    await screen.findByText(/^Not checked yet/u);
    fireEvent.click(screen.getByRole('button', { name: 'Check health' }));
    await screen.findByText('1 healthy, 1 broken');
    await waitFor(() =>
      expect(useToasts.getState().toasts).toMatchObject([
        { severity: 'warning', title: '2 spiders of shops checked', message: '1 healthy, 1 broken' },
      ]),
    );
    const asked = client.made.filter(({ name }) => name === 'health.check').map(({ args }) => args);
    expect(asked).toMatchObject([
      { spiders: ['chairs'], allowPrivate: false },
      { spiders: ['lamps'], allowPrivate: true },
    ]);
    expect(useHealth.getState().check).toBeNull();
  });

  it('tells why it was not checked', async () => {
    show(<HealthPart project="shops" spiders={['lamps']} />, {
      'health.last': () => null,
      'health.check': () => failing('locked', 'Locked.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Check health' }));
    await waitFor(() =>
      expect(useToasts.getState().toasts).toMatchObject([{ title: 'The health was not checked.' }]),
    );
    expect(useHealth.getState().check).toBeNull();
  });
});

describe('the last day of a project', () => {
  const digest = (more: Partial<Digest> = {}): Digest => ({
    from: '2026-11-21T07:00:00Z',
    until: '2026-11-22T07:00:00Z',
    madeAt: '2026-11-22T07:00:00Z',
    counts: { spiders: 2, runs: 2, completed: 2, withTrouble: 0, items: 1200 },
    troubles: [],
    markdown: '# Digest',
    ...more,
  });

  it('is quiet', async () => {
    show(<NightPart project="shops" />, { 'notices.digest': () => digest() });
    await screen.findByText('All of it went well.');
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('names every spider with trouble, with all of it', async () => {
    const trouble = {
      project: 'shops',
      spider: 'lamps',
      run: '7',
      what: 'failed' as const,
      message: 'It failed.',
      others: [{ what: 'drop' as const, message: 'It gave 2 items.' }],
      since: null,
    };
    show(<NightPart project="shops" />, {
      'notices.digest': () =>
        digest({
          counts: { spiders: 2, runs: 2, completed: 1, withTrouble: 1, items: 2 },
          troubles: [trouble],
        }),
    });
    const list = await screen.findByRole('list', { name: 'Trouble of the last day' });
    expect(list.textContent).toBe('lampsIt failed. It gave 2 items.');
    expect(within(list).getByRole('link').getAttribute('href')).toBe('#/run/7');
  });

  it('names the spiders that wait for the same login once, each with its run', async () => {
    const waiting = { project: 'shops', what: 'login-expired' as const, since: null, others: [] };
    const trouble = { ...waiting, spider: 'lamps', run: '7', message: 'The login club has expired.' };
    const alsoWaiting = [
      { project: 'shops', spider: 'chairs', run: '8' },
      { project: 'shops', spider: 'tables', run: null },
    ];
    show(<NightPart project="shops" />, {
      'notices.digest': () =>
        digest({
          counts: { spiders: 3, runs: 2, completed: 0, withTrouble: 3, items: 0 },
          troubles: [{ ...trouble, alsoWaiting }],
        }),
    });
    const list = await screen.findByRole('list', { name: 'Trouble of the last day' });
    expect(list.textContent).toBe('lamps, chairs, tablesThe login club has expired.');
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '#/run/7',
      '#/run/8',
      '#/spider/shops/tables/runs',
    ]);
  });
});
