import { readFileSync } from 'node:fs';

/**
 * How much address space this process may reserve, in megabytes of a million bytes; Infinity without a limit. V8 ends the
 * process when it cannot reserve more, so this is checked first. Only Linux enforces such a limit (`ulimit -v`).
 * @param {string} [limits] the content of /proc/self/limits
 */
export function addressSpaceMb(limits = limitsOfThisProcess()) {
  const soft = /^Max address space\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Infinity : Number(soft) / 1_000_000;
}

/**
 * Says what is wrong with the limit of the address space, or null if it is sufficient.
 * @param {number} minMb what the program reserves, in megabytes
 * @param {number} [megabytes]
 * @returns {string | null}
 */
export function addressSpaceProblem(minMb, megabytes = addressSpaceMb()) {
  if (megabytes >= minMb) return null;
  const has = Math.floor(megabytes).toLocaleString('en');
  return `Spider Studio cannot start here: a process may reserve ${has} MB of address space (ulimit -v), and needs ${minMb.toLocaleString('en')} MB, most of which it never uses. Raise the limit, for example with "ulimit -v unlimited"; to limit memory, use a container or a control group.`;
}

function limitsOfThisProcess() {
  if (process.platform !== 'linux') return '';
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
