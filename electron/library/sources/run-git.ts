import { execFile } from 'node:child_process';
import { environment } from '../../system/environment.ts';
import { LibraryError } from '../errors.ts';

/** A call of git. */
export interface GitCall {
  /** The folder that it works in. */
  folder: string;
  args: readonly string[];
  input?: Uint8Array;
  env?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Limit of one call, in milliseconds; cloning a registry of some hundred megabytes fits. */
const timeoutMs = 180_000;
const maxOutput = 80 * 1024 * 1024;

/** Variables that would point git at another repository, as they are set for its hooks. */
const foreign = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
] as const;

/** Configuration that keeps git from starting other programs, now or later. */
const quiet = ['gc.auto=0', 'maintenance.auto=false', 'core.hooksPath=no-hooks', 'core.fsmonitor=false'];

/**
 * Calls the git of this computer. It asks nobody anything: what needs a password that git does not know fails.
 * @returns what it printed @throws LibraryError `no-git`, `git-failed`, `cancelled`
 */
export function runGit({ folder, args, input, env = {}, signal }: GitCall): Promise<Buffer> {
  const config = quiet.flatMap((each) => ['-c', each]);
  const options = {
    cwd: folder,
    env: environmentFor(env),
    encoding: 'buffer',
    maxBuffer: maxOutput,
    timeout: timeoutMs,
    windowsHide: true,
    signal,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...config, ...args], options, (error, output, errors) => {
      if (error === null) resolve(output);
      else reject(failure(error, errors, signal));
    });
    // A git that ends before it has read its input says why by its exit code.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function environmentFor(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...environment };
  for (const name of foreign) delete env[name];
  return {
    ...env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_SSH_COMMAND: env['GIT_SSH_COMMAND'] ?? 'ssh -o BatchMode=yes',
    LC_ALL: 'C',
    ...own,
  };
}

function failure(error: Error, errors: Buffer, signal: AbortSignal): LibraryError {
  if (signal.aborted) return new LibraryError('cancelled', 'It was cancelled.');
  if ('code' in error && error.code === 'ENOENT')
    return new LibraryError('no-git', 'There is no git on this computer.');
  if ('killed' in error && error.killed === true)
    return new LibraryError('git-failed', `git took longer than ${timeoutMs / 1000} seconds.`);
  return new LibraryError('git-failed', `git says: ${said(errors.toString('utf8'))}`);
}

/** The line that says what went wrong, without a login in a URL. */
function said(errors: string): string {
  const lines = errors.split('\n').map((line) => line.trim());
  const told = lines.find((line) => /^(?:fatal|error|ssh|remote: error)/i.test(line));
  const line = told ?? lines.findLast((each) => each !== '') ?? 'nothing';
  return line.replaceAll(/\/\/[^/@\s]*@/g, '//').slice(0, 500);
}
