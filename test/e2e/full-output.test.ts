import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';

const program = fileURLToPath(new URL('../../bin/spider-studio.mjs', import.meta.url));

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  it.each([[['projects', 'list']], [['projects', 'list', '--json']], [['--help']]])(
    '%j to a full disk is a sentence and exit code 1',
    (args) => {
      const { data } = studio();
      const full = openSync('/dev/full', 'w');
      try {
        const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
          env: { ...process.env, SPIDER_STUDIO_HOME: data },
          stdio: ['ignore', full, 'pipe'],
          encoding: 'utf8',
        });
        expect(stderr).toBe(
          'error: The output could not be written completely: the disk is full.\nhint: Free some space, or write the output elsewhere.\n',
        );
        expect(status).toBe(1);
      } finally {
        closeSync(full);
      }
    },
  );

  it('errors that cannot be written leave the exit code as it is', () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status } = spawnSync(process.execPath, [program, 'no-such-command'], {
        stdio: ['ignore', 'pipe', full],
      });
      expect(status).toBe(2);
    } finally {
      closeSync(full);
    }
  });
});
