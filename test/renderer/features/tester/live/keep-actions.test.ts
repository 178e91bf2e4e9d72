import { expect, it } from 'vitest';
import { actionWords } from '../../../../../renderer/features/tester/live/action-words.ts';
import { withActions } from '../../../../../renderer/features/tester/live/keep-actions.ts';
import type { GivenAction } from '../../../../../shared/spider/actions-schema.ts';

const action = { click: '.more', times: 3 };
const settingsOf = (text: string | null): unknown => JSON.parse(text ?? '{}').settings;

it.each<[string, object | undefined, object]>([
  ['a spider without settings', undefined, { BROWSER_ACTIONS: [action], EXTRACTOR_ORDER: ['browser'] }],
  [
    'actions that are there, behind them',
    { BROWSER_ACTIONS: [{ dismiss: '.ok' }], EXTRACTOR_ORDER: ['newspaper', 'browser'] },
    { BROWSER_ACTIONS: [{ dismiss: '.ok' }, action], EXTRACTOR_ORDER: ['browser', 'newspaper'] },
  ],
  [
    'other settings, which stay',
    { DOWNLOAD_DELAY: 2, BROWSER_ACTIONS: null },
    { DOWNLOAD_DELAY: 2, BROWSER_ACTIONS: [action], EXTRACTOR_ORDER: ['browser'] },
  ],
])('adds actions to %s', (_what, settings, after) => {
  const text = JSON.stringify({ name: 'a', ...(settings === undefined ? {} : { settings }) }, null, 2);
  expect(settingsOf(withActions(text, [action]))).toEqual(after);
});

it('leaves a broken text alone', () => {
  expect(withActions('{ "settings": [', [action])).toBeNull();
});

it.each<[GivenAction, string]>([
  [{ click: '.more', times: 3 }, 'Click .more 3 times'],
  [{ click: '.more' }, 'Click .more '],
  [{ dismiss: '#ok' }, 'Dismiss #ok '],
  [{ fill: '#q', value: 'lamp' }, 'Fill #q with “lamp”'],
  [{ press: 'Enter' }, 'Press Enter '],
  [{ scroll: 'end', times: 2 }, 'Scroll to the end  2 times'],
  [{ wait_for: '.row' }, 'Wait for .row '],
])('puts %j in words', (given, words) => {
  const { verb, target, more } = actionWords(given);
  expect(`${verb} ${target} ${more}`).toBe(words);
});
