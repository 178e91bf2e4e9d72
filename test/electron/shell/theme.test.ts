import { expect, it } from 'vitest';
import { start } from './open-shell.ts';

const light = '#ffffff';
const dark = '#16181d';

it.each([
  ['light', light],
  ['dark', dark],
  ['system', dark],
] as const)('a window is %s before its page has drawn', async (theme, background) => {
  const { windows, theme: shown } = await start({ theme });
  expect(shown.themeSource).toBe(theme);
  expect(windows[0]?.options.backgroundColor).toBe(background);
});

it('follows what the person chooses, in every window', async () => {
  const { windows, theme, setTheme } = await start({ theme: 'light' });
  windows[0]?.openHandler()({ url: 'app://bundle/#/runs' });
  setTheme('dark');
  setTheme('dark');
  expect(theme.themeSource).toBe('dark');
  expect(windows.map(({ calls }) => calls)).toEqual([[`background ${dark}`], [`background ${dark}`]]);
  setTheme('sepia');
  expect(theme.themeSource).toBe('system');
});
