import type { ReactElement } from 'react';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../renderer/commands/registry.ts';
import { allColumns } from '../../../../renderer/features/schedules/schedule-columns.tsx';
import { ScheduleDialog } from '../../../../renderer/features/schedules/schedule-dialog.tsx';
import {
  SchedulesScreen,
  SpiderSchedules,
} from '../../../../renderer/features/schedules/schedules-screen.tsx';
import { useSchedules } from '../../../../renderer/features/schedules/schedules-store.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { Schedule, ScheduleTick, SpiderSummary } from '../../../../shared/contract/types.ts';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';
import { entry } from '../queue/samples.ts';

function schedule(given: Partial<Schedule> = {}): Schedule {
  return {
    id: '1',
    project: 'default',
    spider: 'shop',
    cron: '30 2 * * *',
    words: 'Every day at 02:30',
    zone: 'Europe/Berlin',
    missed: 'once',
    enabled: true,
    priority: 0,
    options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
    createdAt: '2026-11-01T00:00:00.000Z',
    next: ['2026-11-24T01:30:00.000Z'],
    last: null,
    ...given,
  };
}

const tick = (day: number, given: Partial<ScheduleTick> = {}): ScheduleTick => ({
  dueAt: new Date(Date.UTC(2026, 9, day, 1, 30)).toISOString(),
  decidedAt: new Date(Date.UTC(2026, 9, day, 1, 30, 1)).toISOString(),
  outcome: 'queued',
  reason: null,
  entry: String(day),
  run: String(100 + day),
  ...given,
});

const shop: SpiderSummary = {
  project: 'default',
  name: 'shop',
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
};

const moment = {
  at: '2026-03-29T01:00:00.000Z',
  local: '2026-03-29 03:00',
  note: 'Clocks skip 02:30 on this day.',
};

function show(part: ReactElement, answers: FakeAnswers = {}) {
  const client = createFakeClient({
    'schedules.list': () => [schedule(), schedule({ id: '2', spider: 'news', enabled: false, next: [] })],
    'schedules.preview': ({ zone = 'UTC' }) => ({ words: 'Every day at 02:30', zone, next: [moment] }),
    'schedules.ticks': () => [],
    'spiders.list': () => [shop],
    'spiders.get': () => ({
      summary: shop,
      text: JSON.stringify({ start_urls: ['https://example.org/'] }),
      draft: null,
    }),
    ...answers,
  });
  setClient(client);
  render(<TooltipProvider>{part}</TooltipProvider>);
  const made = (name: string) => client.made.filter((call) => call.name === name).map(({ args }) => args);
  return { made, user: userEvent.setup() };
}

beforeEach(() => {
  window.location.hash = '#/schedules';
  useSchedules.setState({ dialog: null });
  useToasts.setState({ toasts: [] });
});

describe('the schedules', () => {
  it('show the next moments of the chosen one, with what a change of the clocks does, and its history', async () => {
    const first = Array.from({ length: 20 }, (_, index) => tick(31 - index));
    const { made, user } = show(<SchedulesScreen />, {
      'schedules.list': () => [schedule({ next: [moment.at] })],
      'schedules.ticks': ({ before }) =>
        before === undefined
          ? [
              tick(31, { outcome: 'skipped', reason: 'The crawl is still running.', run: null, entry: null }),
              ...first.slice(1),
            ]
          : [tick(2)],
    });
    const moments = await screen.findByRole('table', { name: 'Next moments' });
    expect(within(moments).getByRole('cell', { name: 'Sun 2026-03-29 03:00' })).toBeDefined();
    expect(within(moments).getByText(/Clocks skip 02:30/u)).toBeDefined();
    const ticks = await screen.findByRole('table', { name: 'History of the schedule' });
    expect(within(ticks).getByText('The crawl is still running.')).toBeDefined();
    expect(within(ticks).getByRole('link', { name: 'Run 130' }).getAttribute('href')).toBe('#/run/130');
    await user.click(screen.getByRole('button', { name: 'Show older moments' }));
    expect(await within(ticks).findByRole('link', { name: 'Run 102' })).toBeDefined();
    expect(made('schedules.ticks').at(-1)).toEqual({ schedule: '1', before: tick(12).dueAt, limit: 20 });
    expect(screen.queryByRole('button', { name: 'Show older moments' })).toBeNull();
  });

  it('are turned on and off, run now, changed and removed by commands', async () => {
    const { made } = show(<SchedulesScreen />, {
      'schedules.update': () => schedule({ enabled: false }),
      'queue.add': () => entry({ id: '77' }),
    });
    await waitFor(() => expect(runCommand('schedule.toggle')).toBe(true));
    await waitFor(() => expect(made('schedules.update')).toEqual([{ schedule: '1', enabled: false }]));
    runCommand('schedule.run');
    await waitFor(() =>
      expect(made('queue.add')).toEqual([
        {
          project: 'default',
          spider: 'shop',
          priority: 0,
          limit: null,
          overrides: {},
          args: {},
          allowPrivate: false,
        },
      ]),
    );
    runCommand('schedule.change');
    expect(useSchedules.getState().dialog).toMatchObject({ schedule: { id: '1' } });
  });

  it('tell in their rows what was decided last', () => {
    const last = (given: Partial<ScheduleTick>) => {
      const { decidedAt: _, ...rest } = tick(1, given);
      return schedule({ last: rest });
    };
    const texts = [
      schedule(),
      last({}),
      last({ run: null }),
      last({ outcome: 'skipped', reason: 'Missed.', run: null, entry: null }),
    ].map((row) => {
      const column = allColumns.find(({ name }) => name === 'last');
      const { container, unmount } = render(column?.cell(row));
      const { textContent } = container;
      unmount();
      return textContent?.replace(/ (?:now|\S+ \S+ ago|\d{4}-\d\d-\d\d)$/u, '');
    });
    expect(texts).toEqual(['nothing yet', 'Run 101', 'Queued', 'Skipped']);
  });

  it('teach where there are none, also beside a spider', async () => {
    show(<SpiderSchedules params={{ project: 'default', spider: 'shop' }} />, { 'schedules.list': () => [] });
    expect(await screen.findByRole('heading', { name: 'shop has no schedule' })).toBeDefined();
    expect(screen.getByText(/spider-studio daemon/u)).toBeDefined();
  });
});

