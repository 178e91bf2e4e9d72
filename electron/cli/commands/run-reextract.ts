import type { CommandSpec } from '../command.ts';
import { runToItsEnd } from './crawl.ts';

/** Extracts the items of a run again. */
export const reextract: CommandSpec = {
  usage: 'reextract <id>',
  summary: 'extract the items of a run again from its stored pages',
  description:
    'Makes a run of its own with the newest version of the spider, from the pages that the run has stored. Nothing is fetched. Until it ' +
    'is accepted, "show", "export" and other commands go on using the run that it is made from; --run ID reaches it.',
  options: [{ flags: '--accept', description: 'use its items from now on in place of those of the run' }],
  examples: [
    ['runs reextract 12', 'extracts again, and tells what differs from run 12'],
    ['runs reextract 12 --accept', 'uses the new items from now on'],
  ],
  async run(context, [id = '']) {
    const { ask, output, options } = context;
    let generation = '';
    const code = await runToItsEnd(context, async (observer) => {
      const begun = await ask('runs.reextract', { run: id }, { observer });
      generation = begun.run.id;
      return begun;
    });
    if (!options.flag('accept') || (await ask('runs.get', { run: generation })).state !== 'completed')
      return code;
    await ask('runs.accept', { run: generation });
    output.note(`Run ${generation} was accepted in place of run ${id}.`);
    return code;
  },
};
