import type { CrawlHistory } from '../../../shared/contract/types.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { isAgreed } from '../deleting.ts';

/** Pages shown unless --limit says otherwise. */
const shownPages = 50;

/** The command `spiders memory`. */
export const history: CommandSpec = {
  usage: 'memory <spider>',
  summary: 'show the crawl history of a spider, or clear it with --reset',
  description:
    'Shows which pages full runs of a spider have read and extracted: with DELTAFETCH_ENABLED, later runs skip the extracted ones and ask whether the others have changed. --reset clears the history, or removes one page with --url, together with the cached responses; runs and items stay.',
  options: [
    projectOption,
    { flags: '--url <url>', description: 'only this page' },
    { flags: '--limit <n>', description: `show at most this many pages (default: ${shownPages})` },
    { flags: '--reset', description: 'clear the history, so that the pages are fetched and extracted again' },
    { flags: '--force', description: 'do not ask before clearing' },
  ],
  examples: [
    ['spiders memory news', 'how many pages are in the history, and those read last'],
    [
      'spiders memory news --url https://example.org/a/1',
      'when one page was read and extracted, by which run',
    ],
    ['spiders memory news --url https://example.org/a/1 --reset --force', 'the next run extracts it again'],
    ['spiders memory news --reset', 'asks on a terminal, then clears the history'],
  ],
  async run(context, [spider = '']) {
    const { options, output, ask } = context;
    if (options.flag('reset')) return reset(context, spider);
    if (options.flag('force')) {
      throw new UsageError('--force does nothing without --reset.', 'Add --reset to clear the history.');
    }
    const limit = options.count('limit') ?? shownPages;
    const url = options.text('url');
    const project = options.project();
    const shown = await ask('history.show', { project, spider, url, limit });
    output.result({ spider, project, ...shown }, () =>
      printable(url === null ? describe(spider, shown) : describePage(shown)),
    );
    return 0;
  },
};

async function reset(context: Context, spider: string): Promise<number> {
  const { options, output, ask } = context;
  const project = options.project();
  const url = options.text('url');
  if (options.text('limit') !== null) {
    throw new UsageError('--limit does not go with --reset.', 'Use --url to remove one page.');
  }
  const { count: pages, cache } = await ask('history.show', { project, spider, limit: 1 });
  const all = `all ${count(pages, 'page')} and ${count(cache.answers, 'cached response')}`;
  const question = `Remove ${url ?? all} from the crawl history of ${spider} in project ${project}?`;
  if (!(await isAgreed(context, question, 'Nothing was removed.'))) return 1;
  const forgotten = await ask('history.clear', { project, spider, url });
  const { pages: gone, answers } = forgotten;
  output.result(
    { spider, project, ...forgotten },
    () => `Removed ${count(gone, 'page')} and ${count(answers, 'cached response')}.`,
  );
  return 0;
}

function describe(spider: string, { count: pages, extracted, cache, pages: shown }: CrawlHistory): string {
  const kept = cache.answers === 0 ? '' : `, ${count(cache.answers, 'cached response')}`;
  const summary = `The crawl history of ${spider} has ${count(pages, 'page')}, ${extracted} of them extracted${kept}.`;
  if (shown.length === 0) return `${summary}\nOnly full runs are recorded, not those with --limit.`;
  const table = renderTable(
    ['page', 'read', 'extracted'],
    shown.map((page) => [
      page.url,
      when(page.fetchedAt, page.fetchedRun),
      page.extractedAt === null ? 'never' : when(page.extractedAt, page.extractedRun),
    ]),
  );
  const more = pages > shown.length ? `\n${pages - shown.length} more; --limit shows more.` : '';
  return `${summary}\n\n${table}${more}`;
}

/** A time to the minute, and the run. */
function when(time: string, run: string | null): string {
  return `${time.slice(0, 16).replace('T', ' ')}, run ${run ?? 'unknown'}`;
}

function describePage({ pages }: CrawlHistory): string {
  return pages
    .flatMap((page) => [
      page.url,
      ...(page.finalUrl === page.url ? [] : [`redirects to   ${page.finalUrl}`]),
      `read           ${page.fetchedAt} by run ${page.fetchedRun}`,
      `extracted      ${page.extractedAt === null ? 'never' : `${page.extractedAt} by run ${page.extractedRun ?? ''}`}`,
      `ETag           ${page.etag ?? 'none'}`,
      `Last-Modified  ${page.lastModified ?? 'none'}`,
      `content        ${page.contentHash === null ? 'not kept' : `sha256 ${page.contentHash}`}`,
    ])
    .join('\n');
}
