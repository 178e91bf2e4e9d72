import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { HostError } from '../../host/errors.ts';
import { size } from '../backup-words.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { deleteAsAsked, deletingOptions, entriesOf } from '../deleting.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable, shorten } from '../table.ts';

/** Titles that are longer are cut in tables. */
const titleLength = 60;

const allowPrivateOption = { flags: '--allow-private', description: 'allow loopback and private addresses' };

/** The commands below `pages`. */
export const pageCommands: CommandSpec[] = [
  {
    usage: 'fetch <spider> <page...>',
    summary: 'fetch saved pages again and replace them',
    description:
      'Fetches saved pages again as a crawl of the spider would, and replaces their content. What is locked on them stays. "test --drift" keeps both instead, and compares them.',
    options: [projectOption, allowPrivateOption],
    examples: [['pages fetch shop 4', 'saves page 4 anew, with the actions of the spider']],
    async run({ output, options, ask }, [spider = '', ...given]) {
      const saved = await ask('pages.list', { project: options.project(), spider });
      const allowPrivate = options.flag('allowPrivate');
      const fetched: SavedPage[] = [];
      for (const { id } of chosenPages(spider, saved, given)) {
        const { page, notes } = await ask('pages.fetchAgain', { page: id, allowPrivate });
        for (const note of notes) output.note(printable(note));
        fetched.push(page);
      }
      output.result(fetched, () =>
        printable(fetched.map(({ id, title }) => `Saved page ${id} again: ${title}`).join('\n')),
      );
      return 0;
    },
  },
  {
    usage: 'list <spider>',
    summary: 'list the saved pages of a spider',
    description:
      'Lists the saved pages of a spider, the newest first: those on which "test" runs it, and which a pack takes along.',
    options: [projectOption],
    examples: [['pages list shop', 'ids, titles, sizes and addresses']],
    async run({ output, options, ask }, [spider = '']) {
      const pages = await ask('pages.list', { project: options.project(), spider });
      output.result(pages, () =>
        pages.length === 0
          ? `${spider} has no saved pages. "test ${spider} --sample" saves some of its last run.`
          : printable(
              renderTable(
                ['page', 'title', 'size', 'added', 'method', 'address'],
                pages.map(({ id, title, bytes, addedAt, url, request }) => [
                  id,
                  shorten(title, titleLength),
                  size(bytes),
                  addedAt,
                  request?.method ?? 'GET',
                  url ?? '',
                ]),
              ),
            ),
      );
    },
  },
  {
    usage: 'add <spider> [url]',
    summary: 'fetch a page, or send a start request, as a crawl would, and save the answer',
    description:
      'Fetches a page as a crawl of the spider would, with its headers, proxies, browser and actions, and saves it. Of a list of PAGINATED_LISTINGS the first 10 pages are saved, as one page. With --request it sends one of the start requests, with its method, headers and body; "test" reads the answer with the callback of that request.',
    options: [
      projectOption,
      { flags: '--request <n>', description: 'in place of a URL: which of "start_requests", from 1' },
      { flags: '--browser', description: 'with a URL: render it in a browser, whatever the settings say' },
      allowPrivateOption,
    ],
    examples: [
      ['pages add shop https://shop.example/list', 'saves it, and prints what was done on it'],
      ['pages add shop --request 2', 'saves the answer of the second start request'],
    ],
    async run({ output, options, ask }, [spider = '', url]) {
      const of = { project: options.project(), spider, allowPrivate: options.flag('allowPrivate') };
      const number = options.count('request');
      const isBrowser = options.flag('browser');
      if (url === undefined && number === null)
        throw new UsageError(
          '--request is missing.',
          'Name a start request by its number, from 1, or a URL.',
        );
      if (number !== null && (url !== undefined || isBrowser))
        throw new UsageError('--request goes with neither a URL nor --browser.');
      const browser = isBrowser ? { browser: true } : {};
      const added =
        number === null
          ? await ask('pages.addUrl', { ...of, ...browser, url: url ?? '' })
          : await ask('pages.addRequest', { ...of, number });
      for (const note of added.notes) output.note(printable(note));
      const { id, url: address, request } = added.page;
      const which = number === null ? '' : ` (request ${number})`;
      output.result(
        added,
        () => `Saved page ${id}: ${request?.method ?? 'GET'} ${printable(address ?? '')}${which}.`,
      );
    },
  },
  {
    usage: 'delete <spider> <page...>',
    summary: 'move saved pages to the trash, with what is locked on them',
    description: `Moves saved pages of a spider to the trash, with the values that are locked on them. "trash restore" brings each back within ${daysInTrash} days. Where one is not there, none is deleted. Asks first on a terminal; --force does not ask.`,
    options: [projectOption, ...deletingOptions],
    examples: [
      ['pages delete shop 4', 'asks, then moves it to the trash'],
      ['pages delete shop 4 5 --now', 'asks, then deletes two for good'],
    ],
    async run(context, [spider = '', ...given]) {
      const { ask, options } = context;
      const saved = await ask('pages.list', { project: options.project(), spider });
      const pages = chosenPages(spider, saved, given);
      const [first] = pages;
      return deleteAsAsked(context, {
        what:
          pages.length === 1
            ? `the saved page "${first?.title ?? ''}" of ${spider}`
            : `${count(pages.length, 'saved page')} of ${spider}`,
        async remove(forGood) {
          const deleted: { page: string; trash: string | null }[] = [];
          for (const { id } of pages) {
            const { trash } = await ask('pages.delete', { page: id, forGood });
            deleted.push({ page: id, trash });
          }
          return { value: deleted, entries: deleted.flatMap(entriesOf) };
        },
      });
    },
  },
];

/** The saved pages with these ids, each once. @throws HostError `unknown-page` */
function chosenPages(spider: string, saved: readonly SavedPage[], ids: readonly string[]): SavedPage[] {
  return [...new Set(ids)].map((id) => {
    const page = saved.find((one) => one.id === id);
    if (page !== undefined) return page;
    throw new HostError(
      'unknown-page',
      `${spider} has no saved page "${id}".`,
      `"pages list ${spider}" tells what there is.`,
    );
  });
}
