import type { Proxy } from '../../../shared/contract/types.ts';
import { nearest } from '../../../shared/spider/nearest.ts';
import { projectFilter, projectOption, type CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';

/** A page that anybody may fetch (RFC 2606, section 3). */
const defaultTarget = 'https://example.com/';

const secretOption = {
  flags: '--secret <name>',
  description: 'the secret with its user:password: env:NAME or keychain:NAME',
};

/** The commands below `proxies`. */
export const proxyCommands: CommandSpec[] = [
  {
    usage: 'list',
    summary: 'list the proxies',
    options: [projectFilter],
    examples: [['proxies list', 'tier, URL and secret name of every proxy']],
    async run({ output, options, ask }) {
      const project = options.text('project');
      const proxies = await ask('proxies.list', project === null ? {} : { project });
      const none = project === null ? 'No proxies yet.' : `The project ${project} has no proxies.`;
      output.result(proxies, () =>
        proxies.length === 0
          ? printable(`${none} "spider-studio proxies add TIER URL" adds one.`)
          : renderTable(
              ['project', 'tier', 'url', 'secret'],
              proxies.map(({ project, tier, url, secret }) => [project, tier, url, secret ?? '']),
            ),
      );
    },
  },
  {
    usage: 'add <tier> <url>',
    summary: 'add a proxy to a project',
    description:
      'Adds a proxy: http://, https:// or socks5://, host and port. The tier is datacenter or residential: a site that refuses is fetched through the next tier (PROXY_TIERS), through residential proxies only if PROXY_TIERS names them. User name and password stay in the keychain (secrets set) or in the environment; only the name of the secret is stored.',
    options: [projectOption, secretOption],
    examples: [
      ['proxies add datacenter http://10.0.0.7:3128', 'a proxy without a password'],
      [
        'proxies add residential socks5://gate.example.com:1080 --secret keychain:PROXY_LOGIN --project press',
        'user:password is in the keychain, stored with "secrets set PROXY_LOGIN"',
      ],
      [
        'proxies add datacenter http://10.0.0.8:3128 --secret env:PROXY_LOGIN',
        'PROXY_LOGIN in the environment holds user:password',
      ],
    ],
    async run({ output, options, ask }, [tier = '', url = '']) {
      const project = options.project();
      const named = { project, tier: requiredTier(tier), url, secret: options.text('secret') };
      const added = await ask('proxies.add', { ...named, early: true });
      const known = (await ask('projects.list', {})).some(({ name }) => name === project);
      if (!known) output.note(`There is no project "${project}" yet; the proxy is used once it exists.`);
      output.result(added, () => printable(`Added ${describe(added)}.`));
    },
  },
  {
    usage: 'remove <tier> <url>',
    summary: 'remove a proxy from a project',
    options: [projectOption, secretOption],
    examples: [['proxies remove datacenter http://10.0.0.7:3128', 'later runs do not use it']],
    async run({ output, options, ask }, [tier = '', url = '']) {
      const secret = options.text('secret');
      const named = { project: options.project(), tier: requiredTier(tier), url, secret };
      const removed = await ask('proxies.remove', named);
      output.result(removed, () => printable(`Removed ${describe(removed)}.`));
    },
  },
  {
    usage: 'system [choice]',
    summary: 'use the proxy of the system, or connect directly',
    description:
      'Shows, or sets to on or off, whether requests without a proxy of the project go through the proxy of the system. The command line and the window in a browser read HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY; the desktop application follows the network settings of the system, including PAC scripts.',
    examples: [
      ['proxies system on', 'behind a company’s proxy'],
      ['proxies system', 'the present choice, and which variables are set'],
    ],
    async run({ output, ask }, [choice]) {
      if (choice !== undefined && choice !== 'on' && choice !== 'off') {
        throw new UsageError(`CHOICE must be on or off, not "${choice}".`, 'For example: proxies system on');
      }
      const state =
        choice === undefined
          ? await ask('proxies.system', {})
          : await ask('proxies.useSystem', { used: choice === 'on' });
      const how = state.used ? 'through the proxy of the system' : 'directly';
      const names = state.variables.length === 0 ? 'none' : state.variables.join(', ');
      output.result(state, () =>
        printable(`Requests without a proxy of the project go ${how}. Variables that are set: ${names}.`),
      );
    },
  },
  {
    usage: 'test [url]',
    summary: 'fetch a page through the proxies',
    description:
      'Fetches a page through every proxy of a project, or through one, and shows the status and the time. Exit code 1 if one of them does not work.',
    options: [
      projectOption,
      { flags: '--target <url>', description: `the page to fetch (default: ${defaultTarget})` },
      { flags: '--allow-private', description: 'allow loopback and private addresses' },
    ],
    examples: [
      ['proxies test', 'every proxy of the default project'],
      [
        'proxies test http://10.0.0.7:3128 --target https://shop.example/',
        'one proxy, with the site that it is for',
      ],
    ],
    async run({ output, options, ask }, [url]) {
      const tests = await ask('proxies.test', {
        project: options.project(),
        url: url ?? null,
        target: options.text('target') ?? defaultTarget,
        allowPrivate: options.flag('allowPrivate'),
      });
      output.result(tests, () =>
        renderTable(
          ['tier', 'url', 'works', 'status', 'ms', 'problem'],
          tests.map((test) => [
            test.tier,
            test.url,
            test.works ? 'yes' : 'no',
            String(test.status ?? ''),
            String(test.durationMs ?? ''),
            test.problem ?? '',
          ]),
        ),
      );
      return tests.every(({ works }) => works) ? 0 : 1;
    },
  },
];

/** The tiers that have proxies. */
const tiers = ['datacenter', 'residential'] as const;

function requiredTier(tier: string): (typeof tiers)[number] {
  const known = tiers.find((name) => name === tier);
  if (known !== undefined) return known;
  throw new UsageError(
    `TIER must be ${tiers.join(' or ')}, not "${tier}".`,
    `For example: proxies add ${nearest(tier, tiers) ?? 'datacenter'} http://10.0.0.7:3128`,
  );
}

function describe({ project, tier, url, secret }: Proxy): string {
  const login = secret === null ? '' : ` with the secret ${secret}`;
  return `the ${tier} proxy ${url}${login} (project ${project})`;
}
