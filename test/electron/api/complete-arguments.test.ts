import { describe, expect, it } from 'vitest';
import { completed } from '../../../electron/api/complete-arguments.ts';
import type { CallName } from '../../../shared/contract/index.ts';

const caller = {
  id: '1',
  name: 'the API key "desk"',
  key: '1',
  member: 'owner',
  scopes: ['admin'],
  projects: null,
} as const;
const complete = (name: CallName, args: Record<string, unknown>, allowPrivate = false) =>
  completed(name, args, caller, { callers: {} as never, allowPrivate });

describe('private addresses', () => {
  it.each<[CallName, Record<string, unknown>]>([
    ['runs.get', { run: '1', allowPrivate: true }],
    ['documents.analyze', { document: { allowPrivate: true } }],
    ['app.doctor', { url: 'http://127.0.0.1:8080/' }],
    ['app.doctor', { url: ' http://0x7f.1/ ' }],
    ['app.doctor', { url: 'http://localhost/' }],
    ['app.doctor', { url: 'http://printer/' }],
    ['places.add', { endpoint: 'https://[::ffff:10.0.0.1]:9000' }],
    ['places.add', { endpoint: 'http://169.254.169.254' }],
  ])('are refused in %s with %j unless the server reaches them', async (name, args) => {
    await expect(complete(name, args)).rejects.toMatchObject({ code: 'private-target' });
    expect(await complete(name, args, true)).toMatchObject(args);
  });

  it.each<[CallName, Record<string, unknown>]>([
    ['app.doctor', {}],
    ['app.doctor', { url: 'https://shop.example/' }],
    ['app.doctor', { url: 'shop' }],
    ['places.add', { endpoint: null }],
    ['runs.get', { run: '1', url: 'http://127.0.0.1/' }],
  ])('are not seen in %s with %j', async (name, args) => {
    expect(await complete(name, args)).toMatchObject(args);
  });
});
