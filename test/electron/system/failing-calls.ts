/** An error as the system gives it. */
function systemError(code: string, syscall = 'rename'): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, path: 'C:\\some\\draft' });
}

/** A call of the system that fails so many times, then does what it is there for; without that it fails always. */
export function failing<A extends unknown[], R = never>(
  code: string,
  times = Infinity,
  act?: (...args: A) => R,
): (...args: A) => R {
  let left = times;
  return (...args) => {
    if (left <= 0 && act !== undefined) return act(...args);
    left -= 1;
    throw systemError(code);
  };
}
