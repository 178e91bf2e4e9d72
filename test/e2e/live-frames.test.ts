import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { livePlaces, liveSite } from './live-site.ts';
import { doors, opened, patient, ref, spiderText } from './live-viewer.ts';

describe.each(Object.keys(doors))('frames of a live page at the %s door', (name) => {
  it('what is done in them is kept, and a crawl does it again', { timeout: 300_000 }, async () => {
    const site = await liveSite();
    onTestFinished(() => site.close());
    const viewer = await opened(await (doors[name] ?? Promise.reject)(), `${site.origin}/framed`);
    await viewer.is({ phase: 'ready', title: 'Framed' });
    const last = (expected: object): Promise<void> =>
      vi.waitFor(async () => expect((await viewer.actions()).at(-1)).toMatchObject(expected), patient);

    // A frame of another site has a process of its own. What has its like on the page cannot be told from it.
    await viewer.click(livePlaces.about);
    await viewer.tells('also finds something outside of it');
    expect(await viewer.actions()).toEqual([]);

    await viewer.click(livePlaces.brand);
    await viewer.type('lux');
    await last({ fill: '.brand', value: 'lux' });
    expect(await viewer.call('live.selection', { live: viewer.live })).toEqual({ text: '' });
    await viewer.click(livePlaces.frameKind);
    await vi.waitFor(async () => {
      const { choices } = await viewer.state();
      expect(choices).toMatchObject({ x: 220, y: 320 });
    }, patient);
    await viewer.input({ kind: 'choose', index: 1 });
    await last({ fill: '.kind', value: 'Desk' });
    await viewer.click(livePlaces.apply);
    await last({ click: '.apply' });
    await viewer.click(livePlaces.accept);
    // The frame goes away with the click, so it was a banner.
    await last({ dismiss: '.accept' });
    const host = site.origin.replace('http://', '').replaceAll('.', String.raw`\.`);
    const on = [`//${host}/framed(?:[?#]|$)`];
    const actions = await viewer.actions();
    expect(actions).toEqual([
      { fill: '.brand', value: 'lux', on },
      { fill: '.kind', value: 'Desk', on },
      { click: '.apply', on },
      { dismiss: '.accept' },
    ]);
    await viewer.call('live.close', { live: viewer.live });

    const text = spiderText(`${site.origin}/framed`, {
      EXTRACTOR_ORDER: ['browser'],
      BROWSER_ACTIONS: actions,
      ROBOTSTXT_OBEY: false,
    });
    const added = await viewer.call('pages.addUrl', {
      ...ref,
      url: `${site.origin}/framed`,
      text,
      browser: true,
      allowPrivate: true,
    });
    const address = site.origin.replace('http://', '');
    expect(added.notes.join(' ')).toBe(
      [
        `Filled ".brand" in a frame of ${address}.`,
        `Filled ".kind" in a frame of ${address}.`,
        `Clicked ".apply" in a frame of ${address} once.`,
        `Dismissed ".accept" in a frame of ${address.replace('127.0.0.1', 'localhost')}.`,
      ].join(' '),
    );
  });
});
