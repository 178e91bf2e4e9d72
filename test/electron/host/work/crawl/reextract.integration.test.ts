import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRun } from '../../../../../electron/host/work/crawl/execute-run.ts';
import { startReextraction } from '../../../../../electron/host/work/crawl/reextract-run.ts';
import { openWorkspace, type Workspace } from '../../../../../electron/host/workspace/workspace.ts';
import { startRowsSite } from '../../../../e2e/rows-site.ts';

const project = 'default';
const signal = new AbortController().signal;
const execution = { pause: signal, stop: signal };

/** A data folder with a spider. */
class Folder {
  readonly workspace: Workspace;

  constructor() {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-reextract-'));
    this.workspace = openWorkspace(dataDir);
    onTestFinished(() => {
      this.workspace.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  async save(document: object): Promise<string> {
    const { name } = document as { name: string };
    const text = JSON.stringify(document);
    await this.workspace.queries.spiders.import({ project, name, text }, { dryRun: false });
    return name;
  }

  crawl(spider: string, limit: number | null = null) {
    const request = { project, spider, limit, overrides: {}, allowPrivate: true };
    return startRun(this.workspace, request, execution);
  }

  again = (run: string) => startReextraction(this.workspace, run, execution);

  /** The items of a run in order, except what differs from run to run. */
  async items(run: string, spider: string) {
    const view = { project, spider, run, filters: [], words: [], sort: [], upTo: null };
    const { rows } = await this.workspace.queries.items.slice(view, 0, 10_000);
    return rows.map(
      ({ id: _id, run: _run, request: _request, scraped_at: _scrapedAt, version: _version, ...item }) => item,
    );
  }
}

describe('items that are extracted again with the same spider', () => {
  it.each([0, 10])(
    'equal those of a crawl with rows on two levels, redirects and rules (%i)',
    async (priority) => {
      const site = await startRowsSite();
      const folder = new Folder();
      const spider = await folder.save(site.spider(priority, { CONCURRENT_REQUESTS: 1 }));
      const { run } = await folder.crawl(spider);
      const again = await folder.again(run);
      expect(again).toMatchObject({ state: 'completed', exitCode: 0 });
      const before = await folder.items(run, spider);
      expect(before.length).toBe(site.expected.length);
      expect(await folder.items(again.run, spider)).toEqual(before);
    },
  );
});
