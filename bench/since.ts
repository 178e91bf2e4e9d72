import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable } from '../electron/cli/table.ts';
import { expectedOf, wrongWork } from './expected.ts';
import { crawlOnce } from './own.ts';
import { here, type Crawl } from './process.ts';
import { siteKinds, startSite } from './site-process.ts';

/**
 * npm run bench:since -- COMMIT: what a plain crawl takes now, and what it took at a commit. Both take turns, the order reversed in
 * every second round, each crawl in a process of its own; the ratios of the pairs are what tells a cost from a busy machine.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '8' },
    site: { type: 'string', default: 'large' },
  },
});
const [commit] = positionals;
const kind = siteKinds.find((name) => name === values.site);
if (commit === undefined || kind === undefined) {
  console.error(
    `Usage: npm run bench:since -- COMMIT [--pages N] [--rounds N] [--site ${siteKinds.join('|')}]`,
  );
  process.exitCode = 2;
} else await compareWith(commit, kind);

async function compareWith(before: string, site: NonNullable<typeof kind>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spider-studio-bench-'));
  const earlier = join(folder, 'before');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: here('..'), stdio: 'pipe' });
  git('worktree', 'add', '--detach', earlier, before);
  const pages = Number(values.pages);
  const served = await startSite(pages, '1', site);
  try {
    symlinkSync(here('../node_modules'), join(earlier, 'node_modules'), 'junction');
    for (const cwd of [earlier, here('..')]) {
      execFileSync(process.execPath, ['scripts/build-engine.mjs'], { cwd, stdio: 'pipe' });
    }
    const programs = {
      before: join(earlier, 'bin', 'spider-studio.mjs'),
      now: here('../bin/spider-studio.mjs'),
    };
    const expected = expectedOf(pages, 1, site);
    const crawl = async (which: keyof typeof programs): Promise<Crawl> => {
      const dataDir = mkdtempSync(join(folder, 'data-'));
      const done = await crawlOnce({ url: served.url, dataDir, concurrency: 16 }, programs[which]);
      const wrong = wrongWork(done, expected);
      if (wrong !== null) throw new Error(`${which}: ${wrong}`);
      return done;
    };
    const pairs: { before: Crawl; now: Crawl }[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const first = round % 2 === 0 ? 'before' : 'now';
      const one = await crawl(first);
      const other = await crawl(first === 'before' ? 'now' : 'before');
      pairs.push(first === 'before' ? { before: one, now: other } : { before: other, now: one });
    }
    console.log(tableOf(pairs));
  } finally {
    served.process.kill();
    git('worktree', 'remove', '--force', earlier);
    rmSync(folder, { recursive: true, force: true });
  }
}

function tableOf(pairs: readonly { before: Crawl; now: Crawl }[]): string {
  const rows = [
    { name: 'CPU, ms a page', of: ({ usage, pages }: Crawl) => usage.cpuMs / pages },
    { name: 'peak RSS, MB', of: ({ usage }: Crawl) => usage.peakRssMb },
  ].map(({ name, of }) => {
    const ratios = pairs.map(({ before, now }) => of(now) / of(before)).toSorted((a, b) => a - b);
    return [
      name,
      median(pairs.map(({ before }) => of(before))).toFixed(2),
      median(pairs.map(({ now }) => of(now))).toFixed(2),
      median(ratios).toFixed(3),
      `${(ratios[0] ?? 0).toFixed(3)} to ${(ratios.at(-1) ?? 0).toFixed(3)}`,
    ];
  });
  return renderTable(['', 'before', 'now', 'ratio of the pairs', 'from, to'], rows);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
