import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Results } from '../../../../renderer/features/results/results-screen.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { SpiderRow } from '../../../../renderer/workbench/sidebar-row.tsx';
import type { RunSummary, SpiderSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient } from '../../fake-client.ts';
import { run } from '../runs/samples.ts';

beforeEach(() => {
  useLiveRuns.setState({ runs: new Map() });
  window.location.hash = '';
});

describe('after a run without items', () => {
  const failed = run({ id: '9', state: 'failed', reason: 'No page could be fetched.' });
  const earlier = { run: '7', items: 24 };

  it('the results say so, and lead to the items that are there', async () => {
    setClient(
      createFakeClient({
        'results.columns': () => ({ run: '9', items: 0, earlier, columns: [], sampled: false }),
        'runs.get': () => failed,
      }),
    );
    render(<Results source={{ project: 'default', spider: 'shop', run: 'latest' }} />);
    expect(await screen.findByRole('heading', { name: 'Run 9 has no items' })).toBeDefined();
    expect(
      screen.getByText(/No page could be fetched\. The items of earlier runs are still there\./u),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show the 24 items of run 7' }));
    expect(window.location.hash).toBe('#/spider/default/shop/results?run=7');
  });

  const row = (lastRun: RunSummary, latestItems: SpiderSummary['latestItems']) => {
    const spider: SpiderSummary = {
      project: 'default',
      name: 'shop',
      version: 1,
      versions: 1,
      runs: 2,
      hasDraft: false,
      icon: null,
      description: null,
      tags: [],
      lastRun,
      latestItems,
      createdAt: lastRun.createdAt,
      updatedAt: lastRun.createdAt,
    };
    render(<SpiderRow spider={spider} current={false} />);
    return screen.getByRole('link', { name: /shop/u });
  };

  it('the sidebar goes on showing how many there are', () => {
    const link = row(failed, earlier);
    expect(link.textContent).toContain('24 ·');
    expect(link.title).toMatch(/^Failed, 0 items, .+\nRun 7 has 24 items$/u);
  });

  it('a run under way is shown with its own', () => {
    const link = row(run({ id: '9', state: 'running' }), earlier);
    expect(link.textContent).toContain('0 ·');
    act(() => useLiveRuns.setState({ runs: new Map([['9', run({ id: '9', counters: { items: 5 } })]]) }));
    expect(link.textContent).toContain('5 ·');
  });
});
