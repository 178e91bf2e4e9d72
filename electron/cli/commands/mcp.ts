import { randomUUID } from 'node:crypto';
import { awakeWhile } from '../../system/awake.ts';
import { toHostError } from '../../host/errors.ts';
import { roleScopes, type Scope } from '../../../shared/roles.ts';
import type { CommandSpec } from '../command.ts';
import { interruptions, whenAborted } from '../interruptions.ts';
import { settleRuntime } from '../runtime.ts';

/** What a client may do with each choice of `--scope`: the scopes up to that one. */
const reach: Readonly<Record<string, readonly Scope[]>> = {
  read: roleScopes.viewer,
  run: roleScopes.runner,
  write: roleScopes.editor,
};

/** The command `mcp`. */
export const mcp: CommandSpec = {
  usage: 'mcp',
  summary: 'give assistants tools to make spiders, over standard input and output',
  description:
    'Speaks the Model Context Protocol over standard input and output, for an assistant that starts this command itself. Its tools read pages, propose and prove spiders, and save those that are proved. It ends when its input is closed. "serve" offers the same tools over HTTP, at /mcp.',
  options: [
    {
      flags: '--scope <scope>',
      description: 'what the assistant may do: look, also run crawls, also change spiders (default: write)',
      choices: ['read', 'run', 'write'],
    },
    { flags: '--project <name>', description: 'the only project that it reaches (default: all)' },
    { flags: '--allow-private', description: 'let tools reach loopback and private addresses' },
  ],
  examples: [
    ['mcp', 'tools for all that an editor may do'],
    ['mcp --scope read --project news', 'tools that look at one project'],
  ],
  async run({ options, output, streams, dataDir }) {
    const scopes = reach[options.text('scope') ?? 'write'] ?? roleScopes.viewer;
    const project = options.text('project');
    settleRuntime();
    const control = interruptions((line) => output.note(line));
    const stayAwake = awakeWhile('Crawls are running.');
    const { createHost } = await import('../../host/serving/host.ts');
    const { localPort } = await import('../../api/local-port.ts');
    const { serveOverStdio } = await import('../../mcp/stdio.ts');
    const host = await createHost({
      dataDir,
      warm: false,
      onFault: (what, error) => output.note(`${what}: ${toHostError(error).message}`),
      onRuns: () => stayAwake(host.runs().length > 0),
      // It carries out no crawls of the queue: there is no batch of this name.
      operations: { kind: 'command', batch: randomUUID() },
    });
    try {
      const ended = new AbortController();
      const signal = AbortSignal.any([control.pause, ended.signal]);
      const projects = project === null ? null : [project];
      const caller = { id: 'stdio', name: 'an assistant', key: null, member: 'stdio', scopes, projects };
      const port = localPort({ host, caller, allowPrivate: options.flag('allowPrivate'), signal });
      const served = serveOverStdio({
        port,
        input: streams.stdin,
        output: streams.stdout,
        signal,
        onFault: (error) => output.note(`The client: ${error.message}`),
      });
      output.note(`Tools for assistants (process ${process.pid}). It ends when its input is closed.`);
      const outdated = await Promise.race([served, whenAborted(control.pause), host.outdated]);
      ended.abort();
      await served;
      if (outdated !== undefined) throw outdated;
    } finally {
      await host.close();
      stayAwake(false);
      control.end();
    }
  },
};
