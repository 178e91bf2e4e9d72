import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import { environment, type Environment } from './environment.ts';

/** What the locale is read from. */
export interface LocaleSource {
  platform: NodeJS.Platform;
  environment: Environment;
  /** Returns what a system program prints, or null if it fails. */
  output: (file: string, args: readonly string[]) => string | null;
}

const thisSystem: LocaleSource = { platform: process.platform, environment, output: outputOf };

/**
 * Returns the list separator of the user's regional settings: a comma, or a semicolon where the comma is the decimal separator.
 * Takes tens of milliseconds on Windows and macOS, where a system program is run.
 */
export function listSeparator(source: LocaleSource = thisSystem): string {
  const set = source.platform === 'win32' ? windowsSeparator(source) : null;
  return set ?? (hasDecimalPoint(localeOf(source)) ? ',' : ';');
}

/** Windows has a setting of its own: Switzerland uses decimal points and semicolons, and users change it. */
function windowsSeparator({ environment, output }: LocaleSource): string | null {
  const reg = win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const printed = output(reg, ['query', 'HKCU\\Control Panel\\International', '/v', 'sList']);
  return /^\s*sList\s+REG_SZ\s+([,;|])\s*$/m.exec(printed ?? '')?.[1] ?? null;
}

/**
 * Returns a language tag, or null if only Node knows it. On macOS, a program started from the desktop has no language in its
 * environment.
 */
function localeOf({ platform, environment, output }: LocaleSource): string | null {
  if (platform === 'win32') return null;
  const said =
    platform === 'darwin'
      ? output('/usr/bin/defaults', ['read', '-g', 'AppleLocale'])
      : environment['LC_ALL'] || environment['LC_NUMERIC'] || environment['LANG'];
  // Examples: "de_CH.UTF-8", "de_CH@currency=CHF", "C".
  const tag = /^\s*([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]+)*)/.exec(said ?? '')?.[1];
  return tag?.replaceAll('_', '-') ?? (platform === 'darwin' ? null : 'en');
}

function hasDecimalPoint(locale: string | null): boolean {
  try {
    return new Intl.NumberFormat(locale ?? undefined).format(1.5).includes('.');
  } catch {
    return true;
  }
}

function outputOf(file: string, args: readonly string[]): string | null {
  try {
    return execFileSync(file, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
      windowsHide: true,
    });
  } catch {
    return null;
  }
}
