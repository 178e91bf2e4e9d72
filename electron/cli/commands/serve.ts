import { awakeWhile } from '../../system/awake.ts';
import { toHostError } from '../../host/errors.ts';
import { loopbackHosts } from '../../api/admission.ts';
import type { CommandSpec } from '../command.ts';
import { interruptions, whenAborted } from '../interruptions.ts';
import { UsageError } from '../output.ts';
import { settleRuntime } from '../runtime.ts';

/** The port unless another is given. */
const usualPort = 8321;

/** The command `serve`. */
export const serve: CommandSpec = {
  usage: 'serve',
  summary: 'answer other programs over HTTP until it is ended',
  description:
    'Serves the API to other programs: every call of the application, for callers with a key ("keys create"). It also carries out the queue and schedules, unless a daemon does. It listens on this machine only, unless an address is given. Crawls under way are paused at the end.',
  options: [
    { flags: '--port <n>', description: `the port; 0: any free one (default: ${usualPort})` },
    {
      flags: '--address <address>',
      description: 'the address of a network interface to listen on (default: 127.0.0.1, this machine only)',
    },
    {
      flags: '--name <host>',
      description: 'a name by which clients call this server, beside localhost; may be repeated',
      repeatable: true,
    },
    {
      flags: '--origin <origin>',
      description: 'an origin whose pages may call, such as https://desk.example; may be repeated',
      repeatable: true,
    },
    {
      flags: '--allow-private',
      description: 'let callers reach loopback and private addresses where they ask for it',
    },
  ],
  examples: [
    ['serve', `answers at http://127.0.0.1:${usualPort}`],
    ['serve --address 0.0.0.0 --name crawl.example', 'answers other machines, behind a proxy that adds TLS'],
  ],
  async run({ options, output, dataDir }) {
    const port = portOf(options.text('port'));
    const address = options.text('address') ?? '127.0.0.1';
    const names = options.list('name');
    if (!isLoopback(address) && names.length === 0)
      throw new UsageError(
        `At ${address} the server is called by a name that it must know.`,
        'Add --name with the name or address that clients use.',
      );
    settleRuntime();
    const control = interruptions((line) => output.note(line));
    const stayAwake = awakeWhile('Crawls are running.');
    const { createHost } = await import('../../host/serving/host.ts');
    const { openApi } = await import('../../api/server.ts');
    const host = await createHost({
      dataDir,
      onFault: (what, error) => output.note(`${what}: ${toHostError(error).message}`),
      onRuns: () => stayAwake(host.runs().length > 0),
    });
    try {
      const api = await openApi({
        host,
        address,
        port,
        names,
        origins: options.list('origin'),
        allowPrivate: options.flag('allowPrivate'),
      });
      output.note(`The API answers at ${api.origin}/api (process ${process.pid}). Ctrl+C ends it.`);
      const outdated = await Promise.race([whenAborted(control.pause), host.outdated]);
      await api.close();
      if (outdated !== undefined) throw outdated;
    } finally {
      await host.close();
      stayAwake(false);
      control.end();
    }
  },
};

const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || (loopbackHosts as readonly string[]).includes(address) || address === '::1';

function portOf(text: string | null): number {
  if (text === null) return usualPort;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
}
