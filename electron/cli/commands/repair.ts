import type { RepairProposal, RepairedSelector } from '../../../shared/contract/types.ts';
import { fallWords, proofWords } from '../../../shared/contract/repair-words.ts';
import { withReplacements } from '../../../shared/spider/with-replacements.ts';
import { HostError } from '../../host/errors.ts';
import { projectOption, type CommandSpec, type Context } from '../command.ts';
import { count, printable, UsageError } from '../output.ts';
import { shorten } from '../table.ts';

/** Examples of a repair that are printed as text; --json gives all. */
const examplesShown = 3;

/** The command `repair`. */
export const repair: CommandSpec = {
  usage: 'repair <spider>',
  summary: 'find selectors again after a site has changed',
  description:
    'Compares the stored pages of a run with those of an earlier one: what the selectors took there is looked for on the new pages. For each selector that takes less or something else, it shows a new one with what it finds again. With --apply, those of which it is sure are saved as a new version; where several may be right, it chooses none. It ends with exit code 1 while something is left to repair.',
  options: [
    projectOption,
    { flags: '--run <id>', description: 'the run on the changed site (default: the latest)' },
    {
      flags: '--against <id>',
      description:
        'the run before (default: the newest earlier one in which more was filled, or all was as expected)',
    },
    { flags: '--apply', description: 'save the repairs that are sure as a new version' },
    {
      flags: '--by-itself <when>',
      description:
        'repair the spider when a run ends or pauses, if all repairs are sure and proved: on or off (default: off)',
      choices: ['on', 'off'],
    },
  ],
  examples: [
    ['repair shop', 'what the latest run no longer takes, and how it is found again'],
    ['repair shop --run 14 --against 12', 'the same for two runs'],
    ['repair shop --by-itself on', 'let later runs repair it where all is sure'],
    ['repair shop --apply', 'save a new version with the repairs that are sure'],
  ],
  async run(context, [spider = '']) {
    const { output, options, ask } = context;
    const project = options.project();
    const byItself = options.text('byItself');
    if (byItself !== null) return setMode(context, spider, byItself === 'on');
    const run = options.text('run') ?? (await latestRun(context, spider));
    const proposal = await ask('repair.propose', { run, against: options.text('against') });
    const broken = proposal.selectors.filter(({ verdict }) => verdict !== 'fine');
    const sure = broken.filter(({ verdict }) => verdict === 'sure');
    const applied = options.flag('apply') && sure.length > 0 ? await apply(context, spider, sure) : null;
    output.result({ spider, project, ...proposal, applied }, () =>
      printable(
        [describe(proposal, broken), ...(applied === null ? [] : [describeApplied(spider, applied)])].join(
          '\n',
        ),
      ),
    );
    return broken.length > (applied?.selectors ?? 0) ? 1 : 0;
  },
};

async function setMode(
  { ask, options, output }: Context,
  spider: string,
  byItself: boolean,
): Promise<number> {
  if (options.flag('apply') || options.text('run') !== null || options.text('against') !== null)
    throw new UsageError('--by-itself goes alone.', 'It decides about later runs.');
  const project = options.project();
  const mode = await ask('repair.setMode', { project, spider, byItself });
  output.result({ spider, project, ...mode }, () =>
    byItself
      ? `${spider} is repaired when a run ends or pauses, if all repairs are sure and proved.`
      : `${spider} is not repaired by itself.`,
  );
  return 0;
}

async function latestRun({ ask, options }: Context, spider: string): Promise<string> {
  const { runs } = await ask('runs.list', { project: options.project(), spider, limit: 1 });
  const [latest] = runs;
  if (latest !== undefined) return latest.id;
  throw new HostError(
    'unknown-run',
    `${spider} has no run yet.`,
    'Crawl it first: only stored pages are compared.',
  );
}

/** The version that was saved, and how many selectors it repairs. */
interface Applied {
  readonly version: number;
  readonly selectors: number;
}

async function apply(
  { ask, options }: Context,
  spider: string,
  sure: readonly RepairedSelector[],
): Promise<Applied> {
  const project = options.project();
  const { text, summary } = await ask('spiders.get', { project, spider });
  const replacements = sure.flatMap(({ path, choices: [choice] }) =>
    choice === undefined ? [] : [{ path, value: choice.value }],
  );
  const saved = await ask('spiders.save', {
    project,
    spider,
    text: withReplacements(text, replacements),
    base: summary.version,
    origin: 'repair',
  });
  return { version: saved.version, selectors: replacements.length };
}

const describeApplied = (spider: string, { version, selectors }: Applied): string =>
  `Saved version ${version} of ${spider} with ${count(selectors, 'repair')}.`;

function describe(proposal: RepairProposal, broken: readonly RepairedSelector[]): string {
  const { run, against, pages, falls, breaches } = proposal;
  if (against === null && breaches.every(({ field }) => field === null))
    return `There is no run before run ${run.id} that has items, so there is nothing to compare with.`;
  const found = [
    ...falls.map((fall) => fallWords(fall, against?.id ?? run.id)),
    ...breaches.map(({ message }) => message),
  ];
  const nothing = broken.length === 0 ? ['All selectors take what they took before.'] : [];
  const compared =
    against === null
      ? `Failing pages of run ${run.id} beside others of it: ${count(pages.fresh, 'page')}.`
      : `Run ${run.id} beside run ${against.id}: ${count(pages.fresh, 'page')}, ${pages.same} of them with the same URL.`;
  return [compared, ...found, ...nothing, ...broken.map(describeSelector)].join('\n');
}

function describeSelector({ callback, name, selector, verdict, choices, reason }: RepairedSelector): string {
  const head = `\n${callback === null ? name : `${callback}.${name}`}: ${selector}`;
  if (verdict === 'lost') return `${head}\n  not found again: ${reason ?? ''}`;
  const intro = verdict === 'sure' ? [] : ['  One of these may be right. None is chosen.'];
  const lines = choices.map(({ selector: written, why, proof }, at) => {
    const examples = proof.examples
      .slice(0, examplesShown)
      .map(({ old, fresh }) => `      ${quoted(old)} → ${quoted(fresh)}`);
    const number = verdict === 'sure' ? '' : `${at + 1}. `;
    return [`  ${number}→ ${written}  (${why})`, `    ${proofWords(proof)}`, ...examples].join('\n');
  });
  return [head, ...intro, ...lines].join('\n');
}

const quoted = (value: string | null): string => (value === null ? 'nothing' : `"${shorten(value, 60)}"`);
