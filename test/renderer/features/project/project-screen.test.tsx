import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Need } from '../../../../shared/contract/types.ts';
import { ProjectScreen } from '../../../../renderer/features/project/project-screen.tsx';
import { useProjectStore } from '../../../../renderer/features/project/project-store.ts';
import { runCommand } from '../../../../renderer/commands/registry.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useLiveRuns } from '../../../../renderer/state/live-runs.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';
import { overview, run, spider } from './samples.ts';

const queued = { batch: 'b', entries: [] };

function show(answers: FakeAnswers) {
  const client = createFakeClient({ 'queue.addMany': () => queued, ...answers });
  setClient(client);
  render(
    <TooltipProvider>
      <ProjectScreen params={{ project: 'shops' }} />
    </TooltipProvider>,
  );
  return client;
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useLiveRuns.setState({ runs: new Map() });
  useProjectStore.setState(useProjectStore.getInitialState(), true);
});

const filters = () => screen.getByRole('group', { name: 'Which spiders are shown' });

describe('the page of a project', () => {
  it('says what is missing where there is no spider, and where there is no project', async () => {
    show({ 'projects.overview': () => overview([]) });
    await screen.findByRole('heading', { name: 'No spider in this project yet' });
    expect(screen.queryByRole('button', { name: 'Queue all' })).toBeNull();
  });

  it.each([
    ['unknown-project', 'There is no project “shops”'],
    ['locked', 'The project could not be loaded.'],
  ] as const)('tells a failure: %s', async (code, heading) => {
    show({ 'projects.overview': () => failing(code, 'It failed.') });
    expect((await screen.findByRole('heading', { name: heading })).tagName).toBe('H1');
  });

  it('tells what needs a person, does what can be done, and reads itself again', async () => {
    const need = {
      spider: 'lamps',
      run: '7',
      entry: null,
      message: 'It has paused itself.',
      action: 'resume',
    };
    let needs: Need[] = [{ ...need, action: 'resume' }];
    const client = show({
      'projects.overview': () => overview([spider('lamps')], { needsPerson: needs }),
      'runs.resume': () => {
        needs = [];
        return { run: run('lamps', { id: '7', state: 'running' }), problems: [] };
      },
    });
    const card = await screen.findByRole('region', { name: 'Needs a person' });
    within(card).getByText('It has paused itself.');
    expect(within(card).getByRole('link', { name: 'Run of lamps' }).getAttribute('href')).toBe('#/run/7');
    fireEvent.click(within(card).getByRole('button', { name: 'Resume lamps' }));
    await within(card).findByText('Nothing needs you.');
    expect(client.made).toContainEqual({ name: 'runs.resume', args: { run: '7' } });
  });

  it('shows the spiders that a filter leaves, and counts them', async () => {
    show({
      'projects.overview': () =>
        overview([
          spider('lamps', { lastRun: run('lamps', { state: 'failed' }), needs: 'It failed.' }),
          spider('chairs', { lastRun: run('chairs') }),
          spider('tables'),
        ]),
    });
    await screen.findByRole('grid', { name: 'Spiders of shops' });
    const told = within(filters())
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(told).toEqual(['All 3', 'Needs a person 1', 'Failed 1', 'No schedule 3', 'Never run 1']);
    fireEvent.click(within(filters()).getByRole('button', { name: 'Never run 1' }));
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2'));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zeppelin' } });
    await screen.findByRole('heading', { name: 'No matching spiders' });
    fireEvent.click(screen.getByRole('button', { name: 'Show all 3' }));
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4'));
  });

  it('queues all of its spiders, each once, as full runs', async () => {
    const client = show({
      'projects.overview': () => overview([spider('lamps'), spider('chairs')]),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Queue all' }));
    await waitFor(() =>
      expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['2 spiders queued']),
    );
    const common = { project: 'shops', limit: null, overrides: {}, allowPrivate: false, duplicates: 'skip' };
    expect(client.made.find(({ name }) => name === 'queue.addMany')?.args).toEqual({
      entries: [
        { ...common, spider: 'lamps' },
        { ...common, spider: 'chairs' },
      ],
    });
  });

  it('queues only what is selected, by the command', async () => {
    const client = show({ 'projects.overview': () => overview([spider('lamps'), spider('chairs')]) });
    await screen.findByRole('grid');
    const { key, order } = useProjectStore.getState().rows['shops'] ?? { key: '', order: [] };
    expect(order).toEqual(['chairs', 'lamps']);
    act(() => useProjectStore.setState({ rows: { shops: { key, order, selected: ['chairs'] } } }));
    expect(screen.getByRole('group', { name: 'What is selected' }).textContent).toContain(
      '1 spider selected',
    );
    act(() => expect(runCommand('project.queue')).toBe(true));
    await waitFor(() => expect(client.made.some(({ name }) => name === 'queue.addMany')).toBe(true));
    expect(client.made.find(({ name }) => name === 'queue.addMany')?.args).toMatchObject({
      entries: [{ spider: 'chairs' }],
    });
  });
});
