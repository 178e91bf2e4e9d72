import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkedSpider } from '../data/documents.ts';
import { itemsOf, type ShownItem } from '../data/run-items.ts';
import { exportRun } from './export/export-run.ts';
import { startRun, type Counters } from './crawl/execute-run.ts';
import { startSampleSite } from '../../sample-site/server.ts';
import { sampleSpider } from '../../sample-site/spiders.ts';
import { importSpider } from '../data/stored-spiders.ts';
import { openWorkspace } from '../workspace/workspace.ts';

export interface DemoOptions {
  /** The data folder; null: a scratch folder of its own. */
  dataDir: string | null;
  note: (line: string) => void;
  onProgress: (counters: Counters) => void;
}

export interface DemoResult {
  spider: string;
  run: string;
  state: string;
  reason: string;
  counters: Counters;
  dataDir: string;
  /** The exported file, and how many items are in it. */
  file: string;
  rows: number;
  /** The first of them. */
  items: ShownItem[];
  exitCode: 0 | 1;
}

/** The spider that the demo runs, and how many of its items it shows. */
const demoSpider = 'sample-shop';
const itemsShown = 10;

/** Serves the sample site on loopback, imports a spider for it, crawls, and exports what it found. */
export async function runDemo({ dataDir, note, onProgress }: DemoOptions): Promise<DemoResult> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'spider-studio-demo-'));
  const site = await startSampleSite();
  const workspace = openWorkspace(folder);
  try {
    note(`The sample site is served on ${site.url}`);
    const text = sampleSpider(demoSpider, site.url);
    const { spider } = checkedSpider(text, `The sample "${demoSpider}"`);
    importSpider(workspace, { text, file: demoSpider, project: 'default', dryRun: false });
    const never = new AbortController().signal;
    const outcome = await startRun(
      workspace,
      { project: 'default', spider: spider.name, limit: null, overrides: {}, allowPrivate: true },
      {
        pause: never,
        stop: never,
        onStart: (run) => note(`Crawling with the spider "${spider.name}", run ${run}.`),
        onWarning: () => undefined,
        onProgress,
      },
    );
    const query = { project: 'default', spider: spider.name, run: outcome.run };
    const { items } = itemsOf(workspace, query, itemsShown);
    const target = { file: join(folder, `${spider.name}.csv`), force: true };
    const { rows } = await exportRun(workspace, { query, format: 'csv', columns: null, target });
    return { spider: spider.name, ...outcome, dataDir: folder, file: target.file, rows, items };
  } finally {
    workspace.close();
    await site.close();
  }
}
