import { HostError } from '../errors.ts';
import type { DataHandlers } from './data-context.ts';
import { isMeantCell } from './meant-cell.ts';
import { addPageOfRun } from './pages.ts';
import { publishPages } from './page-owner.ts';
import { requirePage } from './require.ts';
import { savedPage } from './rows.ts';
import { requireSpider } from './stored-spiders.ts';
import { variedSample } from './varied-sample.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';

/** Pages of a sample, and the requests that it is chosen from. */
const usualSample = 8;
const maxCandidates = 2000;

/** Handlers of the calls about tests that need only the database. */
export const testHandlers: DataHandlers<'tests'> = {
  'tests.list': async ({ project, spider }, { workspace }) => {
    await requireSpider(workspace, project, spider);
    const locked = await workspace.queries.lockedValues.list(project, spider);
    return locked.map(({ page, kind, name, lockedAt }) => ({ page, kind, name, lockedAt }));
  },
  'tests.unlock': async ({ project, spider, ...which }, { workspace, publish }) => {
    await requireSpider(workspace, project, spider);
    const { lockedValues } = workspace.queries;
    const cells = (await lockedValues.list(project, spider)).filter((cell) => isMeantCell(which, cell));
    const unlocked = await lockedValues.unlock(cells);
    publish('pages', { project, spider });
    return { unlocked };
  },
  'tests.rename': async ({ project, spider, from, to }, { workspace, publish }) => {
    await requireSpider(workspace, project, spider);
    const pages = await workspace.queries.lockedValues.rename(project, spider, { from, to });
    publish('pages', { project, spider });
    return { pages };
  },
  'tests.sample': async ({ project, spider, most = usualSample }, { workspace, publish }) => {
    const { requests } = workspace.queries;
    const { id: run } = await requireLatest(workspace, project, spider);
    const { rows } = await requests.slice({ run, states: ['done'] }, 0, maxCandidates);
    const chosen = variedSample(
      rows.filter(({ hasPage }) => hasPage),
      most,
    );
    if (chosen.length === 0) {
      throw new HostError(
        'no-stored-page',
        'The last run has stored no pages.',
        'Add pages by their addresses.',
      );
    }
    const added = [];
    for (const { id } of chosen) added.push(await addPageOfRun(workspace, id));
    publish('pages', { project, spider });
    return { run, pages: added.filter(({ isNew }) => isNew).map(({ page }) => savedPage(page)) };
  },
  'tests.keep': async ({ page, copy }, context) => {
    const { workspace } = context;
    const { savedPages } = workspace.queries;
    const row = await requirePage(workspace, page);
    const copies = row.spider === null ? [] : await savedPages.copies(row.project, row.spider);
    const newer = copies.find(({ copyOf }) => copyOf === page);
    if (newer === undefined) {
      throw new HostError('unknown-page', 'This page has no newer copy.', 'Fetch it again.');
    }
    if (copy === 'newer') await savedPages.keepCopy(page);
    else await savedPages.dropCopy(page);
    publishPages(context, row);
    return savedPage(await requirePage(workspace, page));
  },
};

/** The newest run of a spider, one with items if there is any. @throws HostError `unknown-spider`, `no-run` */
async function requireLatest(workspace: Workspace, project: string, spider: string): Promise<RunRow> {
  await requireSpider(workspace, project, spider);
  const { runs } = workspace.queries;
  const run = (await runs.latestWithItems(project, spider)) ?? (await runs.latest(project, spider));
  if (run !== null) return run;
  throw new HostError('no-run', `The spider "${spider}" has no run yet.`, {
    hint: 'Start a run, or add pages by their addresses.',
    action: { action: 'start-run', spider },
  });
}
