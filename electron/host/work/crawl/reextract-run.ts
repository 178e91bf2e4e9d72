import { counted } from '../../../../shared/counted.ts';
import type { Spider } from '../../../../shared/spider/schema.ts';
import { readSettings } from '../../../../shared/spider/settings.ts';
import { defaultOrder } from '../../../extract/articles/chain.ts';
import { systemClock } from '../../../engine/clock.ts';
import { ExpectationWatch } from '../../../engine/expectation-watch.ts';
import { downloadsFiles } from '../../../../shared/spider/downloads.ts';
import { rowsTravel } from '../../../engine/follow-rows.ts';
import { createOffline } from '../../../engine/offline.ts';
import { createPageProcessor } from '../../../engine/page-processor.ts';
import type { GenerationPorts } from '../../../engine/ports/generation.ts';
import { reextract, type ReextractEnd } from '../../../engine/reextract.ts';
import { createSelection } from '../../../engine/selection.ts';
import type { RunRow } from '../../../store/runs/run-queries.ts';
import { isUnderway } from '../../../store/runs/run-states.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { inProject } from '../../../../shared/spider/in-project.ts';
import { requireRun, runOrNull } from '../../data/require-run.ts';
import { withUsualArgs } from '../../data/run-args.ts';
import { stoppedByPerson } from '../../data/run-control.ts';
import { storedSpider } from '../../data/stored-spiders.ts';
import { HostError } from '../../errors.ts';
import { logNote } from '../../log.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { concludeBreached, withExpectations, type Conclusion } from './conclusion.ts';
import { itemLimitOf } from './item-limit.ts';
import type { ExecutionOptions, RunOutcome } from './run-session.ts';
import { finish, progressReporter, recordFailure } from './run-end.ts';
import { followRequests } from './run-requests.ts';

/**
 * Extracts the items of a run again from its stored pages, with the newest version of its spider, as a run of its own. Of a run that
 * is itself made so, the crawl is taken that it goes back to, unless that is deleted.
 * @throws HostError `unknown-run`, `invalid-spider`; `not-extractable` where no page is stored or the run is carried out
 */
export async function startReextraction(
  workspace: Workspace,
  id: string,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const asked = await requireRun(workspace, id);
  const source = asked.source === null ? asked : ((await runOrNull(workspace, asked.source)) ?? asked);
  await requireExtractable(workspace, source);
  const { versionId } = await storedSpider(workspace, source.project, source.spider);
  const { options } = source;
  const { id: generation } = await workspace.queries.runs.create({
    versionId,
    kind: 'reextract',
    source: source.id,
    options: { ...options, allowPrivate: false },
    appVersion: version,
  });
  return execute(workspace, await requireRun(workspace, generation), execution);
}

/**
 * Goes on with a generation that was paused or interrupted. What was extracted stays as it is. Its source cannot be deleted before.
 */
export async function resumeReextraction(
  workspace: Workspace,
  run: RunRow,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const outcome = await execute(workspace, run, execution);
  return { ...outcome, receipt: await workspace.queries.runs.receipt(run.id) };
}

async function requireExtractable({ queries }: Workspace, run: RunRow): Promise<void> {
  if (isUnderway(run.state)) {
    throw new HostError(
      'not-extractable',
      `Run ${run.id} is being carried out, so its items cannot be extracted again yet.`,
      'Wait until it has ended, or pause it.',
    );
  }
  if (await queries.runs.hasPages(run.id)) return;
  throw new HostError(
    'not-extractable',
    `Run ${run.id} has no stored page, so there is nothing to extract again.`,
    'Start a new run of the spider.',
  );
}

/** A generation that is about to be carried out. */
interface Generation {
  run: RunRow;
  source: RunRow;
  /** The spider of the source, and the one that extracts. */
  before: Spider;
  spider: Spider;
}

