import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startRowsSite } from './rows-site.ts';

/** The values of the items of a crawl, sorted. */
async function valuesOf(call: ReturnType<typeof studio>['call']): Promise<string[]> {
  const { stdout } = await call(['export', 'rows', '--format', 'jsonl']);
  return stdout
    .trim()
    .split('\n')
    .map((line): string => {
      const item: Record<string, string> = JSON.parse(line);
      if (item['callback'] === 'other') return `other ${item['other']}`;
      return `${item['title']} | ${item['region'] ?? ''} | ${item['place'] ?? ''}`;
    })
    .sort();
}

describe('a crawl whose rows lead to pages', () => {
  it.each([
    ['before rows lead to them', 1000],
    ['after rows lead to them', 0],
  ])('gives every item once, with rules that take pages %s', async (_name, priority) => {
    const site = await startRowsSite();
    const { call, file } = studio();
    await call(['import', file('rows.json', site.spider(priority))]);
    const crawled = await call(['crawl', 'rows', '--allow-private', '--json']);
    expect(crawled.json()).toMatchObject({ state: 'completed', counters: { failed: 1, queued: 0 } });
    expect(await valuesOf(call)).toEqual(site.expected);
  });

  // A page that was in flight at four ends of the program is given up, so a run is killed three times.
  it.each([
    ['before rows lead to them', 1000, [1, 2, 4]],
    ['before rows lead to them', 1000, [3, 6, 5]],
    ['after rows lead to them', 0, [1, 2, 4]],
    ['after rows lead to them', 0, [3, 6, 5]],
  ])('gives every item once after kills, with rules that take pages %s', async (_name, priority, kills) => {
    const site = await startRowsSite();
    const { call, file } = studio();
    await call(['import', file('rows.json', site.spider(priority))]);
    for (const [n, answers] of kills.entries()) {
      const command =
        n === 0 ? ['crawl', 'rows', '--allow-private', '--json'] : ['runs', 'resume', '1', '--json'];
      const killed = await call(command, {
        onStart: (child) => site.cutAfter(answers, () => void child.kill('SIGKILL')),
      });
      expect(killed.code).toBeNull();
    }
    site.answerAll();
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { failed: 1, queued: 0 },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    expect(await valuesOf(call)).toEqual(site.expected);
  });
});
