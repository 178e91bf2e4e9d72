import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../electron/cli/table.ts';
import { CompareWork } from '../electron/host/work/compare/compare-work.ts';
import { startRun } from '../electron/host/work/crawl/execute-run.ts';
import { openWorkspace } from '../electron/host/workspace/workspace.ts';
import type { Spider } from '../shared/spider/schema.ts';
import { savedVersion } from '../test/electron/store/saved-version.ts';
import { randomOf, type Random } from '../electron/proof/stress/random.ts';
import {
  makeSpider,
  siteEdits,
  spiderEdits,
  type Effect,
  type SiteEdit,
  type SpiderEdit,
} from './causes/edits.ts';
import { kinds, makeShop, serveShop, type Kind, type Shop } from './causes/shop.ts';

/**
 * Crawls a small shop before and after a change of the site, of the spider, of both in different places, or of neither, and counts the pairs of
 * runs in which every difference is put down to who made it. Run it with `npm run bench:causes -- [--seed N] [--pairs N] [--verbose]`.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '200' },
    verbose: { type: 'boolean', default: false },
  },
});

/** A constructed pair of runs. */
interface Pair {
  kind: Kind;
  site: SiteEdit | null;
  spider: SpiderEdit | null;
}

const { signal: never } = new AbortController();

const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-causes-'));
const workspace = openWorkspace(dataDir);
const shopServer = await serveShop();
try {
  const random = randomOf(`causes ${values.seed}`);
  const tallies = new Map<string, { pairs: number; right: number }>();
  for (let number = 0; number < Number(values.pairs); number += 1) {
    const pair = choose(number, random);
    const wrong = await tryPair(pair, random);
    const name = `${pair.kind}: ${madeBy(pair)}`;
    const tally = tallies.get(name) ?? { pairs: 0, right: 0 };
    tallies.set(name, { pairs: tally.pairs + 1, right: tally.right + Number(wrong === null) });
    if (wrong !== null && values.verbose)
      console.log(`${name}: ${pair.site?.name}, ${pair.spider?.name}: ${wrong}`);
  }
  const rows = [...tallies]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { pairs, right }]) => [name, String(pairs), String(right)]);
  const sum = (of: 'pairs' | 'right') => [...tallies.values()].reduce((all, tally) => all + tally[of], 0);
  console.log(renderTable(['shop: changed', 'pairs', 'right'], rows));
  console.log(
    `\n${sum('right')} of ${sum('pairs')} pairs right (${((100 * sum('right')) / sum('pairs')).toFixed(1)} %)`,
  );
} finally {
  shopServer.close();
  workspace.close();
  rmSync(dataDir, { recursive: true, force: true });
}

function madeBy({ site, spider }: Pair): string {
  if (site === null) return spider === null ? 'neither' : 'spider';
  return spider === null ? 'site' : 'both';
}

/** Kinds of shops and of changes in turn; the changes by chance. What both change is in different places. */
function choose(number: number, random: Random): Pair {
  const kind = kinds[number % kinds.length] ?? 'details';
  const which = Math.floor(number / kinds.length) % 7;
  const any = <T extends { kinds: readonly Kind[] }>(edits: readonly T[]): T | null => {
    const fitting = edits.filter((edit) => edit.kinds.includes(kind));
    return fitting[random.below(fitting.length)] ?? null;
  };
  if (which === 6) return { kind, site: null, spider: null };
  if (which < 2) return { kind, site: any(siteEdits), spider: null };
  if (which < 4) return { kind, site: null, spider: any(spiderEdits) };
  const site = any(siteEdits);
  return {
    kind,
    site,
    spider: any(spiderEdits.filter(({ effect }) => !effect.some((each) => site?.effect.includes(each)))),
  };
}

/** @returns what is wrong; null: every difference is put down to who made it */
async function tryPair({ kind, site, spider: edit }: Pair, random: Random): Promise<string | null> {
  const shop = makeShop(kind, random);
  const spider = makeSpider(kind, shopServer.origin);
  const before = await crawl(shop, spider);
  const later: Shop = structuredClone(shop);
  site?.apply(later, random);
  const edited: Spider = structuredClone(spider);
  edit?.apply(edited);
  const after = await crawl(later, edited);
  const work = new CompareWork(workspace);
  const whole = { before, after, offset: 0, limit: 1000 };
  const { rows } = await work.differences(whole, { isCancelled: () => false, onShare: () => undefined });
  const owners = (effect: Effect | undefined, part: string): boolean =>
    effect?.includes(part === '' ? 'items' : part === 'title' ? 'title' : partOf(part)) ?? false;
  for (const { kind: what, cause, reason, fields } of rows) {
    const parts = what === 'changed' ? fields : [{ field: '', cause, reason }];
    for (const part of parts) {
      const expected = owners(edit?.effect, part.field)
        ? 'spider'
        : owners(site?.effect, part.field)
          ? 'site'
          : 'none';
      if (part.cause !== expected)
        return `${what} ${part.field}: ${part.cause}, not ${expected}: ${part.reason}`;
    }
  }
  const expected = (site?.effect.length ?? 0) + (edit?.effect.length ?? 0);
  if (rows.length === 0 && expected > 0) return 'nothing differs';
  return null;
}

function partOf(field: string): Effect[number] {
  return field === 'price' || field === 'brand' || field === 'stock' ? field : 'title';
}

async function crawl(shop: Shop, spider: Spider): Promise<string> {
  shopServer.show(shop);
  await savedVersion(workspace, spider);
  const { run } = await startRun(
    workspace,
    { project: 'default', spider: spider.name, limit: null, overrides: {}, allowPrivate: true },
    { pause: never, stop: never },
  );
  return run;
}
