import { holdsWorkspace } from '../../host/workspace/data-folder.ts';
import { databaseAddress } from '../../postgres/chosen-database.ts';
import type { CommandSpec, Context } from '../command.ts';
import { candidatesFor, type CommandTree, type ReadNames } from '../completion.ts';
import { UsageError } from '../output.ts';
import { scriptOf, shells } from '../shell-scripts.ts';

/** How many runs are offered, newest first. */
const offeredRuns = 30;

/**
 * The command `completion`.
 * @param tree the commands, this one included
 */
export const createCompletion = (tree: () => CommandTree): CommandSpec => ({
  usage: 'completion <shell> [words...]',
  summary: 'complete commands, options and names in your shell',
  description:
    'Prints what a shell (bash, zsh, fish or powershell) reads to complete commands, options, and the names of spiders, projects and runs. The shell then asks with the words of the line, behind "--".',
  examples: [
    ['completion bash >> ~/.bashrc', 'for bash, from the next terminal on'],
    ['completion zsh > "${fpath[1]}/_spider-studio"', 'for zsh'],
    ['completion fish > ~/.config/fish/completions/spider-studio.fish', 'for fish'],
    ['completion powershell >> $PROFILE', 'for PowerShell'],
  ],
  async run({ output, streams, dataDir, ask }, [name = '', ...words]) {
    const shell = shells.find((one) => one === name);
    if (shell === undefined)
      throw new UsageError(`There is no completion for "${name}".`, `There is one for ${shells.join(', ')}.`);
    if (words.length === 0) {
      output.result({ shell, script: scriptOf[shell] }, () => scriptOf[shell].trimEnd());
      return;
    }
    const line = [...words.slice(0, -1), (words.at(-1) ?? '').replace(/^\+/u, '')];
    const names: ReadNames = async (kind, project, spider) =>
      // Pressing a key creates no data folder.
      holdsWorkspace(dataDir) || databaseAddress() !== null ? readNames(ask, kind, { project, spider }) : [];
    const found = await candidatesFor(line, tree(), names).catch(() => []);
    for (const { value, about } of found) streams.stdout.write(`${value}\t${about}\n`);
  },
});

async function readNames(
  ask: Context['ask'],
  kind: Parameters<ReadNames>[0],
  { project, spider }: { project: string | null; spider: string | null },
): ReturnType<ReadNames> {
  if (kind === 'project')
    return (await ask('projects.list', {})).map(({ name }) => ({ value: name, about: 'project' }));
  if (kind === 'spider') {
    const all = await ask('spiders.list', { project: project ?? 'default' });
    return all.map(({ name, project: of }) => ({ value: name, about: `spider of ${of}` }));
  }
  if (kind === 'login')
    return (await ask('sessions.list', {})).map(({ name, domains }) => ({
      value: name,
      about: domains.join(', '),
    }));
  if (kind === 'version') {
    if (spider === null) return [];
    const versions = await ask('spiders.versions', { project: project ?? 'default', spider });
    return versions.flatMap(({ number, label, note }) => [
      { value: String(number), about: note ?? label ?? '' },
      ...(label === null ? [] : [{ value: label, about: `version ${number}` }]),
    ]);
  }
  if (kind === 'page') {
    if (spider === null) return [];
    const pages = await ask('pages.list', { project: project ?? 'default', spider });
    return pages.map(({ id, title }) => ({ value: id, about: title }));
  }
  if (kind === 'worker')
    return (await ask('fleet.workers', {}))
      .filter(({ state }) => state === 'working')
      .map(({ name, machine }) => ({ value: name, about: machine }));
  if (kind === 'aside')
    return (await ask('fleet.hosts', {})).hosts
      .filter(({ state }) => state === 'set-aside')
      .map(({ host }) => ({ value: host, about: 'set aside' }));
  if (kind === 'trash')
    return (await ask('trash.list', {})).map(({ id, kind: what, project: of, spider: name, run }) => ({
      value: id,
      about: `${what} ${run ?? name ?? of}`,
    }));
  const { runs } = await ask('runs.list', { ...(project === null ? {} : { project }), limit: offeredRuns });
  return runs.map(({ id, spider, state }) => ({ value: id, about: `${spider}, ${state}` }));
}
