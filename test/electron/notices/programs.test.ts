import { expect, it } from 'vitest';
import type { Notice } from '../../../electron/notices/notice.ts';
import { runCommand, showOnDesktop } from '../../../electron/notices/programs.ts';
import type { ProgramCall, ProgramEnd } from '../../../electron/system/program.ts';

const notice: Notice = { kind: 'test', title: 'A -title', text: 'B "text"', trouble: null, digest: null };

function recorder(end: ProgramEnd = { kind: 'ended', code: 0, output: '', errors: '' }) {
  const calls: ProgramCall[] = [];
  return {
    calls,
    run: (call: ProgramCall) => {
      calls.push(call);
      return Promise.resolve(end);
    },
  };
}

it('gives a command the notice as JSON on its standard input, and its arguments as they are', async () => {
  const { calls, run } = recorder();
  expect(await runCommand(['page-me', '$HOME; rm', '--loud'], notice, run)).toBeNull();
  expect(calls).toMatchObject([{ program: 'page-me', args: ['$HOME; rm', '--loud'] }]);
  expect(JSON.parse(calls[0]?.input ?? '')).toEqual(notice);
});

it.each<[string, ProgramEnd, RegExp]>([
  ['is not there', { kind: 'absent' }, /^There is no program "page-me"\.$/],
  ['takes too long', { kind: 'late' }, /did not end within a minute/],
  ['fails', { kind: 'ended', code: 3, output: '', errors: '' }, /ended with exit code 3\.$/],
  [
    'complains at length',
    { kind: 'ended', code: 1, output: '', errors: `${'x'.repeat(9000)} no network\n` },
    /exit code 1: x{289} no network$/,
  ],
])('says why where a command %s', async (_, end, problem) => {
  expect(await runCommand(['page-me'], notice, recorder(end).run)).toMatch(problem);
});

it.each<[NodeJS.Platform, string | null, string[]]>([
  ['linux', 'notify-send', ['--app-name=Spider Studio', '--', 'A -title', 'B "text"']],
  ['darwin', 'osascript', ['A -title', 'B "text"']],
  ['win32', null, []],
])('shows a notice on the desktop of %s', async (platform, program, last) => {
  const { calls, run } = recorder();
  const problem = await showOnDesktop(notice, run, platform);
  expect(calls.map((call) => call.program)).toEqual(program === null ? [] : [program]);
  expect(calls[0]?.args.slice(-last.length) ?? []).toEqual(last);
  expect(problem === null).toBe(program !== null);
});
