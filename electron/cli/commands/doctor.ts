import type { Finding } from '../../../shared/contract/types.ts';
import { worded } from '../actions.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';

/** The command `doctor`. */
export const doctor: CommandSpec = {
  usage: 'doctor',
  summary: 'check what Spider Studio needs on this computer',
  description:
    'Checks the data folder and its database, the room on the disk, the browser, the network, certificates, proxies, the keychain, and whether something carries out the schedules; says what to do about each trouble. Nothing is sent over the network, except that --url opens a connection to a site. Exit code 1 if something is broken; what only needs attention is exit code 0.',
  options: [{ flags: '--url <url>', description: 'a site to which a connection is opened as well' }],
  examples: [
    ['doctor', 'what works, and what to do about the rest'],
    ['doctor --url https://example.org/', 'also whether a site can be reached'],
    ['doctor --json', 'the same for programs'],
  ],
  async run({ output, options, ask }) {
    const url = options.text('url');
    const result = await ask('app.doctor', url === null ? {} : { url });
    output.result(result, () => describe(result.findings));
    return result.healthy ? 0 : 1;
  },
};

const marks: Readonly<Record<Finding['state'], string>> = { good: 'ok', attention: 'note', broken: 'BROKEN' };

function describe(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, found, ...advice }) => {
    const todo = worded(advice);
    const line = `${marks[state].padEnd(7)} ${check.padEnd(13)} ${found}`;
    return todo === null ? [line] : [line, `${' '.repeat(22)}${todo}`];
  });
  return printable([...lines, '', summary(findings)].join('\n'));
}

function summary(findings: readonly Finding[]): string {
  const inState = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length;
  const faults = inState('broken');
  const notes = inState('attention');
  if (faults > 0) return `${count(faults, 'thing')} broken. Mend that first.`;
  return notes === 0 ? 'All is well.' : `Nothing is broken; ${count(notes, 'thing')} to look at.`;
}
