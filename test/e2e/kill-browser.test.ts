import { execFileSync } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../electron/browser/support.ts';
import { twinSite } from '../servers/script-site.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';
import { ledgerOf, resultOf } from './data-folder.ts';

const stories = 12;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Process[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return rows.map((row) => {
    const [, pid = '0', parent = '0', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
}

/** The browser processes that hang on a process. */
function browsersOf(root: number): number[] {
  const all = processes();
  const below = new Set([root]);
  for (let size = 0; size < below.size;) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all
    .filter(({ pid, command }) => below.has(pid) && command.includes(testBrowser()))
    .map(({ pid }) => pid);
}

async function untilGone(pids: readonly number[]): Promise<void> {
  for (;;) {
    const there = new Set(
      processes()
        .filter(({ command }) => !command.includes('<defunct>'))
        .map(({ pid }) => pid),
    );
    if (!pids.some((pid) => there.has(pid))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// What runs is asked with `ps`, which Windows does not have.
it.skipIf(process.platform === 'win32')(
  'a crawl with the browser that is killed comes to what a calm one comes to, and leaves no browser behind',
  async () => {
    const site = await startServer(twinSite(stories));
    onTestFinished(() => site.close());
    const env = { SPIDER_STUDIO_BROWSER: testBrowser() };
    const spider = {
      name: 'twin',
      allowed_domains: ['127.0.0.1'],
      start_urls: [site.url('/script/0')],
      rules: [{ allow: ['/script/\\d+$'], callback: 'take', follow: true }],
      callbacks: { take: { extract: { title: { css: 'h1::text' }, author: { css: '.author::text' } } } },
      settings: {
        EXTRACTOR_ORDER: ['browser'],
        CONCURRENT_REQUESTS: 2,
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        ROBOTSTXT_OBEY: false,
      },
    };
    const calm = studio();
    await calm.call(['import', calm.file('twin.json', spider)]);
    const whole = await calm.call(['crawl', 'twin', '--allow-private', '--json'], { env });
    expect(whole.json()).toMatchObject({ state: 'completed', counters: { items: stories, failed: 0 } });

    const { call, data, file } = studio();
    await call(['import', file('twin.json', spider)]);
    let seen = site.log.length;
    for (const args of [
      ['crawl', 'twin', '--allow-private', '--json'],
      ['runs', 'resume', '1', '--json'],
    ]) {
      let browsers: number[] = [];
      const killed = await call(args, {
        env,
        onStart: (child) => {
          // In the middle of a page: its script has asked for what it shows.
          const data = (): number => site.log.filter(({ url }) => url.startsWith('/data/')).length;
          const enough = data() + 3;
          const look = setInterval(() => {
            if (data() < enough) return;
            clearInterval(look);
            browsers = browsersOf(child.pid ?? 0);
            child.kill('SIGKILL');
          }, 5);
          child.on('exit', () => clearInterval(look));
        },
      });
      expect(killed.code).toBeNull();
      expect(browsers.length).toBeGreaterThan(0);
      await untilGone(browsers);
      expect(await ledgerOf(data, '1')).toMatchObject({ state: 'interrupted', damage: [] });
      expect(site.log.length).toBeGreaterThan(seen);
      seen = site.log.length;
    }

    const resumed = await call(['runs', 'resume', '1', '--json'], { env });
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      counters: { items: stories, failed: 0, queued: 0 },
      receipt: { itemsLost: 0, itemsDuplicated: 0 },
    });
    expect(await resultOf(data, '1')).toEqual(await resultOf(calm.data, '1'));
  },
  300_000,
);
