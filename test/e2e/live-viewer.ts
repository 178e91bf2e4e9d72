import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Result } from '../../shared/contract/errors.ts';
import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { LiveState } from '../../shared/contract/types.ts';
import type { LiveInput } from '../../shared/live-page.ts';
import { FrameReader, type LiveFrame } from '../../shared/live-frames.ts';
import { testBrowser } from '../electron/browser/support.ts';
import { startDesktopStudio } from './desktop-studio.ts';
import { startWebStudio } from './web-studio.ts';

/** The spider of the live page. */
export const ref = { project: 'default', spider: 'lamps' };
/** The size of the picture. */
export const size = { width: 800, height: 600 };

/** For what a browser takes its time for. */
export const patient = { timeout: 20_000, interval: 50 };

/** A door at which a window shows a live page. */
export interface Door {
  ask<N extends CallName>(name: N, args: CallArgs<N>): Promise<Result<CallValue<N>>>;
  get(path: string): Promise<Response>;
  dataDir: string;
  /** The process that the browsers hang on. */
  pid: number;
}

/** A new data folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'spider-studio-live-'));

/** Opens each of the doors; it is closed after the test. */
export const doors: Record<string, () => Promise<Door>> = {
  async web() {
    const dataDir = newFolder();
    const studio = await startWebStudio(dataDir, [], { SPIDER_STUDIO_BROWSER: testBrowser() });
    onTestFinished(() => studio.close());
    return { ask: studio.ask, get: studio.get, dataDir, pid: studio.child.pid ?? 0 };
  },
  async desktop() {
    const dataDir = newFolder();
    vi.stubEnv('SPIDER_STUDIO_BROWSER', testBrowser());
    const studio = await startDesktopStudio(dataDir);
    onTestFinished(async () => {
      await studio.close();
      vi.unstubAllEnvs();
      expect(studio.faults).toEqual([]);
    });
    return { ask: studio.ask, get: studio.get, dataDir, pid: process.pid };
  },
};

/** A window that shows a live page: it reads the pictures, and tells that it shows them. */
export class Viewer {
  readonly door: Door;
  live = '';
  frames: LiveFrame[] = [];
  #stream: ReadableStreamDefaultReader<Uint8Array> | null = null;

  constructor(door: Door) {
    this.door = door;
  }

  async open(url: string): Promise<void> {
    const opened = await this.call('live.open', { ...ref, url, size, allowPrivate: true });
    this.live = opened.live;
    const answer = await this.door.get(opened.path);
    if (answer.status !== 200) throw new Error(`${opened.path}: ${answer.status}`);
    this.#stream = answer.body?.getReader() ?? null;
    void this.#follow().catch(() => undefined);
  }

  /** Leaves, as a window does that is closed. */
  async leave(): Promise<void> {
    await this.#stream?.cancel();
  }

  async call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallValue<N>> {
    const answer = await this.door.ask(name, args);
    if (answer.ok) return answer.value;
    throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  }

  state(): Promise<CallValue<'live.state'>> {
    return this.call('live.state', { live: this.live });
  }

  async input(...input: LiveInput[]): Promise<void> {
    await this.call('live.input', { live: this.live, input });
  }

  /** @param clicks two: double; three: the whole line */
  async click({ x, y }: { x: number; y: number }, clicks = 1): Promise<void> {
    const mouse = { kind: 'mouse', x, y, modifiers: 0 } as const;
    await this.input({ ...mouse, type: 'move', button: 'none', buttons: 0, clicks: 0 });
    for (let count = 1; count <= clicks; count += 1) {
      await this.input(
        { ...mouse, type: 'down', button: 'left', buttons: 1, clicks: count },
        { ...mouse, type: 'up', button: 'left', buttons: 0, clicks: count },
      );
    }
  }

  async type(text: string): Promise<void> {
    for (const letter of text) await this.#key(letter, `Key${letter.toUpperCase()}`, letter);
  }

  async press(key: string, { code = key, modifiers = 0 } = {}): Promise<void> {
    await this.#key(key, code, null, modifiers);
  }

  /** Waits until its state is as described. @throws Error with what it is instead */
  async is(
    expected: Partial<Pick<LiveState, 'phase' | 'title' | 'windows' | 'canGoBack' | 'canGoForward'>>,
  ): Promise<void> {
    await vi.waitFor(async () => {
      const state = await this.state();
      const isSo = Object.entries(expected).every(([key, value]) => Reflect.get(state, key) === value);
      if (!isSo) throw new Error(`It is ${JSON.stringify(state)}, not ${JSON.stringify(expected)}.`);
    }, patient);
  }

  /** Waits until something was told. @throws Error with what was told instead */
  async tells(words: string): Promise<void> {
    await vi.waitFor(async () => {
      const { notes } = await this.state();
      if (!notes.some((note) => note.includes(words)))
        throw new Error(`It tells ${JSON.stringify(notes)}, not “${words}”.`);
    }, patient);
  }

  async actions(): Promise<unknown[]> {
    return (await this.state()).actions.map(({ action }) => action);
  }

  #key(key: string, code: string, text: string | null, modifiers = 0): Promise<void> {
    const of = { kind: 'key', key, code, text, modifiers, repeat: false } as const;
    return this.input({ ...of, type: 'down' }, { ...of, type: 'up' });
  }

  async #follow(): Promise<void> {
    const reader = new FrameReader();
    for (;;) {
      const part = await this.#stream?.read();
      if (part?.value === undefined) return;
      for (const frame of reader.read(part.value)) {
        this.frames.push(frame);
        await this.door.ask('live.shown', { live: this.live, frame: frame.number });
      }
    }
  }
}

/** The text of a spider that begins at an address. */
export const spiderText = (url: string, settings: object): string =>
  JSON.stringify({
    name: ref.spider,
    allowed_domains: ['127.0.0.1'],
    start_urls: [url],
    rules: [],
    callbacks: {},
    settings,
  });

/** A live page for a new spider. */
export async function opened(door: Door, url: string): Promise<Viewer> {
  const viewer = new Viewer(door);
  await viewer.call('spiders.save', {
    project: ref.project,
    spider: null,
    text: spiderText(url, {}),
    base: null,
  });
  await viewer.open(url);
  return viewer;
}

/** The browser processes below a process. @param words of their command, such as that of a kind */
export function browsersOf(root: number, words = ''): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const all = rows.map((row) => {
    const [, pid = '0', parent = '0', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
  const below = new Set([root]);
  for (let length = 0; length < below.size;) {
    length = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all
    .filter(
      ({ pid, command }) => below.has(pid) && command.includes(testBrowser()) && command.includes(words),
    )
    .map(({ pid }) => pid);
}

/** Whether a process runs: one that ended, and that nobody has taken note of, does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
