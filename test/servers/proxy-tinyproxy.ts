import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tinyproxyFiles } from '../../scripts/test-tools.mjs';

const executable = tinyproxyFiles.find((file) => existsSync(file));

export interface Tinyproxy {
  url: string;
  /** Kills it at once, and resolves when it is gone. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

/** A tinyproxy of its own on loopback. @param login `user password` that it demands, as its configuration writes it */
export async function startTinyproxy(options: { login?: string } = {}): Promise<Tinyproxy> {
  if (executable === undefined)
    throw new Error('tinyproxy is not installed; "npm run test:tools" installs it.');
  const folder = await mkdtemp(join(tmpdir(), 'tinyproxy-'));
  const port = await freePort();
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', 'MaxClients 50', 'LogLevel Critical'];
  if (options.login !== undefined) lines.push(`BasicAuth ${options.login}`);
  const file = join(folder, 'tinyproxy.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn(executable, ['-d', '-c', file], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`tinyproxy ended at once with code ${child.exitCode}.`);
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (yes: boolean) => () => {
      socket.destroy();
      resolve(yes);
    };
    socket.on('connect', settle(true)).on('error', settle(false));
  });
}
