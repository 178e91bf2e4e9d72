import { expect, it } from 'vitest';
import { daemonMemory } from '../../bin/daemon-memory.mjs';

it.each([
  ['a daemon on Linux', ['daemon', '--drain'], {}, 'linux', { MALLOC_ARENA_MAX: '2' }],
  ['a daemon where that was chosen', ['daemon'], { MALLOC_ARENA_MAX: '8' }, 'linux', null],
  ['a daemon on another system', ['daemon'], {}, 'darwin', null],
  ['a command about a spider of that name', ['crawl', 'daemon'], {}, 'linux', null],
] as const)('the memory of %s', (_, args, env, platform, expected) => {
  expect(daemonMemory(args, env, platform)).toEqual(expected);
});
