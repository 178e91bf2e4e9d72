import type { SpiderDraft, SpiderSummary } from '../../../shared/contract/types.ts';
import { createFixer } from '../../../shared/spider/quick-fixes.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { DraftRow } from '../../store/spiders/draft-queries.ts';
import type { DiscardedDraft, SpiderRow } from '../../store/spiders/spider-queries.ts';
import type { DataHandlers } from './data-context.ts';
import { convertFiles } from './convert-files.ts';
import { draftPatchHandlers } from './draft-patches.ts';
import { explain } from './explain.ts';
import { draftConflict, draftPlace } from './require-draft.ts';
import { manySpiderHandlers } from './many-spiders.ts';
import { requireProject } from './require-project.ts';
import { latestItems } from './item-source.ts';
import { importSpider, requireSpider, requireVersion } from './stored-spiders.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { lenientSpider } from './lenient-spider.ts';
import { runSummary } from './rows.ts';
import { saveText } from './saving.ts';
import { spiderTemplates } from './templates.ts';
import { deleteTarget } from './trash.ts';
import { versionHandlers } from './versions.ts';
import { withName } from './with-name.ts';

async function summaryOf(workspace: Workspace, row: SpiderRow): Promise<SpiderSummary> {
  const { queries } = workspace;
  const { project, name, version } = row;
  const newest = await queries.spiders.version({ project, spider: name }, version);
  const { description, tags } = lenientSpider(newest?.text ?? '');
  const last = await queries.runs.latest(project, name);
  return {
    ...row,
    versions: version,
    description,
    tags,
    lastRun: last === null ? null : runSummary(last),
    latestItems: await latestItems(workspace, project, name),
  };
}

const draftOf = ({ text, base, revision, updatedAt }: DraftRow): SpiderDraft => ({
  text,
  base,
  revision,
  updatedAt,
});

/** Maximum number of fixes in one answer. */
const maxFixed = 200;

