import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle, start } from './open-shell.ts';

/** A window that was closed while runs go on. */
async function away(platform: NodeJS.Platform, runs = ['7', '8']) {
  const shell = await start({ platform, runs, choices: { 'close-while-running': 'keep' } });
  expect(shell.trays).toEqual([]);
  shell.windows[0]?.window.close();
  await settle();
  const click = (label: string) => {
    const item = shell.trays.at(-1)?.shown.menu.find((each) => each.label === label);
    (item?.click as (() => void) | undefined)?.();
  };
  return { ...shell, click };
}

describe.each([
  ['win32', 'windows.png'],
  ['linux', 'linux.png'],
] as const)('crawls that go on without a window, on %s', (platform, file) => {
  it('are counted by an icon beside the clock, until they have ended', async () => {
    const { trays, setRuns } = await away(platform);
    expect(trays.map(({ icon }) => icon)).toEqual([join('/app/resources', 'tray', file)]);
    expect(trays[0]?.shown.tip).toBe('Spider Studio: 2 crawls running');
    setRuns(['8']);
    expect(trays[0]?.shown).toMatchObject({ tip: 'Spider Studio: 1 crawl running', isGone: false });
    expect(trays[0]?.shown.menu[0]).toEqual({ label: '1 crawl running', enabled: false });
    setRuns([]);
    await settle();
    expect(trays[0]?.shown.isGone).toBe(true);
    expect(trays).toHaveLength(1);
  });

  it.each(['the icon', 'Show Spider Studio'])('show a window again by %s, and then no icon', async (way) => {
    const { trays, windows, click } = await away(platform);
    if (way === 'the icon') trays[0]?.emit('click');
    else click(way);
    await settle();
    expect(windows).toHaveLength(2);
    expect(trays.map(({ shown }) => shown.isGone)).toEqual([true]);
  });

  it('are paused where the person quits, without a question', async () => {
    const { trays, calls, questions, closedHosts, click, setRuns } = await away(platform);
    click('Pause and Quit');
    // They end while the host closes.
    setRuns(['8']);
    await settle();
    expect(calls.at(-1)).toBe('exit 0');
    expect([questions, closedHosts()]).toEqual([[], 1]);
    expect(trays.map(({ shown }) => shown.isGone)).toEqual([true]);
  });
});

it('are counted in the dock on macOS', async () => {
  const { trays, badges, setRuns, app } = await away('darwin');
  expect(badges.at(-1)).toBe('2');
  setRuns(['8']);
  expect(badges.at(-1)).toBe('1');
  app.emit('activate');
  expect(badges.at(-1)).toBe('');
  expect(trays).toEqual([]);
});

it('has no icon where a window is open or nothing runs', async () => {
  const { trays, windows, setRuns } = await start({ runs: [] });
  setRuns(['7']);
  setRuns([]);
  windows[0]?.window.close();
  await settle();
  expect(trays).toEqual([]);
});

it.each([
  ['windows.png', 16],
  ['windows@1.25x.png', 20],
  ['windows@1.5x.png', 24],
  ['windows@2x.png', 32],
  ['linux.png', 32],
])('has its icon at every scale: %s', (name, pixels) => {
  const png = readFileSync(new URL(`../../../resources/tray/${name}`, import.meta.url));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pixels, pixels]);
});
