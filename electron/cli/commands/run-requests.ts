import { requestStates } from '../../../shared/contract/calls/run-ledger.ts';
import type { RequestRow } from '../../../shared/contract/types.ts';
import type { CommandSpec } from '../command.ts';
import { count } from '../output.ts';
import { renderTable } from '../table.ts';

/** Requests that are printed unless --limit says otherwise. */
const shownRequests = 100;
/** How many are asked for at once. */
const portion = 1000;

/** The command `runs requests`. */
export const requests: CommandSpec = {
  usage: 'requests <id>',
  summary: 'list the pages of a run with their states and reasons',
  description:
    'Lists the requests of a run in the order in which they were found: their state, the status of the answer, how many items they gave, and why they failed or were skipped.',
  options: [
    { flags: '--state <state>', description: 'only these', choices: requestStates, repeatable: true },
    { flags: '--url <text>', description: 'only those whose URL contains this text' },
    { flags: '--limit <n>', description: `how many at most (default: ${shownRequests}; all as JSON)` },
  ],
  examples: [
    ['runs requests 12 --state failed', 'what failed in run 12, and why'],
    ['runs requests 12 --state failed --json', 'the same, for programs'],
  ],
  async run({ ask, options, output }, [run = '']) {
    const url = options.text('url');
    const chosen = options.list('state');
    const wanted = options.count('limit') ?? (output.json ? Infinity : shownRequests);
    const found: RequestRow[] = [];
    let total = Infinity;
    while (found.length < Math.min(wanted, total)) {
      const slice = await ask('runs.requests', {
        run,
        ...(chosen.length === 0 ? {} : { states: requestStates.filter((state) => chosen.includes(state)) }),
        ...(url === null ? {} : { url }),
        offset: found.length,
        limit: Math.min(portion, wanted - found.length),
      });
      found.push(...slice.rows);
      total = slice.rows.length === 0 ? found.length : slice.total;
    }
    output.result(found, () => {
      if (found.length === 0) return 'No such requests.';
      const rest = total - found.length;
      const more = rest > 0 ? `\n${count(rest, 'more request')}. --limit shows more.` : '';
      return `${renderTable(['state', 'status', 'items', 'url', 'reason'], found.map(cells))}${more}`;
    });
  },
};

function cells({ state, status, items, url, reason }: RequestRow): string[] {
  return [state, status === null ? '' : String(status), String(items), url, reason ?? ''];
}
