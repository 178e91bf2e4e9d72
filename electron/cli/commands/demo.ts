import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { count } from '../output.ts';
import { createProgress } from '../progress.ts';
import { describeItems, itemsOf } from './show.ts';

/** The spider that the demo runs, and how many of its items it shows. */
const demoSpider = 'sample-shop';
const itemsShown = 10;

/** The command `demo`. */
export const demo: CommandSpec = {
  usage: 'demo',
  summary: 'crawl the sample site and show the items',
  description:
    'Serves the built-in sample site, imports a spider for it into a temporary data folder, crawls the site, shows the items and exports them. Needs no network.',
  examples: [['demo', 'goes from a spider to an exported file in a few seconds']],
  dataFolder: () => mkdtempSync(join(tmpdir(), 'spider-studio-demo-')),
  async run({ output, streams, ask, dataDir }) {
    const progress = createProgress(streams.stderr);
    const { startSampleSite } = await import('../../sample-site/server.ts');
    const { sampleSpider } = await import('../../sample-site/spiders.ts');
    const site = await startSampleSite();
    try {
      progress.note(`The sample site is served on ${site.url}`);
      const project = 'default';
      const text = sampleSpider(demoSpider, site.url);
      const { spider } = await ask('spiders.import', { project, text, file: demoSpider, dryRun: false });
      const never = new AbortController().signal;
      const { run } = await ask(
        'runs.start',
        { project, spider, limit: null, allowPrivate: true },
        {
          observer: { pause: never, stop: never, onProgress: (counters) => progress.update(counters) },
        },
      );
      progress.note(`Crawling with the spider "${spider}", run ${run.id}.`);
      const { failed, state, reason, counters } = await ask('runs.wait', { run: run.id });
      const source = { project, spider, run: run.id };
      const { items } = await itemsOf(ask, { source }, itemsShown);
      const file = join(dataDir, `${spider}.csv`);
      const { rows } = await ask('exports.start', {
        view: { source },
        format: 'csv',
        columns: null,
        target: { kind: 'file', path: file, replace: true },
      });
      progress.end();
      const exitCode = failed ? 1 : 0;
      const shown = { spider, run: run.id, state, reason, counters, dataDir, file, rows, exitCode };
      output.result(shown, () =>
        [
          describeItems(items, rows, 'all of them are in the exported file'),
          '',
          `${count(rows, 'item')} from ${count(counters.done, 'page')}, exported to ${file}`,
          `Look closer: node bin/spider-studio.mjs show ${spider} 1 --data-dir ${dataDir}`,
        ].join('\n'),
      );
      return exitCode;
    } finally {
      progress.end();
      await site.close();
    }
  },
};
