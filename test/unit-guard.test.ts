import { execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer, get } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { opened } from './unit-guard.ts';

describe('a unit test', () => {
  it.each<[string, string, () => unknown]>([
    ['thread', 'thread', () => new Worker('', { eval: true })],
    ['program', 'process', () => spawn(process.execPath, ['--version'])],
    ['fork', 'process', () => fork('x.mjs')],
    ['program that is waited for', 'process', () => spawnSync(process.execPath, ['--version'])],
    ['file that is waited for', 'process', () => execFileSync(process.execPath, ['--version'])],
    ['connection', 'socket', () => connect(1, '127.0.0.1')],
    ['request', 'socket', () => get('http://127.0.0.1:1/')],
    ['server', 'socket', () => createServer().listen(0)],
    ['UDP socket', 'socket', () => createSocket('udp4').bind()],
  ])('opens no %s, and is told how to be called', (_name, what, open) => {
    expect(open).toThrow(
      `unit-guard.test.ts is a unit test and opens a ${what}: call it unit-guard.integration.test.ts`,
    );
    expect(opened.splice(0)).toEqual([what]);
  });

  it('opens no connection by fetch', async () => {
    await expect(fetch('http://127.0.0.1:50000/')).rejects.toThrow('fetch failed');
    expect(opened.splice(0)).toEqual(['socket']);
  });
});
