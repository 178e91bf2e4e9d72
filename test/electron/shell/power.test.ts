import { describe, expect, it } from 'vitest';
import { start } from './open-shell.ts';

describe('the machine', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'stays awake while crawls go on, on %s',
    async (platform) => {
      const { blockers, setRuns } = await start({ platform });
      expect(blockers).toEqual([]);
      setRuns(['7']);
      setRuns(['7', '8']);
      // The display may go dark.
      expect(blockers).toEqual(['prevent-app-suspension']);
      setRuns(['8']);
      expect(blockers).toEqual(['prevent-app-suspension']);
      setRuns([]);
      setRuns([]);
      expect(blockers).toEqual(['stopped']);
      setRuns(['9']);
      expect(blockers).toEqual(['stopped', 'prevent-app-suspension']);
    },
  );
});
