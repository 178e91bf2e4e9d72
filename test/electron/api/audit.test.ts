import { describe, expect, it } from 'vitest';
import { note } from '../../../electron/api/audit.ts';
import { createStrangers } from '../../../electron/api/limits.ts';
import type { ApiRecord, Callers } from '../../../electron/host/serving/callers.ts';

/** An audit log, and a clock that stands still until it is moved. */
function log() {
  const entries: ApiRecord[] = [];
  const clock = { now: 0 };
  const callers: Pick<Callers, 'record'> = { record: (entry) => Promise.resolve(void entries.push(entry)) };
  const services = { callers: callers as Callers, strangers: createStrangers(() => clock.now) };
  return { entries, clock, services };
}

const caller = {
  id: '1',
  name: 'the API key "desk"',
  key: '1',
  member: 'owner',
  scopes: ['read'],
  projects: null,
} as const;
const refused = { status: 401, code: 'no-key', from: '127.0.0.1' };

describe('the audit log', () => {
  it.each<[string, string | null]>([
    ['shop', 'shop'],
    ['x\u001b[2J\nforged', null],
    ['x'.repeat(256), null],
  ])('notes %j as the project %j', async (project, noted) => {
    const { entries, services } = log();
    await note(
      services,
      { operation: 'spiders.save', caller, project, changes: true },
      { ...refused, status: 400 },
    );
    expect(entries.map((entry) => entry.project)).toEqual([noted]);
  });

  it('notes some requests of strangers, so that they do not push out the others', async () => {
    const { entries, clock, services } = log();
    const stranger = { operation: 'spiders.list', caller: null, project: null, changes: false };
    for (let i = 0; i < 1000; i += 1) await note(services, stranger, refused);
    expect(entries).toHaveLength(60);
    await note(services, { ...stranger, caller }, { ...refused, status: 403 });
    expect(entries).toHaveLength(61);
    clock.now += 2000;
    for (let i = 0; i < 10; i += 1) await note(services, stranger, refused);
    expect(entries).toHaveLength(63);
  });
});
