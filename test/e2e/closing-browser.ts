import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Target {
  id: string;
  type: string;
}

/**
 * A browser whose windows can be closed from outside, as a person closes them.
 * @param executable of the browser
 * @param folder where the program starts it keeps what is temporary
 */
export function closingBrowser(executable: string, folder: string) {
  const program = join(folder, 'browser');
  writeFileSync(program, `#!/bin/sh\nexec '${executable}' --remote-debugging-port=0 "$@"\n`, { mode: 0o700 });
  const port = (): string => {
    const profile = readdirSync(folder).find((name) => name.includes('profile')) ?? '';
    return readFileSync(join(folder, profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? '';
  };
  return {
    executable: program,
    /** Closes all its windows. The program itself may go on. */
    async closeWindows(): Promise<void> {
      const at = `http://127.0.0.1:${port()}/json`;
      const targets = (await (await fetch(`${at}/list`)).json()) as Target[];
      for (const { id, type } of targets) if (type === 'page') await fetch(`${at}/close/${id}`);
    },
  };
}
