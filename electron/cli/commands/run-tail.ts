import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eventsOf, followEvents, type EventFilter } from '../run-events.ts';
import type { RunEvent } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';

/** Events that are printed as text unless --limit says otherwise. */
const shownEvents = 100;

/** The command `runs tail`. */
export const tail: CommandSpec = {
  usage: 'tail <id>',
  summary: 'show the events of a run, page by page',
  description:
    'Shows the events of a run in order: what was fetched, extracted, retried, dropped or skipped, and why. With --follow it shows new events until the run ends or is paused.',
  options: [
    { flags: '--follow', description: 'also show new events as they happen' },
    { flags: '--kind <kind>', description: 'only events of this kind', repeatable: true },
    { flags: '--url <text>', description: 'only events whose URL contains this text' },
    {
      flags: '--limit <n>',
      description: `only the newest events (default: ${shownEvents}; all as JSON)`,
    },
    { flags: '--json-lines', description: 'print one JSON value on each line' },
  ],
  examples: [
    ['runs tail 12', `the newest ${shownEvents} events of run 12`],
    ['runs tail 12 --follow --kind failed --kind retried', 'failures and retries, as they happen'],
    ['runs tail 12 --url /product/ --json', 'all events of some pages, as a JSON array'],
    ['runs tail 12 --json-lines > events.jsonl', 'all events, one on each line'],
  ],
  async run({ output, options, ask, streams }, [id = '']) {
    const follow = options.flag('follow');
    const lines = options.flag('jsonLines') || (output.json && follow);
    const filter: EventFilter = {
      kinds: options.list('kind'),
      url: options.text('url'),
      newest: options.count('limit') ?? (lines || output.json ? null : shownEvents),
    };
    let told = 0;
    const counted = async function* (): AsyncGenerator<RunEvent> {
      const events = follow ? followEvents(ask, id, filter) : eventsOf(ask, id, filter);
      for await (const event of events) {
        told += 1;
        yield event;
      }
    };
    const write = lines ? asLines : output.json ? asArray : asText;
    await pipeline(Readable.from(write(counted())), streams.stdout, { end: false });
    if (told === 0) output.note(nothingFound((await ask('runs.show', { run: id })).eventKinds));
  },
};

async function* asText(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const { at, kind, url, message } of events) {
    const time = at.slice(0, 19).replace('T', ' ');
    const text = `${time}  ${kind.padEnd(13)}  ${url === null ? '' : `${url}  `}${message}`;
    yield `${printable(text).replaceAll('\n', ' ')}\n`;
  }
}

async function* asLines(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}

/** One JSON array, written as it is read: a run may have more events than fit into memory. */
async function* asArray(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const event of events) {
    yield `${before}${JSON.stringify(event)}`;
    before = ',\n  ';
  }
  yield before.startsWith('[') ? '[]\n' : '\n]\n';
}

function nothingFound(kinds: readonly { kind: string; count: number }[]): string {
  if (kinds.length === 0) return 'Nothing has happened in this run yet.';
  return `No event matches. This run has: ${kinds.map(({ kind, count }) => `${kind} (${count})`).join(', ')}.`;
}
