import { describe, expect, it } from 'vitest';
import { commandOf, targetWords } from '../../../../renderer/features/notices/notice-words.ts';

describe('the command of a channel', () => {
  it.each([
    ['notify', ['notify']],
    ['  mail -s  "a night" me@example.org ', ['mail', '-s', 'a night', 'me@example.org']],
    ['\'C:\\Program Files\\x.exe\' --to="a b"', ['C:\\Program Files\\x.exe', '--to=a b']],
    ['run ""', ['run', '']],
    ["run 'it''s'", ['run', 'its']],
    ['', []],
    ['mail "open', null],
  ])('is read from %j', (text, expected) => {
    expect(commandOf(text)).toEqual(expected);
  });

  it.each([[['mail', 'a night', '']], [['C:\\Program Files\\x.exe']], [['say', '"hello"', "it's"]]])(
    'is written so that it is read again: %j',
    (command) => {
      expect(commandOf(targetWords({ target: { command } }))).toEqual(command);
    },
  );

  it('is none on the desktop, and an address of a webhook', () => {
    expect(targetWords({ target: {} })).toBe('');
    expect(targetWords({ target: { url: 'https://example.org/x' } })).toBe('https://example.org/x');
  });
});
