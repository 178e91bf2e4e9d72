/** The variables that a process was started with, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables as a platform names them. Windows ignores the case of a name, and so does Node there, but only in the main
 * thread: a worker has a plain copy, in which `ProgramFiles` is not `PROGRAMFILES`.
 * @param variables names and values, also those that are set later
 */
export function namedAsOn(platform: NodeJS.Platform, variables: Environment): Environment {
  if (platform !== 'win32') return variables;
  return new Proxy(variables, {
    get: (all, name) => (typeof name === 'string' ? all[spelled(all, name)] : undefined),
    has: (all, name) => typeof name === 'string' && spelled(all, name) in all,
  });
}

/** The name as it stands among the variables; the one asked for where there is none. */
function spelled(all: Environment, name: string): string {
  if (name in all) return name;
  const wanted = name.toUpperCase();
  return Object.keys(all).find((other) => other.toUpperCase() === wanted) ?? name;
}

/** The environment of this process, the same in each of its threads. The only place that reads `process.env`. */
export const environment: Environment = namedAsOn(process.platform, process.env);

/** Reads a variable that is meant for this process alone: those that it starts do not inherit it. */
export function takeVariable(name: string): string | undefined {
  const value = environment[name];
  delete process.env[name];
  return value;
}
