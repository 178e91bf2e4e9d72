import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveModifiers } from '../../shared/live-page.ts';
import { livePlaces, liveSite } from './live-site.ts';
import { browsersOf, doors, opened, patient, type Viewer } from './live-viewer.ts';

async function shown(door: string, path: string): Promise<{ viewer: Viewer; origin: string }> {
  const site = await liveSite();
  onTestFinished(() => site.close());
  const viewer = await opened(await (doors[door] ?? Promise.reject)(), `${site.origin}${path}`);
  await viewer.is({ phase: 'ready' });
  return { viewer, origin: site.origin };
}

const selected = async (viewer: Viewer): Promise<string> =>
  (await viewer.call('live.selection', { live: viewer.live })).text;

describe.each(Object.keys(doors))('beside the page, a live page at the %s door', (name) => {
  it('copies and cuts what is selected, but no secret', { timeout: 300_000 }, async () => {
    const { viewer } = await shown(name, '/manners');
    expect(await selected(viewer)).toBe('');
    await viewer.click(livePlaces.words, 3);
    expect((await selected(viewer)).trim()).toBe('Copy these words');
    await viewer.click(livePlaces.text);
    await viewer.input({ kind: 'text', text: 'lamp kit' });
    await viewer.press('a', { code: 'KeyA', modifiers: liveModifiers.control });
    expect(await selected(viewer)).toBe('lamp kit');
    await viewer.press('x', { code: 'KeyX', modifiers: liveModifiers.control });
    await viewer.is({ title: 'Text:' });
    await viewer.click(livePlaces.secret);
    await viewer.input({ kind: 'text', text: 'hidden' });
    await viewer.press('a', { code: 'KeyA', modifiers: liveModifiers.control });
    expect(await selected(viewer)).toBe('');
  });

  it('shows what an input method has so far, and takes its text', { timeout: 300_000 }, async () => {
    const { viewer } = await shown(name, '/manners');
    await viewer.click(livePlaces.text);
    await viewer.input({ kind: 'compose', text: 'かん' });
    await viewer.is({ title: 'Text: かん' });
    await viewer.input({ kind: 'text', text: '感' });
    await viewer.is({ title: 'Text: 感' });
    await viewer.input({ kind: 'compose', text: 'じ' }, { kind: 'compose', text: '' });
    await viewer.input({ kind: 'text', text: '!' });
    await viewer.is({ title: 'Text: 感!' });
    await vi.waitFor(async () => expect(await viewer.actions()).toMatchObject([{ value: '感!' }]), patient);
  });

  it('cancels questions and files, leaves pages, and tells it', { timeout: 300_000 }, async () => {
    const { viewer } = await shown(name, '/manners');
    await viewer.click(livePlaces.confirm);
    await viewer.is({ title: 'Sure: false' });
    await viewer.tells('It said: “Are you sure?”.');
    await viewer.click(livePlaces.prompt);
    await viewer.is({ title: 'Name: null' });
    await viewer.tells('It said: “Your name?”.');
    await viewer.click(livePlaces.file);
    await viewer.tells('The page asked for a file.');
    // The page goes on after that.
    await viewer.click(livePlaces.keep);
    await viewer.is({ title: 'Kept' });
    await viewer.click(livePlaces.leave);
    await viewer.is({ title: 'Found' });
    await viewer.call('live.navigate', { live: viewer.live, step: 'back' });
    await viewer.is({ title: 'Manners', canGoForward: true });
    await viewer.call('live.navigate', { live: viewer.live, step: 'forward' });
    await viewer.is({ title: 'Found', canGoBack: true, canGoForward: false });
    // Clicks that open something are actions as others are.
    const selectors = (await viewer.state()).actions.map(({ action }) => Reflect.get(action, 'click'));
    expect(selectors).toHaveLength(4);
  });

  it.each([
    ['a window', livePlaces.window, 'Members'],
    ['a tab', livePlaces.tab, 'Found'],
  ])('shows %s that the page opens, with a way back', { timeout: 300_000 }, async (_, place, title) => {
    const { viewer } = await shown(name, '/manners');
    await viewer.click(place);
    await viewer.is({ title, windows: 1, canGoBack: true });
    await viewer.tells('The page opened a window, which is shown now. Back closes it.');
    viewer.frames = [];
    await viewer.call('live.navigate', { live: viewer.live, step: 'back' });
    await viewer.is({ title: 'Manners', windows: 0 });
    await viewer.click(livePlaces.confirm);
    await viewer.is({ title: 'Sure: false' });
    await vi.waitFor(() => expect(viewer.frames.length).toBeGreaterThan(0), patient);
  });

  // Its processes are asked with `ps`, which Windows does not have.
  it.skipIf(process.platform === 'win32')(
    'tells that the page crashed, and loads it again or goes elsewhere',
    { timeout: 300_000 },
    async () => {
      const { viewer, origin } = await shown(name, '/manners');
      const crash = (): void => {
        for (const pid of browsersOf(viewer.door.pid, '--type=renderer')) process.kill(pid, 'SIGKILL');
      };
      crash();
      await viewer.is({ phase: 'crashed', canGoBack: false });
      await viewer.call('live.navigate', { live: viewer.live, step: 'reload' });
      await viewer.is({ phase: 'ready', title: 'Manners', windows: 0 });
      await viewer.click(livePlaces.confirm);
      await viewer.is({ title: 'Sure: false' });
      crash();
      await viewer.is({ phase: 'crashed' });
      await viewer.call('live.navigate', { live: viewer.live, url: `${origin}/search?q=desk` });
      await viewer.is({ phase: 'ready', title: 'Found', windows: 0 });
      expect(await viewer.state()).toMatchObject({ url: `${origin}/search?q=desk`, windows: 0 });
    },
  );
});
