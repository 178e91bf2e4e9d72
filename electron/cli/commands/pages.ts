import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { HostError } from '../../host/errors.ts';
import { size } from '../backup-words.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { deleteAsAsked, deletingOptions, entriesOf } from '../deleting.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable, shorten } from '../table.ts';

/** Titles that are longer are cut in tables. */
const titleLength = 60;

/** The commands below `pages`. */
export const pageCommands: CommandSpec[] = [
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
    usage: 'add <spider>',
    summary: 'save the answer of a start request',
    description:
      'Sends one of the start requests of a spider as a crawl would, with its method, headers and body, and saves the answer as a page. "test" reads it with the callback of that request.',
    options: [
      projectOption,
      { flags: '--request <n>', description: 'which of "start_requests", from 1 (required)' },
      { flags: '--allow-private', description: 'allow loopback and private addresses' },
    ],
    examples: [['pages add shop --request 2', 'saves the answer of the second start request']],
    async run({ output, options, ask }, [spider = '']) {
      const number = options.count('request');
      if (number === null)
        throw new UsageError('--request is missing.', 'Name a start request by its number, from 1.');
      const added = await ask('pages.addRequest', {
        project: options.project(),
        spider,
        number,
        allowPrivate: options.flag('allowPrivate'),
      });
      for (const note of added.notes) output.note(note);
      const { id, url, request } = added.page;
      output.result(
        added,
        () => `Saved page ${id}: ${request?.method ?? 'GET'} ${printable(url ?? '')} (request ${number}).`,
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
      const ids = [...new Set(given)];
      const pages = ids.map((id) => {
        const page = saved.find((one) => one.id === id);
        if (page !== undefined) return page;
        throw new HostError(
          'unknown-page',
          `${spider} has no saved page "${id}".`,
          `"pages list ${spider}" tells what there is.`,
        );
      });
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
