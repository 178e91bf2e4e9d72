import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createRenderer, type RendererOptions } from '../../../electron/browser/renderer.ts';
import type { Renderer } from '../../../electron/browser/types.ts';
import { held, page } from '../../servers/routes.ts';
import { oddPages } from '../../servers/script-site.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { rendered, request, testBrowser, textOf } from './support.ts';

const slow = held(page('<h1>slow</h1>'));
let site: TestServer;
beforeAll(async () => {
  site = await startServer({ ...oddPages, '/slow': slow.route });
});
afterAll(() => site.close());

function renderer(options: Partial<RendererOptions> = {}): Renderer {
  const made = createRenderer({
    executable: testBrowser(),
    tabs: 2,
    allowPrivate: true,
    heapMb: 64,
    ...options,
  });
  onTestFinished(() => made.close());
  return made;
}

/** The browsers that this process has started. */
function browsers(): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [])
    .filter(([, , parent, command]) => Number(parent) === process.pid && command?.startsWith(testBrowser()))
    .map(([, pid]) => Number(pid));
}

const good = async (made: Renderer): Promise<void> => {
  expect(textOf(await rendered(made, request(site.url('/plain'))))).toContain('Plain page');
};

describe('a page that breaks its tab', () => {
  it('fails alone, with a reason, and is counted', async () => {
    const made = renderer({ tabs: 4 });
    const settings = { timeoutMs: 2000 };
    const [greedy, loop, later, plain] = await Promise.all([
      made.render(request(site.url('/greedy'))),
      made.render(request(site.url('/loop'), { settings })),
      made.render(request(site.url('/loop-later'), { settings })),
      made.render(request(site.url('/plain'))),
    ]);
    expect(greedy).toMatchObject({
      ok: false,
      problem: { code: 'browser', message: 'The page crashed its tab in the browser.', transient: true },
    });
    const stuck = 'A script of the page hangs, so its tab was closed.';
    expect(loop).toMatchObject({ ok: false, problem: { code: 'browser', message: stuck } });
    expect(later).toMatchObject({ ok: false, problem: { code: 'browser', message: stuck } });
    expect(plain.ok).toBe(true);
    await good(made);
    expect(made.statistics()).toMatchObject({ rendered: 2, failed: 3, crashedTabs: 1, hung: 2, launches: 1 });
  });
});

// What runs is asked with `ps`, which Windows does not have.
describe.skipIf(process.platform === 'win32')('a browser that ends', () => {
  it('takes the pages in it along, and another is started', async () => {
    const made = renderer();
    await good(made);
    const [pid = 0] = browsers();
    const lost = made.render(request(site.url('/slow')));
    await slow.reached;
    process.kill(pid, 'SIGKILL');
    expect(await lost).toMatchObject({
      ok: false,
      problem: { code: 'browser', message: 'The browser ended before the page was read.', transient: true },
    });
    await good(made);
    expect(made.statistics()).toMatchObject({ rendered: 2, failed: 1, crashedBrowsers: 1, launches: 2 });
  });

  it('leaves nothing behind when it is closed, in the middle of a page too', async () => {
    const made = renderer();
    await good(made);
    const late = made.render(request(site.url('/slow')));
    await site.arrived(2, '/slow');
    await made.close();
    expect(await late).toMatchObject({ ok: false, problem: { code: 'aborted' } });
    expect(browsers()).toEqual([]);
    expect(await made.render(request(site.url('/plain')))).toMatchObject({
      ok: false,
      problem: { code: 'aborted' },
    });
  });

  it('is replaced when it has grown too large', async () => {
    const made = renderer({ memoryLimit: 100e6 });
    await good(made);
    await good(made);
    const { launches, peakMemory } = made.statistics();
    // Windows does not tell how much memory it is.
    expect([launches, peakMemory === null]).toEqual(process.platform === 'win32' ? [1, true] : [2, false]);
  });
});

describe('a signal', () => {
  it('ends a page at once, and the tab goes on', async () => {
    const made = renderer({ tabs: 1 });
    const stop = new AbortController();
    const asked = made.render(request(site.url('/slow'), { signal: stop.signal }));
    const waiting = made.render(request(site.url('/plain'), { signal: stop.signal }));
    await site.arrived(3, '/slow');
    stop.abort();
    for (const result of await Promise.all([asked, waiting])) {
      expect(result).toMatchObject({ ok: false, problem: { code: 'aborted' } });
    }
    await good(made);
    expect(made.statistics()).toMatchObject({ launches: 1, failed: 0 });
  });
});

describe('a browser that does not start', () => {
  it.each([
    ['is no program', '/etc/hostname'],
    ['ends at once', '/bin/false'],
    ['is not there', '/nowhere/chromium'],
  ])('because it %s fails every page with a reason', async (_, executable) => {
    const made = renderer({ executable });
    for (const path of ['/plain', '/plain']) {
      const result = await made.render(request(site.url(path)));
      expect(result).toMatchObject({ ok: false, problem: { code: 'browser', transient: false } });
      expect(result.ok ? '' : result.problem.message).toContain(`The browser ${executable} did not start`);
      expect(result.ok ? '' : result.problem.message).not.toContain('\n');
    }
    expect(made.statistics().launches).toBe(1);
  });
});
