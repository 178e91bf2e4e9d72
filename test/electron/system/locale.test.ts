import { expect, it } from 'vitest';
import { listSeparator, type LocaleSource } from '../../../electron/system/locale.ts';

/** A system on which a program prints a text, and whoever asks for another one gets nothing. */
function system(
  platform: NodeJS.Platform,
  { printed = null, environment = {} }: { printed?: string | null; environment?: Record<string, string> },
): LocaleSource & { asked: string[] } {
  const asked: string[] = [];
  return {
    platform,
    environment,
    asked,
    output(file, args) {
      asked.push([file, ...args].join(' '));
      return printed;
    },
  };
}

const registry = (value: string) =>
  `\r\nHKEY_CURRENT_USER\\Control Panel\\International\r\n    sList    REG_SZ    ${value}\r\n\r\n`;

it.each([
  [';', ';'],
  [',', ','],
  ['|', '|'],
])('is what Windows has for lists: %s', (value, separator) => {
  const windows = system('win32', {
    printed: registry(value),
    environment: { SystemRoot: 'D:\\Windows' },
  });
  expect(listSeparator(windows)).toBe(separator);
  expect(windows.asked).toEqual([
    'D:\\Windows\\System32\\reg.exe query HKCU\\Control Panel\\International /v sList',
  ]);
});

it.each([null, '', registry(''), registry('--'), registry('"'), registry('x'), 'ERROR: Access is denied.'])(
  'is that of the language where Windows does not say: %j',
  (printed) => {
    const expected = new Intl.NumberFormat().format(1.5) === '1.5' ? ',' : ';';
    expect(listSeparator(system('win32', { printed }))).toBe(expected);
  },
);

it.each([
  ['en_US', ','],
  ['de_DE', ';'],
  ['de_CH', ','],
  ['fr_FR@currency=USD', ';'],
  ['zh-Hans_CN', ','],
  ['pt_BR\n', ';'],
  ['ar_EG', ';'],
])('follows the decimal separator on macOS: %j is %s', (printed, separator) => {
  const mac = system('darwin', { printed, environment: { LANG: 'en_US.UTF-8' } });
  expect(listSeparator(mac)).toBe(separator);
  expect(mac.asked).toEqual(['/usr/bin/defaults read -g AppleLocale']);
});

it.each<[Record<string, string>, string]>([
  [{ LANG: 'de_DE.UTF-8' }, ';'],
  [{ LANG: 'en_GB.UTF-8' }, ','],
  [{ LANG: 'en_US.UTF-8', LC_NUMERIC: 'nl_NL.UTF-8' }, ';'],
  [{ LC_ALL: 'C', LC_NUMERIC: 'de_DE.UTF-8' }, ','],
  [{ LC_ALL: '', LANG: 'sv_SE@euro' }, ';'],
  [{ LANG: 'C.UTF-8' }, ','],
  [{ LANG: 'POSIX' }, ','],
  [{ LANG: 'xx_nonsense_too_long_for_a_tag' }, ','],
  [{}, ','],
])('follows the environment on Linux: %j is %s', (environment, separator) => {
  const linux = system('linux', { environment });
  expect(listSeparator(linux)).toBe(separator);
  expect(linux.asked).toEqual([]);
});

it('is known of this computer', () => {
  expect([',', ';', '|']).toContain(listSeparator());
});
