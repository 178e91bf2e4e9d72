import type { BackupPlan } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { keepOptions, retention } from './backup-keep.ts';

/** The commands below `backup` about backups by the clock. */
export const backupScheduleCommands: CommandSpec[] = [
  {
    usage: 'schedule <place>',
    summary: 'back up to a place by the clock',
    description:
      'Stores the workspace in a place at the moments of a cron expression, while a window or a daemon runs; a moment that was missed is made up for once. Each backup is then read, restored into a scratch folder and compared, and what no --keep option keeps is deleted. A failure is told through every channel of notices. The command given again replaces the schedule of the place.',
    options: [
      { flags: '--cron <expression>', description: 'when, for example "30 2 * * *"' },
      { flags: '--zone <name>', description: 'the time zone (default: that of this computer)' },
      {
        flags: '--unverified',
        description: 'do not verify backups; then they do not count for --keep either',
      },
      ...keepOptions,
    ],
    examples: [
      [
        'backup schedule nas --cron "30 2 * * *" --keep-daily 7 --keep-monthly 12',
        'every night at half past two',
      ],
    ],
    async run({ output, options, ask }, [place = '']) {
      const cron = options.text('cron');
      if (cron === null)
        throw new UsageError('--cron says when.', 'For example: backup schedule nas --cron "30 2 * * *"');
      const zone = options.text('zone');
      const plan = await ask('backups.plan', {
        place: place.replace(/^place:/, ''),
        cron,
        ...(zone === null ? {} : { zone }),
        verify: !options.flag('unverified'),
        keep: retention(options),
      });
      output.result(plan, () =>
        printable(`Backups go to ${plan.place}: next at ${plan.nextAt ?? 'no time'}.`),
      );
    },
  },
  {
    usage: 'schedules',
    summary: 'list the backups by the clock, and how the last ones ended',
    examples: [['backup schedules', 'place, time, the next and the last one']],
    async run({ output, ask }) {
      const plans = await ask('backups.plans', {});
      output.result(plans, () =>
        plans.length === 0
          ? 'No backups by the clock yet. "spider-studio backup schedule PLACE --cron EXPRESSION" adds them.'
          : printable(
              renderTable(
                ['place', 'cron', 'zone', 'next', 'last', 'how it ended'],
                plans.map((plan) => [
                  plan.place,
                  plan.cron,
                  plan.zone,
                  plan.nextAt ?? '',
                  plan.last?.at ?? '',
                  ended(plan),
                ]),
              ),
            ),
      );
    },
  },
  {
    usage: 'unschedule <place>',
    summary: 'no longer back up to a place by the clock',
    examples: [['backup unschedule nas', 'what is stored there stays']],
    async run({ output, ask }, [place = '']) {
      const plan = await ask('backups.unplan', { place: place.replace(/^place:/, '') });
      output.result(plan, () =>
        printable(`No more backups to ${plan.place} by the clock. What is stored there stays.`),
      );
    },
  },
];

const ended = ({ last, verify }: BackupPlan): string =>
  last === null ? '' : (last.problem ?? (verify ? 'verified' : 'stored'));
