import type { ProofCheck } from '../../../../shared/contract/types.ts';
import { href, navigate } from '../../../navigation/router.ts';
import { revealPointer, type SpiderKey } from '../../../spider-document/document.ts';
import { setJsonOpen } from '../../../spider-document/json-open.ts';
import { getClient } from '../../../state/client.ts';
import { toast } from '../../../state/toasts.ts';

type Problem = ProofCheck['problems'][number];

/** How many of the newest runs are looked through for a page. */
const recentRuns = 5;

/** Opens the spider where a problem is, with the page that shows it. A field is taken in hand; for other places the JSON is opened. */
export async function openPlace(key: SpiderKey, { pointer, page }: Problem): Promise<void> {
  const found = page === null ? null : await findPage(key, page);
  if (!isInCallback(pointer)) setJsonOpen(true);
  navigate(href(['spider', key.project, key.spider, 'author'], found === null ? {} : { page: found }));
  revealPointer(key, pointer, { focus: false });
}

/** Shows the page of a problem; says so where it is not found. */
export async function openPage(key: SpiderKey, url: string): Promise<void> {
  const found = await findPage(key, url);
  if (found !== null) {
    navigate(href(['spider', key.project, key.spider, 'author'], { page: found }));
    return;
  }
  toast.information('The page was not found among those that are stored', {
    hint: 'Add it by its address beside the spider.',
  });
}

const isInCallback = (pointer: string): boolean => pointer.startsWith('/callbacks/');

/** A page as the address of the author screen names it: a saved one, else one of a recent run; null: it is not stored. */
async function findPage({ project, spider }: SpiderKey, url: string): Promise<string | null> {
  const client = getClient();
  const saved = await client.call('pages.list', { project, spider });
  const own = saved.ok ? saved.value.find((page) => page.url === url) : undefined;
  if (own !== undefined) return own.id;
  const runs = await client.call('runs.list', { project, spider, limit: recentRuns });
  for (const { id } of runs.ok ? runs.value.runs : []) {
    const answer = await client.call('runs.requests', { run: id, url, offset: 0, limit: 20 });
    const request = answer.ok ? answer.value.rows.find((row) => row.hasPage && row.url === url) : undefined;
    if (request !== undefined) return `request:${request.id}`;
  }
  return null;
}
