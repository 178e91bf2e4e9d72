import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';

/** The command `runs expect`. */
export const expect: CommandSpec = {
  usage: 'expect <id>',
  summary: 'propose what to expect of the data, from a run that is good',
  description:
    'Prints a value for "expect" of the spider document: types, how often fields are filled, the key, and the number of items. It holds for the items of the run. The spider is not changed.',
  options: [{ flags: '--ranges', description: 'propose a range for every field of numbers' }],
  examples: [['runs expect 12', 'what to expect from now on, if run 12 is as it should be']],
  async run({ output, options, ask }, [id = '']) {
    const ranges = options.flag('ranges');
    const proposal = await ask('runs.proposeExpect', { run: id, ranges });
    for (const note of proposal.notes) output.note(note);
    output.result({ ...proposal }, () => printable(JSON.stringify({ expect: proposal.expect }, null, 2)));
    return 0;
  },
};
