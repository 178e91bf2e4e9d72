/**
 * How many areas ("arenas") the allocator of Linux may divide memory into. Its default is eight for each processor, and each
 * thread takes one: a daemon, whose runs begin and end threads all night, then keeps what each of them once needed. A program can
 * say this only by an environment variable, before it starts.
 */
const arenas = { variable: 'MALLOC_ARENA_MAX', most: '2' };

/**
 * What the environment of this command has to have beside what is there, so that a daemon's memory stays flat.
 * @param {readonly string[]} args of the command line
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {NodeJS.Platform} platform
 * @returns {Record<string, string> | null} null: nothing; it is no daemon, the choice was made, or the system has no such areas
 */
export function daemonMemory(args, env, platform) {
  if (platform !== 'linux' || args[0] !== 'daemon' || env[arenas.variable] !== undefined) return null;
  return { [arenas.variable]: arenas.most };
}

/**
 * Starts this program again with more in its environment: the process, its id and its streams stay. Returns where that is not
 * possible.
 * @param {Record<string, string>} more
 */
export function startAgainWith(more) {
  // A pipe from the process that has started this one would be closed.
  if (process.execve === undefined || process.env.SPIDER_STUDIO_LIFELINE !== undefined) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, ...more });
}
