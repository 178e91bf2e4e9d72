import type { CallArgs } from '../../../shared/contract/index.ts';
import type { SpiderChange } from '../../../shared/contract/types.ts';
import { counted } from '../../../shared/counted.ts';
import { nearestHint } from '../../../shared/spider/known-names.ts';
import { replacementProblem } from '../../../shared/spider/replace-url.ts';
import { settingNames } from '../../../shared/spider/settings.ts';
import { spiderFileNames } from '../../../shared/spider/spider-file-name.ts';
import { validateSpider, type Problem } from '../../../shared/spider/validate.ts';
import { unifiedDiff } from '../../../shared/text-diff.ts';
import type { NewestText } from '../../store/spiders/spider-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changedText, type TextChange } from './changed-text.ts';
import type { DataContext, DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';
import { requireSettings, settingProblem, valueProblems } from './setting-problems.ts';
import { requireSpider } from './stored-spiders.ts';

/** The longest note of a version, in UTF-16 units. */
const maxNote = 1000;

type Asked = CallArgs<'spiders.changeMany'>;

/** Handlers of the calls about many spiders at once. */
export const manySpiderHandlers: Pick<DataHandlers<'spiders'>, 'spiders.changeMany' | 'spiders.exportAll'> = {
  'spiders.changeMany': async (asked, context) => {
    const { project, set, unset, drafts = 'leave', skipInvalid = false, dryRun } = asked;
    const change = requireChange(asked);
    const texts = await textsToChange(context.workspace, project, asked.spiders);
    const changes = texts.map((text) => changeOf(text, change, drafts));
    const refused = changes.some(({ left }) => left === 'invalid');
    if (dryRun || (refused && !skipInvalid)) return { written: false, changes };
    const chosen = changes.filter(({ changed, left }) => changed && left === null);
    const told = noteOf(chosen.length - 1, { set, unset, replaceUrl: change.replaceUrl });
    const versions = await save(context, { project, change, changes: chosen, texts, note: told });
    return {
      written: true,
      changes: changes.map((each) => ({ ...each, version: versions.get(each.spider) ?? null })),
    };
  },
  'spiders.exportAll': async ({ project }, { workspace }) => {
    await requireProject(workspace, project);
    const texts = await workspace.queries.spiders.newestTexts(project);
    const names = spiderFileNames(texts.map(({ spider }) => spider));
    return {
      files: texts.map(({ spider, version, text }) => ({
        name: names.get(spider) ?? `${spider}.json`,
        spider,
        version,
        text,
      })),
      defaults: await workspace.queries.projects.defaults(project),
    };
  },
};

/** @throws HostError `bad-settings`, `bad-url` */
function requireChange({ set, unset, replaceUrl }: Asked): TextChange {
  const both = unset.filter((name) => Object.hasOwn(set, name));
  requireSettings([
    ...both.map((name) =>
      settingProblem(name, `${name} is to be set and removed`, 'Decide for one of the two.'),
    ),
    ...Object.keys(set).flatMap((name) => unknownSetting(name) ?? []),
    ...valueProblems(set),
  ]);
  const problem = replaceUrl === undefined ? null : replacementProblem(replaceUrl);
  if (problem !== null)
    throw new HostError('bad-url', problem, 'Give two domains, or the beginnings of two URLs.');
  return { set, unset, replaceUrl: replaceUrl ?? null };
}

/** An error for a setting that nothing reads: in many spiders at once it would be a mistake that is hard to find. */
function unknownSetting(name: string): Problem | null {
  if (settingNames.includes(name)) return null;
  const near = nearestHint(name, settingNames).trim();
  const hint = near === '' ? 'The editor of a spider lists the settings that there are.' : near;
  return settingProblem(name, `There is no setting ${name}`, hint);
}

/** @throws HostError `unknown-project`, `unknown-spider` */
async function textsToChange(
  workspace: Workspace,
  project: string,
  spiders: readonly string[] | null,
): Promise<NewestText[]> {
  await requireProject(workspace, project);
  const texts = await workspace.queries.spiders.newestTexts(project);
  if (spiders === null) return texts;
  const known = new Set(texts.map(({ spider }) => spider));
  for (const spider of spiders) if (!known.has(spider)) await requireSpider(workspace, project, spider);
  const wanted = new Set(spiders);
  return texts.filter(({ spider }) => wanted.has(spider));
}

function changeOf(
  { spider, text, draft }: NewestText,
  change: TextChange,
  drafts: 'leave' | 'change',
): SpiderChange {
  const { after, ...what } = changedText(text, change);
  const changed = after !== text;
  const hasDraft = draft !== null;
  const { valid, problems } = changed ? validateSpider(after) : { valid: true, problems: [] };
  const left = !changed ? null : hasDraft && drafts === 'leave' ? 'draft' : valid ? null : 'invalid';
  return {
    spider,
    changed,
    left,
    hasDraft,
    version: null,
    before: text,
    after,
    diff: unifiedDiff(text, after, `${spider}.json`),
    ...what,
    problems: valid ? newProblems(text, problems) : problems.filter(({ severity }) => severity === 'error'),
  };
}

/** The problems that a text does not have already. */
function newProblems(text: string, problems: readonly Problem[]): Problem[] {
  if (problems.length === 0) return [];
  const known = new Set(validateSpider(text).problems.map(({ code, pointer }) => `${code} ${pointer}`));
  return problems.filter(({ code, pointer }) => !known.has(`${code} ${pointer}`));
}

interface ToSave {
  project: string;
  change: TextChange;
  changes: readonly SpiderChange[];
  texts: readonly NewestText[];
  note: string;
}

/** Adds a version to each spider, or to none. @returns the versions, by spider @throws HostError `stale-version` */
async function save(
  { workspace, publish, window }: DataContext,
  { project, change, changes, texts, note }: ToSave,
): Promise<Map<string, number>> {
  const bases = new Map(texts.map(({ spider, version }) => [spider, version]));
  const saved = await workspace.queries.spiders.saveAll(
    changes.map(({ spider, after }) => ({
      project,
      spider,
      name: spider,
      text: after,
      base: bases.get(spider) ?? null,
      note,
      origin: 'settings',
      revisesDraft: (draft) => changedText(draft, change).after,
    })),
  );
  if (saved.kind !== 'saved')
    throw new HostError(
      'stale-version',
      `The spider "${saved.spider}" has been saved by somebody else in the meantime, so nothing was changed.`,
      'Look at the difference again.',
      saved.kind === 'stale' ? { newest: saved.newest } : {},
    );
  const versions = new Map<string, number>();
  for (const [index, { spider, hasDraft }] of changes.entries()) {
    const version = saved.versions[index]?.version ?? 0;
    versions.set(spider, version);
    publish('spiders', { project, spider, what: 'saved', version, by: window });
    if (hasDraft) publish('spiders', { project, spider, what: 'draft', version: null, by: window });
  }
  return versions;
}

/** What the versions say about themselves. @param others how many spiders were changed beside each */
function noteOf(others: number, { set, unset, replaceUrl }: TextChange): string {
  const parts = [
    ...Object.entries(set).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
    ...unset.map((name) => `without ${name}`),
    ...(replaceUrl === null ? [] : [`${replaceUrl.from} → ${replaceUrl.to}`]),
  ];
  const who = others === 0 ? 'Changed' : `Changed with ${counted(others, 'other')}`;
  const note = `${who}: ${parts.join(', ')}`;
  return note.length <= maxNote ? note : `${note.slice(0, maxNote - 1)}…`;
}
