import type { FleetHost, FleetStatus, FleetWorker } from '../../../shared/contract/types.ts';
import { counted } from '../../../shared/counted.ts';
import {
  fleetSentence,
  hostStateWords,
  lossWords,
  noFleetSentence,
  shortTime,
  workerStateWords,
} from '../../../shared/contract/fleet-words.ts';
import type { CommandSpec, Context } from '../command.ts';
import { printable } from '../output.ts';
import { renderTable } from '../table.ts';

/** How many hosts are read at once. */
const hostsAtOnce = 1000;

/** The commands below `fleet`. */
export const fleetCommands: CommandSpec[] = [
  {
    usage: 'status',
    isDefault: true,
    summary: 'show how the workers stand, and what waits for them',
    description:
      'Shows how many workers there are, how many hosts are ready for one, and which runs they carry out. Further workers help where more hosts are ready than there are slots.',
    examples: [
      ['fleet', 'how the fleet stands'],
      ['fleet status --json', 'the same figures as the metrics of the API'],
    ],
    async run({ ask, output }) {
      const status = await ask('fleet.status', {});
      output.result(status, () => describeStatus(status));
    },
  },
  {
    usage: 'workers',
    summary: 'list the workers, and what each does',
    description: 'Lists the workers by name. One that is gone is told of for an hour.',
    examples: [['fleet workers', 'names, machines, requests in flight, pages a minute']],
    async run({ ask, output }) {
      const workers = await ask('fleet.workers', {});
      output.result(workers, () => describeWorkers(workers));
    },
  },
  {
    usage: 'hosts',
    summary: 'list the hosts, and who has each',
    description:
      'Lists the hosts of all runs: those that are set aside, then those that workers have, that are ready, and that wait.',
    options: [{ flags: '--limit <n>', description: 'so many at most (default: all)' }],
    examples: [
      ['fleet hosts', 'all that is worked on or waits'],
      ['fleet hosts --limit 20', 'the first twenty; those that need a person come first'],
    ],
    async run(context) {
      const hosts = await hostsOf(context);
      context.output.result(hosts, () => describeHosts(hosts));
    },
  },
  {
    usage: 'drain <worker>',
    summary: 'ask a worker to end when it has finished what it has',
    description:
      'Asks a worker to end: it takes nothing more, finishes what is in flight, gives its hosts back to the others, and ends. It learns of it within some seconds.',
    examples: [['fleet drain crawler-3', 'what "fleet workers" calls crawler-3 ends']],
    async run({ ask, output }, [worker = '']) {
      await ask('fleet.drain', { worker });
      output.result({ worker }, () => printable(`${worker} finishes what it has, and ends.`));
    },
  },
  {
    usage: 'revive <host>',
    summary: 'let a host that was set aside be taken again',
    description:
      'A host is set aside where four workers in a row have died of it. This lets it be taken again, for example by a worker with more memory.',
    examples: [['fleet revive shop.example', 'a worker takes it when it has room']],
    async run({ ask, output }, [host = '']) {
      await ask('fleet.revive', { host });
      output.result({ host }, () => printable(`${host} can be taken again.`));
    },
  },
];

async function hostsOf({ ask, options }: Context): Promise<FleetHost[]> {
  const most = options.count('limit') ?? Number.POSITIVE_INFINITY;
  const found: FleetHost[] = [];
  while (found.length < most) {
    const limit = Math.min(hostsAtOnce, most - found.length);
    const { hosts } = await ask('fleet.hosts', { offset: found.length, limit });
    found.push(...hosts);
    if (hosts.length < limit) break;
  }
  return found;
}

function describeStatus(status: FleetStatus | null): string {
  if (status === null) return noFleetSentence;
  const { active, waiting, setAside, readyPerSlot, runs } = status;
  const rest = [
    `${counted(active, 'host')} at work, ${waiting} waiting, ${setAside} set aside.`,
    `${readyPerSlot.toFixed(2)} ready hosts per slot.`,
    ...runs.map(({ run, spider, workers }) => `Run ${run} of ${spider}: ${workers.join(', ')}.`),
  ];
  return printable([`${fleetSentence(status)}.`, ...rest].join('\n'));
}

function describeWorkers(workers: readonly FleetWorker[]): string {
  if (workers.length === 0) return 'There are no workers.';
  return renderTable(
    ['worker', 'machine', 'state', 'slots used', 'hosts', 'pages a minute', 'pages', 'last sign', 'version'],
    workers.map((one) => [
      one.name,
      `${one.machine} (${one.pid})`,
      workerStateWords[one.state],
      `${one.busy} of ${one.slots}`,
      String(one.hosts),
      one.pagesPerMinute === null ? '–' : String(one.pagesPerMinute),
      String(one.pages),
      `${shortTime(one.silentMs)} ago`,
      one.version,
    ]),
  );
}

function describeHosts(hosts: readonly FleetHost[]): string {
  if (hosts.length === 0) return 'No host is worked on or waits.';
  return renderTable(
    ['host', 'state', 'worker', 'runs', 'queued', 'since or from'],
    hosts.map(({ host, state, worker, losses, runs, at }) => [
      host,
      losses === null ? hostStateWords[state] : `${hostStateWords[state]}: ${lossWords(losses)}`,
      worker ?? '–',
      runs.map(({ run }) => run).join(', '),
      String(runs.reduce((sum, { queued }) => sum + queued, 0)),
      at ?? '',
    ]),
  );
}