/** Handlers of the calls about spiders that need only the database. */
export const spiderHandlers: DataHandlers<'spiders'> = {
  'spiders.list': async ({ project }, { workspace }) => {
    if (project !== undefined) await requireProject(workspace, project);
    const rows = await workspace.queries.spiders.list(project ?? null);
    return Promise.all(rows.map((row) => summaryOf(workspace, row)));
  },
  'spiders.get': async ({ project, spider }, { workspace }) => {
    const row = await requireSpider(workspace, project, spider);
    const { text } = await requireVersion(workspace, project, spider, row.version);
    const draft = await workspace.queries.drafts.get({ project, spider });
    return {
      summary: await summaryOf(workspace, row),
      text,
      draft: draft === null ? null : draftOf(draft),
    };
  },
  'spiders.validate': ({ text }) => {
    const { valid, problems } = validateSpider(text);
    const { name, callbacks } = lenientSpider(text);
    const fixer = createFixer(text);
    const fixable = problems.map((problem, index) => ({
      ...problem,
      fixes: index < maxFixed ? fixer.fixes(problem) : [],
    }));
    return { valid, problems: fixable, name, callbacks };
  },
  'spiders.save': (
    {
      project,
      spider,
      text,
      base,
      note,
      origin,
      overwrite,
      nameChange,
      draft = null,
      knownDraft = null,
      proof,
    },
    context,
  ) => {
    const discards: DiscardedDraft[] = [];
    // Edits from another client that the caller has not seen stay, unless they equal the saved text.
    if (spider !== null) discards.push({ place: { project, spider }, seen: { revision: knownDraft, text } });
    if (draft !== null) discards.push({ place: { project, spider: null, draft }, seen: 'any' });
    return saveText(
      {
        project,
        spider,
        text,
        base: overwrite === true ? 'any' : base,
        ...(note === undefined ? {} : { note }),
        ...(origin === undefined ? {} : { origin }),
        needsProof: proof === 'required',
        nameChange: nameChange ?? null,
        what: spider === null ? 'The text' : `The text of "${spider}"`,
        discards,
      },
      context,
    );
  },
  ...versionHandlers,
  'spiders.restore': async ({ project, spider, version }, context) => {
    const { text, number } = await requireVersion(context.workspace, project, spider, version);
    const what = `Version ${number} of "${spider}"`;
    // The name may have changed since that version; the current name stays.
    const named = withName(text, spider);
    return saveText(
      {
        project,
        spider,
        text: named,
        base: 'any',
        nameChange: null,
        what,
        origin: 'restore',
        note: `Version ${number} again.`,
      },
      context,
    );
  },
  'spiders.rename': async ({ project, spider, name }, context) => {
    const { text, number } = await requireVersion(context.workspace, project, spider, null);
    return saveText(
      {
        project,
        spider,
        text: withName(text, name),
        base: number,
        nameChange: 'rename',
        origin: 'rename',
        what: `The spider "${spider}"`,
        revisesDraft: (draft) => renamedDraft(draft, name),
      },
      context,
    );
  },
  'spiders.duplicate': async ({ project, spider, name, toProject }, context) => {
    const { text } = await requireVersion(context.workspace, project, spider, null);
    const what = `The spider "${spider}"`;
    const copy = { project: toProject ?? project, spider: null, text: withName(text, name) };
    return saveText({ ...copy, base: null, nameChange: null, what, origin: 'copy' }, context);
  },
  'spiders.delete': async ({ project, spider, dryRun, forGood }, context) => {
    const { workspace, publish, window } = context;
    await requireSpider(workspace, project, spider);
    const deleted = await deleteTarget(context, { kind: 'spider', project, spider }, { dryRun, forGood });
    if (!dryRun) publish('spiders', { project, spider, what: 'deleted', version: null, by: window });
    const { versions, runs, paused, items, pages, trash } = deleted;
    return { versions, runs, paused, items, pages, trash };
  },
  'spiders.import': async ({ project, text, file, dryRun }, { workspace, publish, window }) => {
    const imported = await importSpider(workspace, { text, file, project, dryRun });
    const { spider, version, created, unchanged } = imported;
    if (!dryRun && !unchanged) {
      publish('spiders', { project, spider, what: 'saved', version, by: window });
      if (created) publish('projects', { project });
    }
    return imported;
  },
  'spiders.convert': ({ from, files, archive }) => convertFiles(from ?? null, files, archive ?? null),
  'spiders.export': async ({ project, spider, version }, { workspace }) => {
    const { text } = await requireVersion(workspace, project, spider, version ?? null);
    return { file: `${spider}.json`, text };
  },
  'spiders.drafts': async ({ project }, { workspace }) => {
    const drafts = await workspace.queries.drafts.unsaved(project ?? null);
    return drafts.map(({ id, project: of, text, updatedAt }) => ({
      project: of,
      draft: id,
      name: lenientSpider(text).name,
      text,
      updatedAt,
    }));
  },
  'spiders.putDraft': async (
    { project, spider, draft, text, base, known },
    { workspace, publish, window },
  ) => {
    if (spider !== null) await requireSpider(workspace, project, spider);
    const kept = await workspace.queries.drafts.put(draftPlace(project, spider, draft), text, base, known);
    if (kept.kind === 'conflict') throw draftConflict();
    const { id, revision, updatedAt } = kept.draft;
    if (spider !== null) publish('spiders', { project, spider, what: 'draft', version: null, by: window });
    return { draft: spider === null ? id : null, revision, updatedAt };
  },
  'spiders.discardDraft': async ({ project, spider, draft, known }, { workspace, publish, window }) => {
    const seen = known === undefined ? 'any' : { revision: known };
    const result = await workspace.queries.drafts.discard(draftPlace(project, spider, draft), seen);
    if (result === 'conflict') throw draftConflict();
    const discarded = result === 'discarded';
    if (discarded && spider !== null)
      publish('spiders', { project, spider, what: 'draft', version: null, by: window });
    return { discarded };
  },
  ...draftPatchHandlers,
  ...manySpiderHandlers,
  'spiders.explain': explain,
  'spiders.templates': () => spiderTemplates(),
};

/** Renames unsaved edits where their JSON can be parsed. */
function renamedDraft(text: string, name: string): string {
  return lenientSpider(text).name === null ? text : withName(text, name);
}
