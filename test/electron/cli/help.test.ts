import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addCommand, type CommandSpec } from '../../../electron/cli/command.ts';
import { commandGroups, commands } from '../../../electron/cli/commands/index.ts';

/** What the command prints about itself. */
function helpOf(spec: CommandSpec): string {
  const program = new Command('spider-studio');
  addCommand(program, spec, process, () => undefined);
  let help = '';
  program.commands[0]?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

const all = [
  ...commands.map((spec) => ({ name: spec.usage, spec })),
  ...commandGroups.flatMap((group) =>
    group.commands.map((spec) => ({ name: `${group.name} ${spec.usage}`, spec })),
  ),
];

it.each(all)('$name has examples', ({ spec }) => {
  expect(helpOf(spec)).toContain('Examples:\n  $ spider-studio ');
});
