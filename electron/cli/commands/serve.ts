import { awakeWhile } from '../../system/awake.ts';
import { toHostError } from '../../host/errors.ts';
import { isLoopback } from '../../../shared/loopback.ts';
import type { TokenIssuer } from '../../api/tokens/issuer.ts';
import type { CommandSpec, Context } from '../command.ts';
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
      flags: '--issuer <url>',
      description: 'take tokens of this issuer (OpenID Connect, OAuth), for members with a subject',
    },
    {
      flags: '--audience <name>',
      description: 'whom tokens must be for, as a rule the address by which clients call this server',
    },
    {
      flags: '--private-issuer',
      description: 'let the issuer have a private address, or speak plain HTTP',
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
    const tokens = issuerOf(options);
    settleRuntime();
    const control = interruptions((line) => output.note(line));
    const stayAwake = awakeWhile('Crawls are running.');
    const { createHost } = await import('../../host/serving/host.ts');
    const { openApi } = await import('../../api/server.ts');
    const host = await createHost({
      dataDir,
      warm: false,
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
        ...(tokens === null ? {} : { tokens }),
      });
      output.note(`The API answers at ${api.origin}/api (process ${process.pid}). Ctrl+C ends it.`);
      const announcement = host.announceApi();
      announcement?.at(api.origin);
      const outdated = await Promise.race([whenAborted(control.pause), host.outdated]);
      await api.close();
      announcement?.end();
      if (outdated !== undefined) throw outdated;
    } finally {
      await host.close();
      stayAwake(false);
      control.end();
    }
  },
};

/** Whose tokens are taken; null: nobody's. */
function issuerOf(options: Context['options']): TokenIssuer | null {
  const issuer = options.text('issuer');
  const audience = options.text('audience');
  if (issuer === null && audience === null) return null;
  if (issuer === null || audience === null)
    throw new UsageError('Tokens are of an issuer, for an audience.', 'Give both --issuer and --audience.');
  const allowPrivate = options.flag('privateIssuer');
  const { protocol } = URL.parse(issuer) ?? {};
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivate))
    return { issuer, audience, allowPrivate };
  throw new UsageError(`--issuer must be the HTTPS address of an issuer, not "${issuer}".`);
}

function portOf(text: string | null): number {
  if (text === null) return usualPort;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
}
