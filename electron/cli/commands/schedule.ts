import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { Schedule } from '../../../shared/contract/types.ts';
import { wallText } from '../../../shared/schedules/civil.ts';
import { ChoiceError, cronOfChoice, readChoice, scheduleRhythms } from '../../../shared/schedules/choices.ts';
import { missedPolicies } from '../../../shared/schedules/policies.ts';
import { openZone, ownZone } from '../../../shared/schedules/zone.ts';
import {
  projectFilter,
  projectOption,
  type CommandSpec,
  type Context,
  type OptionSpec,
  type Options,
} from '../command.ts';
import { printable, UsageError } from '../output.ts';
import {
  chosenWorkers,
  priorityOption,
  readPriority,
  readRunOptions,
  runOptions,
  workersOption,
} from '../run-args.ts';
import { renderTable } from '../table.ts';

/** Ticks that `schedule show` prints. */
const shownTicks = 20;

const timeOptions: OptionSpec[] = [
  { flags: '--cron <expression>', description: 'when, as a cron expression of five fields' },
  { flags: '--every <rhythm>', description: 'when, without cron', choices: scheduleRhythms },
  { flags: '--at <time>', description: 'with --every: HH:MM, or :MM of every hour (default: 00:00)' },
  {
    flags: '--on <day>',
    description:
      'with --every week: a weekday (default: monday); with --every month: 1 to 28, or last (default: 1)',
  },
  {
    flags: '--zone <zone>',
    description: 'the time zone, such as Europe/Berlin (default: that of this machine)',
  },
  {
    flags: '--missed <what>',
    description:
      'what to do when nothing carried out schedules at the time: skip it, or crawl once later (default: once)',
    choices: missedPolicies,
  },
  priorityOption,
];

/** The commands below `schedule`. */
export const scheduleCommands: CommandSpec[] = [
  {
    usage: 'add [spider]',
    summary: 'crawl a spider by the clock',
    description:
      'Adds a schedule, which queues a crawl of the spider at each of its times. A process has to be there to carry it out: "daemon", or an open window. While the crawl of one time has not ended, the next times are skipped, with the reason.',
    options: [
      projectOption,
      { flags: '--all', description: 'one schedule for each spider of the project' },
      ...timeOptions,
      ...runOptions,
      workersOption,
    ],
    examples: [
      ['schedule add news --every day --at 02:30', 'every night, in the time zone of this machine'],
      ['schedule add news --cron "30 2 * * 1-5" --zone Europe/Berlin', 'on weekdays at 02:30 in Berlin'],
      ['schedule add news --every month --on last --at 06:00 --missed skip', 'not later if it is missed'],
      ['schedule add directory --every week --workers 3', 'a crawl of many fast sites, with three processes'],
      ['schedule add --all --project press --every day --at 01:00', 'all spiders of a project'],
    ],
    run: add,
  },
  {
    usage: 'list [spider]',
    summary: 'list the schedules with their next times',
    options: [projectFilter],
    examples: [
      ['schedule list', 'the schedules of all projects'],
      ['schedule list news --project press', 'those of one spider'],
    ],
    async run({ output, options, ask }, [spider]) {
      const project = options.text('project') ?? (spider === undefined ? null : 'default');
      const of = { ...(project === null ? {} : { project }), ...(spider === undefined ? {} : { spider }) };
      const schedules = await ask('schedules.list', of);
      output.result(schedules, () =>
        schedules.length === 0
          ? 'No schedules yet. "spider-studio schedule add SPIDER --every day --at 02:30" adds one.'
          : renderTable(
              ['id', 'spider', 'project', 'when', 'zone', `next (${ownZone()})`, 'last'],
              schedules.map((one) => [
                one.id,
                one.spider,
                one.project,
                one.words,
                one.zone,
                one.enabled ? localTime(one.next[0]) : 'disabled',
                lastWords(one),
              ]),
            ),
      );
    },
  },
  {
    usage: 'show <id>',
    summary: 'show a schedule: its next times, and what was decided about the last ones',
    examples: [['schedule show 3', 'when it crawls next, and why times were skipped']],
    async run({ output, ask }, [id = '']) {
      const schedule = await ask('schedules.get', { schedule: id });
      const ticks = await ask('schedules.ticks', { schedule: id, limit: shownTicks });
      output.result({ ...schedule, ticks }, () => describe(schedule, ticks));
    },
  },
  {
    usage: 'change <id>',
    summary: 'change a schedule',
    description:
      'Changes what is given and leaves the rest. With another time or time zone, the schedule begins anew: what was missed before is not caught up.',
    options: [...timeOptions, ...runOptions, workersOption],
    examples: [
      ['schedule change 3 --every weekday --at 03:00', 'another time'],
      ['schedule change 3 --missed skip', 'missed times are not caught up any more'],
    ],
    async run({ output, options, ask }, [id = '']) {
      const changes = { ...readTime(options), ...readChoices(options) };
      if (Object.keys(changes).length === 0)
        throw new UsageError(
          'Nothing is to be changed.',
          'Name what to change, for example --at with --every.',
        );
      const schedule = await ask('schedules.update', { schedule: id, ...changes });
      output.result(schedule, () => describe(schedule));
    },
  },
  {
    usage: 'enable <id>',
    summary: 'let a disabled schedule crawl again, from now on',
    examples: [['schedule enable 3', 'what was missed meanwhile is not caught up']],
    run: (context, [id = '']) => setEnabled(context, id, true),
  },
  {
    usage: 'disable <id>',
    summary: 'keep a schedule, and crawl no more by it',
    examples: [['schedule disable 3', 'until "schedule enable 3"']],
    run: (context, [id = '']) => setEnabled(context, id, false),
  },
  {
    usage: 'remove <id>',
    summary: 'remove a schedule',
    examples: [['schedule remove 3', 'what it has queued stays in the queue']],
    async run({ output, ask }, [id = '']) {
      const { spider, project } = await ask('schedules.get', { schedule: id });
      await ask('schedules.remove', { schedule: id });
      output.result({ removed: id }, () => `Removed schedule ${id} of ${spider} in project ${project}.`);
    },
  },
];