async function execute(workspace: Workspace, run: RunRow, execution: ExecutionOptions): Promise<RunOutcome> {
  const { dataDir, queries } = workspace;
  const source = await requireRun(workspace, run.source ?? '');
  const spiderOf = async ({
    id,
    versionId,
    options: { overrides, args = {}, defaults },
  }: RunRow): Promise<Spider> => {
    const { text } = await queries.spiders.versionById(versionId);
    const { spider } = checkedSpider(text, `The spider of run ${id}`);
    const known = Object.entries(args).filter(([name]) => Object.hasOwn(spider.args ?? {}, name));
    const changed = { ...spider, settings: { ...spider.settings, ...overrides } };
    return checkedSpider(
      inProject(withUsualArgs(changed, Object.fromEntries(known)), defaults),
      `The spider of run ${id} with its settings`,
    ).spider;
  };
  const generation = { run, source, before: await spiderOf(source), spider: await spiderOf(run) };
  const itemLimit = itemLimitOf(run.options.limit, readSettings(generation.spider.settings));
  const ports = workspace.generationPorts(run.id, {
    rowsTravel: rowsTravel(generation.spider),
    downloads: downloadsFiles(generation.spider),
    // A limit has cut the last page of the crawl; an edited spider may find more or less on each.
    itemLimit: run.versionId === source.versionId ? itemLimit : null,
    dropBy: generation.spider.expect?.duplicates === 'drop' ? generation.spider.expect : null,
  });
  await ports.control.begin();
  try {
    return await carryOut(dataDir, ports, generation, execution);
  } catch (error) {
    throw await recordFailure(dataDir, run.id, ports.control, error);
  } finally {
    ports.close();
  }
}

async function carryOut(
  dataDir: string,
  { ledger, control, measured }: GenerationPorts,
  { run, source, before, spider }: Generation,
  execution: ExecutionOptions,
): Promise<RunOutcome> {
  const requests = followRequests(control);
  const settings = readSettings(spider.settings);
  const processor = createPageProcessor(spider, settings.depthLimit);
  const pause = AbortSignal.any([execution.pause, requests.pause]);
  const pausing = (): void => void control.pausing('Pausing on request.').catch(() => undefined);
  try {
    execution.onStart?.(run.id);
    logNote(dataDir, `Run ${run.id} began to extract again from the pages of run ${source.id}.`);
    requests.follow();
    pause.addEventListener('abort', pausing, { once: true });
    const watch = await ExpectationWatch.open(spider, { measured, ledger, clock: systemClock });
    const travels = rowsTravel(spider);
    const end = await reextract({
      ledger,
      select: createSelection(before, spider, createOffline(spider)),
      process: (inputs) => processor.processAll(inputs),
      beforeRendering: beforeRendering(before, spider),
      expectations:
        watch === null
          ? null
          : { recordStored: () => watch.recordStored(travels), reached: () => watch.reached() !== null },
      pause,
      stop: AbortSignal.any([execution.stop, requests.stop]),
      onChange: progressReporter(control, execution.onProgress),
    });
    const { counters } = await control.summary();
    const isStopped = end !== 'exhausted' && requests.stop.aborted;
    const concluded = isStopped
      ? ({ state: 'stopped', reason: stoppedByPerson, cause: 'stopped', exitCode: 0 } as const)
      : concludeReextraction(end, { source, counters, breach: watch?.reached() ?? null });
    const isWhole = source.state === 'completed' && source.options.limit === null;
    const moment = end !== 'exhausted' ? 'running' : isWhole ? 'complete' : 'over';
    const report = await watch?.close(moment, 0);
    const conclusion = report === undefined ? concluded : withExpectations(concluded, report);
    return await finish(dataDir, { id: run.id, control, routes: null }, conclusion);
  } finally {
    requests.end();
    pause.removeEventListener('abort', pausing);
    await processor.close();
  }
}

interface GenerationFacts {
  readonly source: Pick<RunRow, 'id'>;
  readonly counters: RunOutcome['counters'];
  /** What ended it, where something is not as expected. */
  readonly breach: ReturnType<ExpectationWatch['reached']>;
}

function concludeReextraction(
  end: ReextractEnd,
  { source, counters: { done, failed, items }, breach }: GenerationFacts,
): Conclusion {
  if (end === 'breached' && breach?.kind === 'breached') return concludeBreached(breach);
  if (end !== 'exhausted')
    return { state: 'paused', reason: 'Paused on request.', cause: 'paused', exitCode: 0 };
  const pages = counted(done + failed, 'stored page');
  const of = `of run ${source.id}`;
  const reason = `Extracted again from ${pages} ${of}: ${counted(items, 'item')}.`;
  return { state: 'completed', reason, cause: 'finished', exitCode: 0 };
}

/** The strategies that are tried before the browser, where the source asked for it only when they had failed. */
function beforeRendering(before: Spider, now: Spider): string[] {
  const wasFirst = readSettings(before.settings).extractorOrder?.[0] === 'browser';
  if (wasFirst) return [];
  const order = readSettings(now.settings).extractorOrder ?? [...defaultOrder, 'browser'];
  const place = order.indexOf('browser');
  return place === -1 ? [] : order.slice(0, place);
}