describe('the dialog of a schedule', () => {
  it('adds one by plain choices, with its next moments while it is typed', async () => {
    const { made, user } = show(<ScheduleDialog spider={{ project: 'default', spider: 'shop' }} />, {
      'schedules.add': () => schedule(),
    });
    expect(await screen.findByRole('cell', { name: 'Sun 2026-03-29 03:00' })).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'How often' }), 'Every week');
    await user.selectOptions(screen.getByRole('combobox', { name: 'On' }), 'Friday');
    const at = screen.getByRole('textbox', { name: 'At' });
    await user.clear(at);
    await user.type(at, '22:15');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.clear(zone);
    await user.type(zone, 'Europe/Berlin');
    await waitFor(() =>
      expect(made('schedules.preview').at(-1)).toEqual({ cron: '15 22 * * 5', zone: 'Europe/Berlin' }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'If a moment is missed' }), 'Skip');
    await user.click(screen.getByRole('button', { name: 'Add the schedule' }));
    await waitFor(() =>
      expect(made('schedules.add')).toEqual([
        {
          project: 'default',
          spider: 'shop',
          cron: '15 22 * * 5',
          zone: 'Europe/Berlin',
          missed: 'skip',
          priority: 0,
          limit: null,
          overrides: {},
          args: {},
          allowPrivate: false,
        },
      ]),
    );
    expect(useToasts.getState().toasts.at(-1)?.title).toBe('shop has a schedule');
  });

  it('changes the number of processes, also back to one', async () => {
    const options = { limit: null, overrides: {}, args: {}, allowPrivate: false, workers: 3 };
    const { made, user } = show(<ScheduleDialog schedule={schedule({ options })} />, {
      'schedules.update': () => schedule(),
    });
    const workers = await screen.findByRole('spinbutton', { name: 'Worker processes' });
    expect(workers).toHaveProperty('value', '3');
    await user.clear(workers);
    await user.type(workers, '1{Enter}');
    await waitFor(() => expect(made('schedules.update')).toMatchObject([{ schedule: '1', workers: 1 }]));
  });

  it('says at the field what is wrong, and saves nothing before', async () => {
    const { made, user } = show(<ScheduleDialog schedule={schedule({ cron: '*/7 3 * * *' })} />, {
      'schedules.preview': ({ zone = '' }) =>
        zone === 'Mars/Base'
          ? failing('unknown-zone', 'There is no time zone “Mars/Base”.', 'Use a name such as Europe/Berlin.')
          : { words: 'Something', zone, next: [moment] },
      'schedules.update': () => failing('bad-run-args', 'The argument term needs a value.'),
    });
    const cron = await screen.findByRole('textbox', { name: 'Cron expression' });
    expect(cron).toHaveProperty('value', '*/7 3 * * *');
    await user.clear(cron);
    await user.type(cron, '61 3 * * *');
    expect(cron.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    expect(screen.getByText(/next moments appear here/u)).toBeDefined();
    await user.clear(cron);
    await user.type(cron, '1 3 * * *');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await user.clear(zone);
    expect(screen.getByText('A schedule needs a time zone.')).toBeDefined();
    await user.type(zone, 'Mars/Base');
    expect(await screen.findByText(/There is no time zone “Mars\/Base”/u)).toBeDefined();
    await user.clear(zone);
    await user.type(zone, 'UTC');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The argument term needs a value.')).toBeDefined();
    expect(made('schedules.update')).toMatchObject([{ schedule: '1', cron: '1 3 * * *', zone: 'UTC' }]);
  });
});
