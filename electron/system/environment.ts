/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns variables with the name rules of a platform. Windows ignores case, and so does Node there, but only in the main thread:
 * a worker has a plain copy in which `ProgramFiles` and `PROGRAMFILES` differ.
 * @param variables read on each access, so later changes are seen
 */
export function namedAsOn(platform: NodeJS.Platform, variables: Environment): Environment {
  if (platform !== 'win32') return variables;
  return new Proxy(variables, {
    get: (all, name) => (typeof name === 'string' ? all[spelled(all, name)] : undefined),
    has: (all, name) => typeof name === 'string' && spelled(all, name) in all,
  });
}

/** Returns the name as it is spelled among the variables, or the given name if there is none. */
function spelled(all: Environment, name: string): string {
  if (name in all) return name;
  const wanted = name.toUpperCase();
  return Object.keys(all).find((other) => other.toUpperCase() === wanted) ?? name;
}

/** Environment of this process, the same in each of its threads. This is the only place that reads `process.env`. */
export const environment: Environment = namedAsOn(process.platform, process.env);

/** Reads and removes a variable that is meant for this process alone, so child processes do not inherit it. */
export function takeVariable(name: string): string | undefined {
  const value = environment[name];
  delete process.env[name];
  return value;
}
