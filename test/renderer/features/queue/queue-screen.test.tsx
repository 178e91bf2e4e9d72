import { act as inReact, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../renderer/commands/registry.ts';
import { FileDialog } from '../../../../renderer/features/queue/file-dialog.tsx';
import { PriorityDialog } from '../../../../renderer/features/queue/priority-dialog.tsx';
import { queueProject } from '../../../../renderer/features/queue/queue-actions.ts';
import { QueueScreen } from '../../../../renderer/features/queue/queue-screen.tsx';
import { queueChanged, useQueue } from '../../../../renderer/features/queue/queue-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useQuestions } from '../../../../renderer/state/questions.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { forgetPlace } from '../../../../renderer/ui/table/kept-places.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { QueueEntry, SpiderSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient, FakeFailure, type FakeAnswers } from '../../fake-client.ts';
import { entry, status } from './samples.ts';

const project = (name: string) => ({ name, spiders: 2, runs: 0, createdAt: '' });
const spider = (name: string): SpiderSummary => ({
  project: 'default',
  name,
  version: 1,
  versions: 1,
  runs: 0,
  hasDraft: false,
  icon: null,
  description: null,
  tags: [],
  lastRun: null,
  latestItems: null,
  createdAt: '',
  updatedAt: '',
});

function prepare(answers: FakeAnswers = {}) {
  const client = createFakeClient({
    'queue.status': () => status({ pending: 3, running: 1, completed: 2, dead: 1 }),
    'projects.list': () => [project('default')],
    'spiders.list': () => [spider('shop'), spider('news')],
    ...answers,
  });
  setClient(client);
  const made = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { client, made, user: userEvent.setup() };
}

const entries: QueueEntry[] = [
  entry({ id: '9', state: 'running', spider: 'lamps', run: '12', attempts: 1 }),
  entry({ id: '1' }),
  entry({ id: '2', spider: 'news' }),
  entry({ id: '3', spider: 'lists' }),
  entry({ id: '4', state: 'dead', spider: 'walls', reason: 'The site refused.', attempts: 3 }),
];

function open(answers: FakeAnswers = {}) {
  const prepared = prepare({
    'queue.list': () => ({ entries, total: entries.length }),
    ...answers,
  });
  render(
    <TooltipProvider>
      <QueueScreen />
    </TooltipProvider>,
  );
  return prepared;
}

/** The table, once its rows are there. */
async function table(): Promise<HTMLElement> {
  const grid = await screen.findByRole('grid', { name: 'Crawls in the queue' });
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe(String(entries.length + 1)));
  return grid;
}

beforeEach(() => {
  forgetPlace('queue');
  window.location.hash = '#/queue';
  useQueue.setState({ version: 0, addingFile: false, priorityOf: null });
  useToasts.setState({ toasts: [] });
  useQuestions.setState({ queue: [] });
});

describe('the queue', () => {
  it('has counts that add up, filters by them, and says what carries it out', async () => {
    const { made, user } = open();
    const chips = within(await screen.findByRole('group', { name: 'Crawls by state' }));
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All 7',
      'Running 1',
      'Pending 3',
      'Completed 2',
      'Failed 0',
      'Dead 1',
      'Cancelled 0',
    ]);
    expect(screen.getByText('Carried out by this application while it is open.')).toBeDefined();
    await waitFor(() => expect(screen.getByText('2 cleared crawls are not shown.')).toBeDefined());
    await user.click(chips.getByRole('button', { name: 'Dead 1' }));
    await waitFor(() => expect(window.location.hash).toBe('#/queue?state=dead'));
    await waitFor(() => expect(made('queue.list').at(-1)).toMatchObject({ states: ['dead'] }));
  });

  it('says that it is held, and what to do where nothing carries it out', async () => {
    const { made, user } = open({
      'queue.status': () => status({ pending: 1 }, { held: true, workers: [] }),
      'queue.configure': () => status(),
    });
    expect(await screen.findByText(/Run “spider-studio daemon” in a terminal/u)).toBeDefined();
    expect(screen.getByText(/The queue is held: crawls that run go on/u)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Release' }));
    await waitFor(() => expect(made('queue.configure')).toEqual([{ held: false }]));
    await user.selectOptions(screen.getByRole('combobox', { name: 'At once' }), '8');
    await waitFor(() => expect(made('queue.configure').at(-1)).toEqual({ concurrency: 8 }));
  });

  it('moves the crawl that is chosen by one place, to the front and to the end', async () => {
    const { made, user } = open({ 'queue.move': () => entry() });
    (await table()).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(runCommand('queue.up')).toBe(true));
    await waitFor(() => expect(made('queue.move')).toEqual([{ entry: '2', to: { before: '1' } }]));
    runCommand('queue.down');
    await waitFor(() => expect(made('queue.move').at(-1)).toEqual({ entry: '2', to: 'last' }));
    runCommand('queue.first');
    await waitFor(() => expect(made('queue.move').at(-1)).toEqual({ entry: '2', to: 'first' }));
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(runCommand('queue.down')).toBe(true));
    await waitFor(() => expect(made('queue.move').at(-1)).toEqual({ entry: '1', to: { before: '3' } }));
    expect(runCommand('queue.retry')).toBe(false);
  });

  it('cancels several at once, asks before a running one is, and queues ended ones again', async () => {
    const { made, user } = open({
      'queue.cancel': () => entry({ state: 'cancelled' }),
      'queue.retry': () => entry(),
    });
    (await table()).focus();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(runCommand('queue.cancel')).toBe(true));
    await waitFor(() =>
      expect(made('queue.cancel').map((args) => Reflect.get(Object(args), 'entry'))).toEqual(['1', '2', '3']),
    );
    expect(useToasts.getState().toasts.at(-1)?.title).toBe('3 crawls cancelled');
    await user.keyboard('{Control>}{Home}{/Control}');
    await waitFor(() => expect(runCommand('queue.cancel')).toBe(true));
    await waitFor(() => expect(useQuestions.getState().queue).toHaveLength(1));
    inReact(() => useQuestions.getState().queue[0]?.answer('yes'));
    await waitFor(() => expect(made('queue.cancel').at(-1)).toEqual({ entry: '9' }));
    await user.keyboard('{Control>}{End}{/Control}');
    await waitFor(() => expect(runCommand('queue.retry')).toBe(true));
    await waitFor(() => expect(made('queue.retry')).toEqual([{ entry: '4' }]));
  });

  it('teaches where nothing was queued', async () => {
    open({ 'queue.status': () => status() });
    expect(await screen.findByRole('heading', { name: 'Nothing was queued yet' })).toBeDefined();
  });

  it('reads again what is shown once it has changed', async () => {
    const { made } = open();
    await table();
    await waitFor(() => expect(made('queue.list')).toHaveLength(1));
    inReact(queueChanged);
    await waitFor(() => expect(made('queue.list')).toHaveLength(2));
    expect(made('queue.status')).toHaveLength(2);
  });
});

