import { compressPage } from '../../../../electron/engine/stored-page.ts';
import type { Store } from '../../../../electron/store/open.ts';
import { completed, item, newRun, portsOf, request } from '../support.ts';

/**
 * A run that has read pages, each with an item whose URL is that of its page, and has completed.
 * @param texts of the pages, by their numbers
 */
export async function crawledRun(
  store: Store,
  texts: Readonly<Record<number, string>>,
  { spider = 'shop', project = 'default' }: { spider?: string; project?: string } = {},
): Promise<string> {
  const run = await newRun(store, spider, project);
  const { control, ledger } = portsOf(store, run);
  await control.begin();
  const requests = Object.keys(texts).map((n) => request(Number(n)));
  await ledger.admit(requests);
  for (const { id, url } of await ledger.claim(requests[0]?.origin ?? '', requests.length, 0)) {
    const number = Number(url.split('/').at(-1));
    const page = compressPage(texts[number] ?? '', 'utf-8');
    await ledger.complete({ ...completed(id, [item(number, { url })]), page });
  }
  await control.end('completed', 'It is over.', 'finished');
  return run;
}
