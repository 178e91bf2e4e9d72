import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { StartDialog } from '../../../../renderer/features/runs/start-dialog.tsx';
import { rememberedChoice, type StartChoice } from '../../../../renderer/run-options/start-memory.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { defaultPreferences, usePreferencesStore } from '../../../../renderer/state/preferences.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { SpiderSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';
import { run } from './samples.ts';

const shop: SpiderSummary = {
  project: 'default',
  name: 'shop',
  version: 3,
  versions: 3,
  runs: 0,
  hasDraft: false,
  icon: null,
  description: null,
  tags: [],
  lastRun: null,
  latestItems: null,
  createdAt: '2026-11-21T07:00:00.000Z',
  updatedAt: '2026-11-21T07:00:00.000Z',
};
const text = JSON.stringify({ start_urls: ['http://127.0.0.1:8000/'], settings: { DOWNLOAD_DELAY: 1 } });

function open(answers: FakeAnswers = {}, spider: string | null = 'shop', preset: Partial<StartChoice> = {}) {
  const client = createFakeClient({
    'spiders.list': () => [shop, { ...shop, name: 'news' }],
    'spiders.get': () => ({ summary: shop, text, draft: null }),
    'app.setPreferences': () => defaultPreferences,
    'runs.start': () => ({ run: run({ id: '12', state: 'running' }), problems: [] }),
    ...answers,
  });
  setClient(client);
  render(
    <TooltipProvider>
      <StartDialog spider={spider === null ? null : { project: 'default', spider }} preset={preset} />
    </TooltipProvider>,
  );
  const started = () => client.made.filter(({ name }) => name === 'runs.start').map(({ args }) => args);
  return { user: userEvent.setup(), started };
}

beforeEach(() => {
  usePreferencesStore.setState({ preferences: defaultPreferences });
  window.location.hash = '';
});

describe('the dialog that starts a run', () => {
  it('begins with a test run of a few items, started by Enter', async () => {
    const { user, started } = open();
    expect(screen.getByRole('radio', { name: /Test run/u })).toHaveProperty('checked', true);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(window.location.hash).toBe('#/run/12'));
    expect(started()).toEqual([
      { project: 'default', spider: 'shop', limit: 10, overrides: {}, allowPrivate: false },
    ]);
  });

  it('takes settings with completion, and remembers what was chosen', async () => {
    const { user, started } = open();
    await user.click(screen.getByRole('radio', { name: /Full run/u }));
    const field = screen.getByRole('combobox', { name: 'Settings for this run' });
    await user.type(field, 'robots');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveProperty('value', 'ROBOTSTXT_OBEY=');
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByLabelText('Value of ROBOTSTXT_OBEY')).toHaveProperty('value', 'false');
    await user.type(field, 'DOWNLOAD_DELAY=2{Enter}');
    expect(screen.getByText('The spider says 1.')).toBeDefined();
    await user.click(screen.getByRole('switch', { name: 'Allow private addresses' }));
    await user.click(screen.getByRole('button', { name: 'Start the full run' }));
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]).toEqual({
      project: 'default',
      spider: 'shop',
      limit: null,
      overrides: { ROBOTSTXT_OBEY: false, DOWNLOAD_DELAY: 2 },
      allowPrivate: true,
    });
    expect(rememberedChoice('default', 'shop')).toMatchObject({ kind: 'full', allowPrivate: true });
    expect(rememberedChoice('default', 'news')).toMatchObject({ kind: 'test', overrides: [] });
  });

  it('takes a number of processes, and remembers it', async () => {
    const { user, started } = open();
    const workers = screen.getByRole('spinbutton', { name: 'Worker processes' });
    expect(workers).toHaveProperty('value', '1');
    await user.clear(workers);
    await user.type(workers, '33');
    expect(screen.getByText('It is a whole number from 1 to 32.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start the test run' })).toHaveProperty('disabled', true);
    await user.clear(workers);
    await user.type(workers, '3{Enter}');
    await waitFor(() => expect(started()).toMatchObject([{ workers: 3 }]));
    expect(rememberedChoice('default', 'shop').workers).toBe(3);
  });

  it('asks for no processes where workers of a fleet carry out all runs', async () => {
    const { user, started } = open(
      {
        'fleet.status': () => ({
          workers: { working: 2, draining: 0, gone: 0 },
          slots: 8,
          busy: 0,
          classes: [],
          runs: [],
          ready: 0,
          active: 0,
          waiting: 0,
          setAside: 0,
          oldestReadyMs: null,
          readyPerSlot: 0,
        }),
      },
      'shop',
      { workers: 3 },
    );
    await waitFor(() => expect(screen.queryByRole('spinbutton', { name: 'Worker processes' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Start the test run' }));
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(started()[0]).not.toHaveProperty('workers');
  });

  const withArgs = JSON.stringify({
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/${term}/${size}'],
    args: { term: { default: 'shoes', description: 'What to look for' }, size: {} },
    settings: {
      GENERATED_URLS: [
        { template: 'https://example.org/${term}/{n}', vars: { n: { type: 'range', from: 1, to: 1200 } } },
      ],
    },
  });
  const spiderWithArgs = { 'spiders.get': () => ({ summary: shop, text: withArgs, draft: null }) };

  it('asks for the arguments of the spider, and counts the URLs that it makes', async () => {
    const { user, started } = open(spiderWithArgs);
    const term = await screen.findByRole('textbox', { name: 'term' });
    expect(term).toHaveProperty('value', 'shoes');
    expect(screen.getByText('What to look for')).toBeDefined();
    expect(screen.getByText(/GENERATED_URLS makes 1,200 start URLs/u)).toBeDefined();
    expect(screen.getByText('size needs a value.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start the test run' })).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'size' }), '42');
    await user.clear(term);
    await user.type(term, 'boots{Enter}');
    await waitFor(() => expect(started()).toMatchObject([{ args: { term: 'boots', size: '42' } }]));
    expect(rememberedChoice('default', 'shop').args).toEqual({ term: 'boots', size: '42' });
  });

  it('leaves arguments that the spider no longer has, and those that nobody changed', async () => {
    const { user, started } = open(spiderWithArgs, 'shop', { args: { size: '7', old: 'x' } });
    expect(await screen.findByRole('textbox', { name: 'size' })).toHaveProperty('value', '7');
    await user.click(screen.getByRole('button', { name: 'Start the test run' }));
    await waitFor(() => expect(started()).toMatchObject([{ args: { size: '7' } }]));
    expect(started()[0]).not.toMatchObject({ args: { old: 'x' } });
  });

  it('says what is wrong before anything is started', async () => {
    const { user, started } = open();
    const field = screen.getByRole('combobox', { name: 'Settings for this run' });
    await user.type(field, 'CONCURRENT_REQUESTS=99{Enter}');
    expect(screen.getByText(/CONCURRENT_REQUESTS.*32/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start the test run' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Remove CONCURRENT_REQUESTS' }));
    const limit = screen.getByRole('spinbutton', { name: 'Maximum items' });
    await user.clear(limit);
    expect(screen.getByText(/whole number/u)).toBeDefined();
    await user.type(limit, '3{Enter}');
    await waitFor(() => expect(started()).toMatchObject([{ limit: 3 }]));
  });

  it('warns of a start address that the run may not reach', async () => {
    const { user } = open();
    expect(await screen.findByText(/a private address: without this/u)).toBeDefined();
    await user.click(screen.getByRole('switch', { name: 'Allow private addresses' }));
    expect(screen.queryByText(/a private address: without this/u)).toBeNull();
  });

  it('stays open with the words of the host when the run is refused', async () => {
    const { user } = open({
      'runs.start': () => failing('invalid-spider', 'The spider is not valid.', 'Mend it first.'),
    });
    await user.click(screen.getByRole('button', { name: 'Start the test run' }));
    expect(await screen.findByText(/The spider is not valid\. Mend it first\./u)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the spider' }).getAttribute('href')).toBe(
      '#/spider/default/shop/author',
    );
  });

  it('asks for the spider where none is meant', async () => {
    const { user, started } = open({}, null);
    const choice = await screen.findByRole('combobox', { name: 'Spider' });
    await screen.findByRole('option', { name: 'news' });
    await user.selectOptions(choice, 'news');
    await user.click(screen.getByRole('button', { name: 'Start the test run' }));
    await waitFor(() => expect(started()).toMatchObject([{ spider: 'news' }]));
  });
});