describe('crawls from a file', () => {
  const show = (answers: FakeAnswers = {}) => {
    const prepared = prepare({
      'queue.check': ({ entries: asked }) => ({
        problems: asked.flatMap(({ spider: name }, index) =>
          name === 'lost'
            ? [{ index, code: 'unknown-spider', message: 'There is no lost.', hint: 'Look.' }]
            : [],
        ),
      }),
      ...answers,
    });
    render(
      <TooltipProvider>
        <FileDialog />
      </TooltipProvider>,
    );
    const text = () => screen.getByRole('textbox', { name: 'Text of the file' });
    return { ...prepared, text };
  };

  it('are shown before they are queued', async () => {
    const { made, user, text } = show({
      'queue.addMany': () => ({ batch: 'b', entries: [entry(), entry({ id: '2' })] }),
    });
    await user.click(text());
    await user.paste('spider,priority,arg.term\nshop,5,shoes\nnews,,');
    const preview = await screen.findByRole('table', { name: 'Preview of the crawls' });
    expect(within(preview).getByText('term=shoes')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Queue 2 crawls' }));
    await waitFor(() =>
      expect(made('queue.addMany')).toEqual([
        {
          entries: [
            { spider: 'shop', project: 'default', priority: 5, args: { term: 'shoes' }, allowPrivate: false },
            { spider: 'news', project: 'default', allowPrivate: false },
          ],
        },
      ]),
    );
  });

  it('are not queued before every problem is mended, each of which has its line', async () => {
    const { user, text } = show({
      'queue.addMany': () =>
        new FakeFailure({
          code: 'bad-entries',
          message: 'Not queued.',
          hint: null,
          action: null,
          details: { problems: [{ index: 0, code: 'bad-run-args', message: 'No term.', hint: 'Give one.' }] },
        }),
    });
    await user.click(text());
    await user.paste('spider,limit\nshop,0\nlost,3');
    const problems = await screen.findByRole('list', { name: 'Problems of the file' });
    expect(
      within(problems)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Line 2 limit is a whole number from 1, not "0".', 'Line 3 There is no lost. Look.']);
    expect(screen.getByRole('button', { name: 'Queue' })).toHaveProperty('disabled', true);
    await user.clear(text());
    await user.paste('spider\nshop');
    await user.click(await screen.findByRole('button', { name: 'Queue 1 crawl' }));
    expect(await screen.findByText('No term. Give one.')).toBeDefined();
  });
});

it('a priority is a whole number within its limits', async () => {
  const { made, user } = prepare({ 'queue.setPriority': () => entry() });
  render(
    <TooltipProvider>
      <PriorityDialog entries={[entry(), entry({ id: '2' })]} />
    </TooltipProvider>,
  );
  const field = screen.getByRole('spinbutton', { name: 'Priority' });
  await user.clear(field);
  await user.type(field, '1001');
  expect(screen.getByText('A whole number from -1000 to 1000.')).toBeDefined();
  await user.clear(field);
  await user.type(field, '7{Enter}');
  await waitFor(() =>
    expect(made('queue.setPriority')).toEqual([
      { entry: '1', priority: 7 },
      { entry: '2', priority: 7 },
    ]),
  );
});

it('all spiders of a project are queued but those that cannot run, which are told', async () => {
  let times = 0;
  const { made } = prepare({
    'queue.addMany': () => {
      times += 1;
      if (times > 1) return { batch: 'b', entries: [entry()] };
      return new FakeFailure({
        code: 'bad-entries',
        message: 'Not queued.',
        hint: null,
        action: null,
        details: {
          problems: [{ index: 1, code: 'invalid-spider', message: 'news is not valid.', hint: null }],
        },
      });
    },
  });
  await queueProject('default');
  expect(made('queue.addMany').at(-1)).toEqual({
    entries: [{ project: 'default', spider: 'shop', allowPrivate: false, duplicates: 'skip' }],
  });
  expect(useToasts.getState().toasts).toMatchObject([
    {
      severity: 'warning',
      title: '1 crawl of default in the queue',
      message: '1 spider left out: news is not valid.',
    },
  ]);
});