async function add({ output, options, ask }: Context, [spider]: readonly string[]): Promise<void> {
  const all = options.flag('all');
  if (all === (spider !== undefined))
    throw new UsageError('Name a spider, or --all for each spider of the project.');
  const { cron } = readTime(options);
  if (cron === undefined)
    throw new UsageError('It is not said when.', 'Give --every day --at 02:30, or --cron "30 2 * * *".');
  const project = options.project();
  const request = { project, cron, ...readChoices(options) };
  if (spider !== undefined) {
    const schedule = await ask('schedules.add', { ...request, spider });
    output.result(schedule, () => describe(schedule));
    return;
  }
  const schedules = await addForAll(ask, request);
  output.result(schedules, () =>
    schedules.length === 0
      ? `The project ${project} has no spiders.`
      : schedules.map((one) => `Schedule ${one.id}: ${one.spider}, ${when(one)}.`).join('\n'),
  );
}

/** One schedule for each spider of a project: all of them or, where one cannot be added, none. */
async function addForAll(
  ask: Context['ask'],
  request: Omit<CallArgs<'schedules.add'>, 'spider'>,
): Promise<Schedule[]> {
  const schedules: Schedule[] = [];
  try {
    for (const { name } of await ask('spiders.list', { project: request.project }))
      schedules.push(await ask('schedules.add', { ...request, spider: name }));
    return schedules;
  } catch (error) {
    for (const { id } of schedules) await ask('schedules.remove', { schedule: id });
    throw error;
  }
}

async function setEnabled({ output, ask }: Context, schedule: string, enabled: boolean): Promise<void> {
  const changed = await ask('schedules.update', { schedule, enabled });
  output.result(changed, () => describe(changed));
}

/** The time that was chosen, as a cron expression; nothing: none was. @throws UsageError */
function readTime(options: Options): { cron?: string } {
  const cron = options.text('cron');
  const [at, on] = [options.text('at'), options.text('on')];
  const every = scheduleRhythms.find((rhythm) => rhythm === options.text('every'));
  if (cron !== null) {
    if (every === undefined && at === null && on === null) return { cron };
    throw new UsageError('--cron says all of the time: --every, --at and --on do not go with it.');
  }
  if (every === undefined) {
    if (at === null && on === null) return {};
    throw new UsageError(
      '--at and --on need --every.',
      `For example --every day${at === null ? '' : ` --at ${at}`}.`,
    );
  }
  try {
    return { cron: cronOfChoice(readChoice(every, at, on)) };
  } catch (error) {
    if (error instanceof ChoiceError) throw new UsageError(error.message, error.hint);
    throw error;
  }
}

/** What was chosen beside the time. */
function readChoices(options: Options): Omit<CallArgs<'schedules.update'>, 'schedule'> {
  const zone = options.text('zone');
  const missed = missedPolicies.find((policy) => policy === options.text('missed'));
  const priority = readPriority(options);
  const { limit, overrides, args, allowPrivate } = readRunOptions(options);
  return {
    ...(zone === null ? {} : { zone }),
    ...(missed === undefined ? {} : { missed }),
    ...(priority === null ? {} : { priority }),
    ...(limit === null ? {} : { limit }),
    ...(Object.keys(overrides).length === 0 ? {} : { overrides }),
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...(allowPrivate ? { allowPrivate } : {}),
    ...chosenWorkers(options),
  };
}

const when = ({ words, zone }: Schedule): string => `${words} (${zone})`;

const localTime = (time: string | undefined): string =>
  time === undefined ? '' : wallText(openZone(ownZone()).wallAt(Date.parse(time)));

function lastWords({ last }: Schedule): string {
  if (last === null) return '';
  const what = last.outcome === 'queued' ? `queued as ${last.entry ?? 'an entry that is gone'}` : 'skipped';
  return `${localTime(last.dueAt)} ${what}`;
}

/** A schedule in text, its times in its own zone and in that of this machine. */
function describe(schedule: Schedule, ticks: CallValue<'schedules.ticks'> = []): string {
  const { id, spider, project, enabled, missed, next } = schedule;
  const own = ownZone();
  const zones = schedule.zone === own ? [own] : [schedule.zone, own];
  const timesOf = (time: string): string[] =>
    zones.map((zone) => wallText(openZone(zone).wallAt(Date.parse(time))));
  const lines = [
    `Schedule ${id}: ${spider} in project ${project}, ${when(schedule)}${enabled ? '' : ', disabled'}`,
    missed === 'once' ? 'A missed time is caught up once.' : 'A missed time is skipped.',
  ];
  if (next.length > 0)
    lines.push(
      '',
      renderTable(
        zones.map((zone) => `next (${zone})`),
        next.map(timesOf),
      ),
    );
  if (ticks.length > 0) {
    const rows = ticks.map((tick) => [
      ...timesOf(tick.dueAt),
      tick.outcome,
      tick.entry ?? '',
      tick.run ?? '',
      tick.reason ?? '',
    ]);
    lines.push(
      '',
      renderTable([...zones.map((zone) => `due (${zone})`), 'outcome', 'entry', 'run', 'reason'], rows),
    );
  }
  return printable(lines.join('\n'));
}
