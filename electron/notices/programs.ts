import type { ProgramCall, RunProgram } from '../system/program.ts';
import type { Notice, SendProblem } from './notice.ts';

/** The most characters of what a program complains about that are kept. */
const maxComplaint = 300;

/** Sends a notice to a program, as JSON on its standard input. @param command the program and its arguments; no shell reads them */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  notice: Notice,
  run: RunProgram,
): Promise<SendProblem> {
  return problemOf(program, await run({ program, args, input: `${JSON.stringify(notice)}\n` }));
}

/** Shows a notice on the desktop with what the system has for that. @param platform as `process.platform` */
export async function showOnDesktop(
  { title, text }: Pick<Notice, 'title' | 'text'>,
  run: RunProgram,
  platform: NodeJS.Platform,
): Promise<SendProblem> {
  const call = desktopCall(title, text, platform);
  if (call === null)
    return 'This system shows notices only while a window of Spider Studio is open. Use a command or a webhook otherwise.';
  return problemOf(call.program, await run(call));
}

function desktopCall(title: string, text: string, platform: NodeJS.Platform): ProgramCall | null {
  if (platform === 'win32') return null;
  if (platform !== 'darwin')
    return { program: 'notify-send', args: ['--app-name=Spider Studio', '--', title, text] };
  const script = [
    'on run argv',
    'display notification (item 2 of argv) with title (item 1 of argv)',
    'end run',
  ];
  return { program: 'osascript', args: [...script.flatMap((line) => ['-e', line]), title, text] };
}

function problemOf(program: string, end: Awaited<ReturnType<RunProgram>>): SendProblem {
  switch (end.kind) {
    case 'absent':
      return `There is no program "${program}".`;
    case 'late':
      return `"${program}" could not be run, or did not end within a minute.`;
    case 'ended': {
      if (end.code === 0) return null;
      const complaint = end.errors.trim().slice(-maxComplaint);
      return `"${program}" ended with exit code ${end.code}${complaint === '' ? '.' : `: ${complaint}`}`;
    }
    default:
      return end satisfies never;
  }
}
