import type { CallValue } from '../../../shared/contract/index.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { argOption, readArgs } from '../run-args.ts';
import { shorten } from '../table.ts';
import { readVersion, versionOption } from './versions.ts';

type ScrapedPage = CallValue<'scrape.page'>;

/** How much of a value is printed as text; --json gives all. */
const shownLength = 200;

/** The command `scrape`. */
export const scrape: CommandSpec = {
  usage: 'scrape <spider> <url>',
  summary: 'take one page with a stored spider',
  description:
    'Fetches one page as a crawl of the spider would, robots.txt included, and prints what it takes from it. Nothing is stored. The exit code is 1 if the page gives no item; the reason is told.',
  options: [
    { flags: '--callback <name>', description: 'what takes the page (default: what takes it in a crawl)' },
    { flags: '--timeout <seconds>', description: 'the most time for all of it (default: 30)' },
    { flags: '--allow-private', description: 'allow loopback and private addresses' },
    argOption,
    projectOption,
    versionOption,
  ],
  examples: [
    ['scrape news https://example.org/2026/11/lamps', 'the fields of one page'],
    ['scrape shop https://example.org/lamps --json', 'every row of a list, for programs'],
  ],
  async run({ ask, options, output }, [spider = '', url = '']) {
    const callback = options.text('callback');
    const version = options.text('version');
    const seconds = options.count('timeout');
    if (seconds !== null && seconds > maxSeconds)
      throw new UsageError(`--timeout is at most ${maxSeconds} seconds, not ${seconds}.`);
    const page = await ask('scrape.page', {
      project: options.project(),
      spider,
      url,
      args: readArgs(options),
      allowPrivate: options.flag('allowPrivate'),
      ...(callback === null ? {} : { callback }),
      ...(version === null ? {} : { version: readVersion(version) }),
      ...(seconds === null ? {} : { timeoutMs: seconds * 1000 }),
    });
    for (const note of page.notes) output.note(note);
    output.result(page, () => describe(page));
    return page.items.length === 0 ? 1 : 0;
  },
};

const maxSeconds = 120;

function describe({ url, callback, reason, items }: ScrapedPage): string {
  if (items.length === 0) return printable(`${url}\nNo items. ${reason}`);
  const taken = items.map(({ title, content, author, published_date, metadata, problems }) => {
    const fields = { title, content, author, published_date, ...metadata };
    const lines = Object.entries(fields).flatMap(([name, value]) =>
      value === null ? [] : [`  ${name}: ${shorten(textOf(value), shownLength)}`],
    );
    return [...lines, ...problems.map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  });
  return printable(`${url} (${callback ?? 'no callback'})\n${taken.join('\n\n')}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : JSON.stringify(value);
}
