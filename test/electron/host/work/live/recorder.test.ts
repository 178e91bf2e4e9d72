import { describe, expect, it } from 'vitest';
import type { Seen, SeenAt, SeenTarget } from '../../../../../electron/browser/live/seen.ts';
import { Recorder } from '../../../../../electron/host/work/live/recorder.ts';
import { validateSpider } from '../../../../../shared/spider/validate.ts';

const url = 'https://example.org/shop.html?page=2';
const page: SeenAt = { url, place: 'page', frame: null };
const on = [String.raw`//example\.org/shop\.html(?:[?#]|$)`];

const target = (rough: string, given: Partial<SeenTarget> = {}): SeenTarget => ({
  element: 1,
  html: null,
  rough,
  inLogin: false,
  ...given,
});
let clicks = 0;
const click = (rough: string, given: Partial<Extract<Seen, { kind: 'click' }>> = {}): Seen => {
  clicks += 1;
  return { kind: 'click', click: clicks, target: target(rough), leads: false, covers: false, ...given };
};
const fill = (rough: string, value: string, given: Partial<SeenTarget> = {}): Seen => ({
  kind: 'fill',
  target: target(rough, given),
  value,
});

/** `'arrived'` stands for another document. */
function recorded(...told: (Seen | 'arrived')[]) {
  const recorder = new Recorder(({ rough }) => rough);
  for (const seen of told) {
    if (seen === 'arrived') recorder.arrived();
    else recorder.see(seen, page);
  }
  return recorder;
}

describe('what a person does', () => {
  it.each<[string, (Seen | 'arrived')[], object[]]>([
    ['a click', [click('.a')], [{ click: '.a', on }]],
    [
      'clicks on one target',
      [click('.more'), click('.more'), click('.more')],
      [{ click: '.more', times: 3, on }],
    ],
    [
      'clicks on several targets',
      [click('.a'), click('.b', { target: target('.b', { element: 2 }) }), click('.a')],
      [
        { click: '.a', on },
        { click: '.b', on },
        { click: '.a', on },
      ],
    ],
    [
      'a banner that goes away',
      [click('.ok', { click: 900, covers: true }), { kind: 'gone', click: 900, withFrame: false }],
      [{ dismiss: '.ok' }],
    ],
    ['something in front of the page that stays', [click('.ok', { covers: true })], [{ click: '.ok', on }]],
    [
      'a button of the page that goes away',
      [click('.more', { click: 901 }), { kind: 'gone', click: 901, withFrame: false }],
      [{ click: '.more', on }],
    ],
    ['a link to another page', [click('a', { leads: true }), 'arrived'], []],
    [
      'a link by which a script shows something',
      [click('a', { leads: true }), click('b', { target: target('b', { element: 2 }) }), 'arrived'],
      [
        { click: 'a', on },
        { click: 'b', on },
      ],
    ],
    ['a button that leads on', [click('button'), 'arrived'], [{ click: 'button', on }]],
    [
      'a search',
      [
        fill('#q', 'l'),
        { kind: 'refill', element: 1, value: 'lamp' },
        { kind: 'press', key: 'Enter', inLogin: false },
      ],
      [
        { fill: '#q', value: 'lamp', on },
        { press: 'Enter', on },
      ],
    ],
    [
      'a field that is filled again',
      [fill('#q', 'lamp'), fill('#q', 'desk')],
      [{ fill: '#q', value: 'desk', on }],
    ],
    ['the end of a page that grows', [{ kind: 'end' }, { kind: 'end' }], [{ scroll: 'end', times: 2, on }]],
    [
      'a login',
      [
        fill('#user', 'ada', { inLogin: true }),
        { kind: 'secret' },
        { kind: 'press', key: 'Enter', inLogin: true },
        click('#send', { target: target('#send', { inLogin: true }) }),
      ],
      [],
    ],
    ['a list of choices that opens', [{ kind: 'choices', choices: null }], []],
  ])('%s', (_what, told, actions) => {
    const kept = recorded(...told).actions.map(({ action }) => action);
    expect(kept).toEqual(actions);
    const settings = { EXTRACTOR_ORDER: ['browser'], BROWSER_ACTIONS: kept };
    const document = {
      name: 'a',
      allowed_domains: ['example.org'],
      start_urls: [url],
      rules: [],
      callbacks: {},
      settings,
    };
    expect(
      validateSpider(JSON.stringify(document)).problems.filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
  });

  it('is forgotten where the person wants it, and goes on after that', () => {
    const recorder = recorded(click('.a'), fill('#q', 'x', { element: 2 }));
    recorder.forget([recorder.actions[1]?.id ?? 0]);
    recorder.see({ kind: 'refill', element: 2, value: 'xy' }, page);
    recorder.see(click('.a'), page);
    expect(recorder.actions.map(({ action }) => action)).toEqual([{ click: '.a', times: 2, on }]);
  });

  it('tells documents of frames apart', () => {
    const recorder = recorded(click('.a', { click: 1 }));
    const frame = { ...page, place: 'frame', frame: 'ads.example' };
    recorder.see(click('.a', { click: 1 }), frame);
    recorder.see({ kind: 'gone', click: 1, withFrame: true }, frame);
    expect(recorder.lastTarget).toMatchObject({ selector: '.a', place: 'frame' });
    // The frame went away with the click in it, so it was a banner.
    expect(recorder.actions.map(({ action }) => action)).toEqual([{ click: '.a', on }, { dismiss: '.a' }]);
  });

  it('keeps a click by which a person did not come elsewhere', () => {
    const recorder = recorded(click('a', { leads: true }));
    recorder.goes();
    recorder.arrived();
    expect(recorder.actions).toHaveLength(1);
  });

  it('says that a secret was typed, and ends at the limit of BROWSER_ACTIONS', () => {
    expect(recorded().hasSecret).toBe(false);
    expect(recorded({ kind: 'secret' }).hasSecret).toBe(true);
    const many = Array.from({ length: 130 }, (_, at) =>
      click(`.n${at}`, { target: target(`.n${at}`, { element: at }) }),
    );
    expect(recorded(...many).actions).toHaveLength(100);
  });
});
