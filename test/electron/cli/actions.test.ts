import { expect, it } from 'vitest';
import { goingOn, resumption, worded } from '../../../electron/cli/actions.ts';
import type { Advice } from '../../../shared/contract/advice.ts';

it.each<[string, Advice, string | null]>([
  ['nothing', { hint: null, action: null }, null],
  ['a hint', { hint: 'Wait.', action: null }, 'Wait.'],
  [
    'an action',
    { hint: null, action: { action: 'start-run', spider: 'news' } },
    '"spider-studio crawl news" starts one.',
  ],
  [
    'a hint with an action',
    {
      hint: 'There is one in the project "press".',
      action: { action: 'choose-project', project: 'press' },
    },
    'There is one in the project "press". Add --project press.',
  ],
  [
    'a proxy of any tier',
    { hint: null, action: { action: 'add-proxy', project: 'press', tier: null } },
    '"spider-studio proxies add TIER URL --project press" adds one.',
  ],
])('words %s as a command', (_, advice, expected) => {
  expect(worded(advice)).toBe(expected);
});

it('says how to go on with a run that is paused or interrupted, and with no other', () => {
  const states = ['paused', 'interrupted', 'running', 'completed', 'stopped', 'failed'];
  const goesOn = '"spider-studio runs resume 7" resumes it.';
  expect(states.map((state) => resumption('7', state))).toEqual([goesOn, goesOn, '', '', '', '']);
});

it.each<[string, string, string]>([
  ['an address as it is', 'https://shop.example/account', 'https://shop.example/account'],
  ['an address with a query in quotes', 'https://a.example/?x=1&y=2', '"https://a.example/?x=1&y=2"'],
  [
    'what a shell would replace as a code',
    'https://a.example/$HOME`id`',
    '"https://a.example/%24HOME%60id%60"',
  ],
])('names the two commands after which a run goes on: %s', (_, url, written) => {
  expect(goingOn('7', { name: 'shop', url }).split('\n').slice(1)).toEqual([
    `  spider-studio session login shop ${written}`,
    '  spider-studio runs resume 7',
  ]);
});
