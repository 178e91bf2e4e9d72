import { describe, expect, it } from 'vitest';
import { namedAsOn, type Environment } from '../../../electron/system/environment.ts';

/** As a worker thread sees them on a Windows machine: a plain copy, with the names in the case that Windows keeps. */
const windowsMachine: Environment = {
  ALLUSERSPROFILE: 'C:\\ProgramData',
  CommonProgramFiles: 'C:\\Program Files\\Common Files',
  ComSpec: 'C:\\Windows\\system32\\cmd.exe',
  LOCALAPPDATA: 'C:\\Users\\Zoë\\AppData\\Local',
  Path: 'C:\\Windows\\system32;C:\\Windows',
  ProgramFiles: 'C:\\Program Files',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  SystemRoot: 'C:\\Windows',
  shop_login: 'zoe:geheim',
};

describe('the environment', () => {
  it.each([
    ['PROGRAMFILES(X86)', 'C:\\Program Files (x86)'],
    ['ProgramFiles(x86)', 'C:\\Program Files (x86)'],
    ['PATH', 'C:\\Windows\\system32;C:\\Windows'],
    ['SHOP_LOGIN', 'zoe:geheim'],
    ['HOME', undefined],
  ])('has %s on Windows in whichever case', (name, value) => {
    const env = namedAsOn('win32', windowsMachine);
    expect(env[name]).toBe(value);
    expect(name in env).toBe(value !== undefined);
  });

  it('takes the exact name before another case of it', () => {
    expect(namedAsOn('win32', { Path: 'one', PATH: 'two' })['PATH']).toBe('two');
  });

  it.each(['linux', 'darwin'] as const)('tells one case from another on %s', (platform) => {
    const env = namedAsOn(platform, { path: 'small', PATH: 'large' });
    expect([env['path'], env['PATH'], env['Path']]).toEqual(['small', 'large', undefined]);
  });

  it('hands on every variable as it is named, and what is set later', () => {
    const variables: Record<string, string | undefined> = { ...windowsMachine };
    const env = namedAsOn('win32', variables);
    expect({ ...env }).toEqual(windowsMachine);
    variables['Later'] = 'now';
    expect(env['LATER']).toBe('now');
  });
});
