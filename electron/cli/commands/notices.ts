import { channelKinds } from '../../../shared/notice-kinds.ts';
import type { NoticeChannel, NoticeSettings } from '../../../shared/contract/types.ts';
import type { CommandSpec, Options } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';

/** What can be turned off, by its name on the command line. */
const switches = {
  failed: 'failed',
  'too-few-items': 'tooFewItems',
  drop: 'drop',
  blocked: 'blocked',
  breached: 'breached',
  paused: 'paused',
  dead: 'dead',
  skipped: 'skipped',
} as const satisfies Record<string, keyof NoticeSettings['on']>;

const isSwitch = (name: string): name is keyof typeof switches => Object.hasOwn(switches, name);
const isKind = (text: string): text is NoticeChannel['kind'] => channelKinds.some((kind) => kind === text);

/** The commands below `notices`. */
export const noticeCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list the channels, and what notices are about',
    examples: [['notices list', 'how people are told of trouble, and what went wrong last']],
    async run({ output, ask }) {
      const { channels, settings } = await ask('notices.channels', {});
      output.result({ channels, settings }, () =>
        [
          channels.length === 0
            ? 'No channels yet. "spider-studio notices add desktop" adds one.'
            : renderTable(
                ['channel', 'kind', 'sends to', 'when', 'last sent', 'problem'],
                channels.map((channel) => [
                  channel.id,
                  channel.enabled ? channel.kind : `${channel.kind} (off)`,
                  targetWords(channel),
                  channel.timing,
                  channel.lastSentAt ?? 'never',
                  channel.lastProblem ?? '',
                ]),
              ),
          '',
          printable(settingsWords(settings)),
        ].join('\n'),
      );
    },
  },
  {
    usage: 'add <kind> [target...]',
    summary: 'add a channel: the desktop, a command or a webhook',
    description:
      'Adds a channel. A command is a program and its arguments, after "--"; no shell reads them, and the program gets each notice as JSON on its standard input. A webhook is a URL that gets one POST of JSON for each notice; it is not tried again. A channel gets one digest a night unless --each is given.',
    options: [
      { flags: '--each', description: 'send each trouble as it happens, instead of one digest a night' },
      { flags: '--allow-private', description: 'the webhook is on this machine or its network' },
    ],
    examples: [
      ['notices add desktop', 'show the digest on the desktop'],
      ['notices add webhook https://hooks.example.com/crawls', 'post the digest each morning'],
      ['notices add command --each -- /usr/local/bin/page-me --loud', 'run a program for each trouble'],
    ],
    async run({ output, options, ask }, [kind = '', ...target]) {
      if (!isKind(kind)) throw new UsageError(`A channel is ${channelKinds.join(', ')}, not "${kind}".`);
      const timing = options.flag('each') ? 'each' : 'digest';
      const added = await ask('notices.addChannel', {
        kind,
        target: targetOf(kind, target, options),
        timing,
      });
      output.result(added, () => printable(`Added channel ${added.id}: ${describe(added)}.`));
    },
  },
  {
    usage: 'remove <channel>',
    summary: 'remove a channel',
    examples: [['notices remove 2', 'nothing is sent through it any more']],
    async run({ output, ask }, [channel = '']) {
      const removed = await ask('notices.removeChannel', { channel });
      output.result(removed, () => printable(`Removed channel ${removed.id}: ${describe(removed)}.`));
    },
  },
  {
    usage: 'test <channel>',
    summary: 'send a test notice through a channel',
    description: 'Sends a test notice through a channel. The exit code is 1 when it could not be sent.',
    examples: [['notices test 2', 'whether its webhook answers']],
    async run({ output, ask }, [channel = '']) {
      const { sent, problem } = await ask('notices.test', { channel });
      output.result({ sent, problem }, () => printable(problem ?? 'Sent.'));
      return sent ? 0 : 1;
    },
  },
  {
    usage: 'configure',
    summary: 'choose what notices are about, and when the digest is made',
    description: `Changes what is given, and prints the settings. What can be turned on and off: ${Object.keys(switches).join(', ')}.`,
    options: [
      { flags: '--at <time>', description: 'when the digest is made, such as 07:00' },
      {
        flags: '--zone <zone>',
        description: 'the time zone of it, such as Europe/Berlin; "own": that of the machine',
      },
      { flags: '--on <what>', description: 'what is trouble again (repeatable)', repeatable: true },
      { flags: '--off <what>', description: 'what is no trouble (repeatable)', repeatable: true },
      {
        flags: '--quiet-nights <choice>',
        description: 'whether a digest is sent after a night without trouble',
        choices: ['on', 'off'],
      },
    ],
    examples: [
      ['notices configure --at 06:30 --zone Europe/Berlin', 'half past six in Berlin, in summer and winter'],
      [
        'notices configure --off drop --quiet-nights off',
        'silence when all is well, and no word of fewer items',
      ],
    ],
    async run({ output, options, ask }) {
      const [at, zone, quiet] = [options.text('at'), options.text('zone'), options.text('quietNights')];
      const on = { ...switched(options, 'on'), ...switched(options, 'off') };
      const settings = await ask('notices.configure', {
        ...(at === null ? {} : { digestAt: timeOfDay(at) }),
        ...(zone === null ? {} : { zone: zone === 'own' ? null : zone }),
        ...(quiet === null ? {} : { quietNights: quiet === 'on' }),
        on,
      });
      output.result(settings, () => printable(settingsWords(settings)));
    },
  },
];

function targetOf(
  kind: NoticeChannel['kind'],
  target: readonly string[],
  options: Options,
): NoticeChannel['target'] {
  const [first, second] = target;
  if (kind === 'desktop' && first !== undefined) throw new UsageError('The desktop needs no target.');
  if (kind === 'webhook' && (first === undefined || second !== undefined))
    throw new UsageError('A webhook needs one URL.');
  if (kind === 'command' && first === undefined)
    throw new UsageError('A command needs a program.', 'Write it after "--".');
  if (kind === 'command') return { command: [...target] };
  return first === undefined ? {} : { url: first, allowPrivate: options.flag('allowPrivate') };
}

function switched(options: Options, side: 'on' | 'off'): Partial<NoticeSettings['on']> {
  return Object.fromEntries(
    options.list(side).map((name) => {
      if (!isSwitch(name))
        throw new UsageError(`--${side} takes ${Object.keys(switches).join(', ')}, not "${name}".`);
      return [switches[name], side === 'on'];
    }),
  );
}

function timeOfDay(text: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new UsageError(`--at takes a time such as 07:00, not "${text}".`);
}

const targetWords = ({ kind, target: { command, url } }: NoticeChannel): string =>
  kind === 'desktop' ? 'this computer' : (url ?? (command ?? []).join(' '));

const describe = (channel: NoticeChannel): string =>
  `${channel.kind}, ${targetWords(channel)}, ${channel.timing === 'each' ? 'each trouble' : 'one digest a night'}`;

function settingsWords({ digestAt, zone, on, quietNights }: NoticeSettings): string {
  const off = Object.entries(switches).flatMap(([name, key]) => (on[key] ? [] : [name]));
  return [
    `The digest is made at ${digestAt} (${zone}).`,
    off.length === 0 ? 'Everything that can be trouble is.' : `No trouble: ${off.join(', ')}.`,
    `After a night without trouble, ${quietNights ? 'one line is sent' : 'nothing is sent'}.`,
  ].join(' ');
}
