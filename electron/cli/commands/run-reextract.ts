import type { CommandSpec } from '../command.ts';
import { printable } from '../output.ts';
import { describeOutcome, followToItsEnd } from './crawl.ts';
import { describeDifferences } from './run-diff.ts';

/** `runs reextract`: extracts the items of a run again, and says what differs. */
export const reextract: CommandSpec = {
  usage: 'reextract <id>',
  summary: 'extract the items of a run again from its stored pages',
  description:
    'Makes a run of its own with the newest version of the spider from the pages that a run has stored, and compares both. Nothing is ' +
    'fetched. Until the new run is accepted, "show", "export" and the window go on using the other; "--run ID" reaches it.',
  options: [{ flags: '--accept', description: 'use the new items from now on; the others are kept' }],
  examples: [
    ['runs reextract 12', 'what the spider would extract now from the pages of run 12'],
    ['runs reextract 12 --accept', 'the same, and uses these items from now on'],
  ],
  async run(context, [id = '']) {
    const { ask, output, options } = context;
    const outcome = await followToItsEnd(context, (observer) =>
      ask('runs.reextract', { run: id }, { observer }),
    );
    const { failed, tiers: _tiers, receipt: _receipt, expiredLogin: _login, ...ended } = outcome;
    if (ended.state !== 'completed') {
      output.result(ended, () => describeOutcome(outcome));
      return failed ? 1 : 0;
    }
    const differences = await ask('runs.compare', { before: id, after: ended.run });
    const isAccepted = options.flag('accept');
    if (isAccepted) await ask('runs.accept', { run: ended.run });
    const used = differences.before.replacedBy ?? id;
    output.result({ run: ended.run, source: id, accepted: isAccepted, ...differences }, () => {
      const next = isAccepted
        ? `Run ${ended.run} takes the place of run ${id}.`
        : `Run ${used} is still used. "spider-studio runs accept ${ended.run}" uses the new items, "spider-studio runs delete ${ended.run}" discards them.`;
      return printable(`${ended.reason ?? ''}\n\n${describeDifferences(differences)}\n\n${next}`);
    });
    return 0;
  },
};

/** `runs accept`: accepts what was extracted again. */
export const accept: CommandSpec = {
  usage: 'accept <id>',
  summary: 'use the items of a run that extracted again from now on',
  description: 'The run takes the place of the one whose pages it was made from. Both are kept.',
  examples: [['runs accept 13', '"show" and "export" use run 13 from now on']],
  async run({ ask, output }, [id = '']) {
    const { source, acceptedAt } = await ask('runs.accept', { run: id });
    output.result(
      { run: id, source, acceptedAt },
      () => `Run ${id} takes the place of run ${source ?? 'unknown'}.`,
    );
  },
};
