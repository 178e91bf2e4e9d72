import {
  keepEverything,
  planRetention,
  type KeptReason,
  type RetentionPlan,
} from '../../../shared/retention.ts';
import type { SpiderRetention } from '../../../shared/contract/types.ts';
import { memberOf } from '../../../shared/spider/plain.ts';
import type { RunFacts } from '../../store/retention/retention.ts';
import type { SpiderName } from '../../store/history/crawl-history-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { findingsOf } from './repair-findings.ts';
import { requireRun } from './require-run.ts';

/** Proofs of a spider whose pages are kept: the newest. */
const keptProofs = 1;

/** Whether a rule of a spider may remove runs, so that its dataset has to be current before `retentionOf`. */
export function mayRemoveRuns({ retention }: Workspace, spider: SpiderName): boolean {
  const { rule } = retention.ruleOf(spider);
  return rule.runs !== null || rule.days !== null;
}

/**
 * Tells what goes of a spider by its rule, for the preview and for the deed. Its dataset has to be current where runs may go.
 * @returns null: nothing goes, and nothing stays against the rule
 */
export async function retentionOf(
  workspace: Workspace,
  spider: SpiderName,
  now: number,
): Promise<SpiderRetention | null> {
  const { retention } = workspace;
  const { rule, from } = retention.ruleOf(spider);
  if (from === 'none' || JSON.stringify(rule) === JSON.stringify(keepEverything)) return null;
  const runs = retention.runs(spider, mayRemoveRuns(workspace, spider));
  // Asking what others need takes a while, and most nights there is nothing to be asked about.
  if (isEmpty(planRetention(rule, runs, now))) return null;
  const needed = await neededRuns(workspace, spider, runs);
  const asked = runs.map((run) => ({ ...run, kept: run.kept ?? needed.get(run.id) ?? null }));
  const plan = planRetention(rule, asked, now);
  return {
    ...spider,
    rule,
    from,
    ...told(workspace, spider, plan, new Map(runs.map((run) => [run.id, run]))),
  };
}

const isEmpty = ({
  remove,
  pages,
  detail,
  kept,
}: Record<'remove' | 'pages' | 'detail' | 'kept', readonly unknown[]>): boolean =>
  remove.length + pages.length + detail.length + kept.length === 0;

/** The runs that proofs and repairs need. */
async function neededRuns(
  workspace: Workspace,
  spider: SpiderName,
  runs: readonly RunFacts[],
): Promise<Map<string, KeptReason>> {
  const { queries, retention } = workspace;
  const needed = new Map<string, KeptReason>();
  const newest = runs.find(({ kind, isCompleted }) => kind === 'full' && isCompleted);
  if (newest !== undefined) {
    const { against } = await findingsOf(workspace, await requireRun(workspace, newest.id), null);
    if (against !== null) needed.set(against.id, 'healing');
  }
  for (const { id } of await queries.proofs.list(spider, keptProofs)) {
    const proof = await queries.proofs.get(spider, id);
    const hashes = proof === null ? [] : hashesOf(proof.certificate);
    for (const run of retention.runsWithPages(spider, hashes)) needed.set(run, 'proof');
  }
  return needed;
}

/** The hashes of the pages that a certificate names. */
function hashesOf(certificate: string): string[] {
  const pages = memberOf(JSON.parse(certificate), 'pages');
  if (!Array.isArray(pages)) return [];
  return pages.flatMap((page: unknown) =>
    [memberOf(page, 'sha256'), memberOf(memberOf(page, 'stored'), 'sha256')].filter(
      (hash) => typeof hash === 'string',
    ),
  );
}

function told(
  { retention }: Workspace,
  spider: SpiderName,
  plan: RetentionPlan,
  runs: ReadonlyMap<string, RunFacts>,
): Pick<SpiderRetention, 'remove' | 'pages' | 'detail' | 'kept' | 'dataset'> {
  const sizes = retention.pageSizes([...plan.remove, ...plan.pages]);
  const pagesOf = (run: string) => sizes.get(run) ?? { pages: 0, bytes: 0 };
  const factsOf = (id: string): RunFacts[] => {
    const found = runs.get(id);
    return found === undefined ? [] : [found];
  };
  const none = { lost: 0, later: 0 };
  return {
    remove: plan.remove.flatMap(factsOf).map(({ id, kind, createdAt, items }) => {
      const { pages, bytes } = pagesOf(id);
      return { run: id, kind, createdAt, items, pages, bytes: bytes + retention.bodySize(id) };
    }),
    // Where nothing would become free, nothing goes.
    pages: plan.pages
      .flatMap(factsOf)
      .map(({ id, createdAt }) => ({ run: id, createdAt, ...pagesOf(id) }))
      .filter(({ pages }) => pages > 0),
    detail: plan.detail
      .flatMap(factsOf)
      .map(({ id, createdAt }) => ({ run: id, createdAt, ...retention.detailSize(id) }))
      .filter(({ bytes }) => bytes > 0),
    kept: plan.kept,
    dataset: plan.remove.length === 0 ? none : retention.datasetEffect(spider, plan.remove),
  };
}
