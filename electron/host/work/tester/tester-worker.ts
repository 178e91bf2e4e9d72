import { HostError } from '../../errors.ts';
import { packPage, type RawPage, type PackedPage } from '../capture/pack-page.ts';
import { serveHostJobs, type JobResult } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceReadOnly } from '../../workspace/workspace.ts';
import { evidenceOf, pictureOf } from './evidence-report.ts';
import { provenanceOf } from './provenance.ts';
import { judgePack } from '../packs/judge-pack.ts';
import { TesterWork } from './work.ts';

/** Entry of a tester thread. `tester.ts`, which starts it, types its data and jobs. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  const work = new TesterWork(openWorkspaceReadOnly(dataDir));
  return async (name, args: never, job): Promise<JobResult> => {
    switch (name) {
      case 'callback':
        return { value: await work.callback(args) };
      case 'selector':
        return { value: await work.selector(args) };
      case 'tree':
        return { value: await work.tree(args) };
      case 'treeOfRequest':
        return { value: await work.treeOfRequest(args) };
      case 'outline':
        return { value: await work.outline(args) };
      case 'article':
        return { value: await work.article(args) };
      case 'links':
        return { value: await work.links(args) };
      case 'pages':
        return { value: await work.pages(args, () => job.isCancelled) };
      case 'empty':
        return { value: await work.empty(args, () => job.isCancelled) };
      case 'emptyInRun':
        return { value: await work.emptyInRun(args) };
      case 'tests.run':
        return { value: await work.bench.run(args, () => job.isCancelled) };
      case 'tests.drift':
        return { value: await work.bench.drift(args, () => job.isCancelled) };
      case 'tests.values':
        return { value: await work.bench.values(args, () => job.isCancelled) };
      case 'judge':
        return { value: judgePack(args) };
      case 'given':
        return { value: await work.given(args) };
      case 'suggest':
        return { value: await work.suggest(args) };
      case 'relocate':
        return { value: await work.relocate(args) };
      case 'complete':
        return { value: await work.complete(args) };
      case 'columns':
        return { value: await work.columns(args) };
      case 'find':
        return { value: await work.find(args) };
      case 'analyze':
        return { value: await work.analyze(args) };
      case 'propose':
        return { value: await work.propose(args) };
      case 'render':
        return { value: await work.render(args) };
      case 'files':
        return { value: await work.files(args) };
      case 'provenance':
        return { value: await provenanceOf(work.provenance, args) };
      case 'picture':
        return { value: await pictureOf(work.provenance, args) };
      case 'evidence':
        return { value: await evidenceOf(work.provenance, args) };
      case 'pack':
        return { value: packed(args) };
      default:
        throw new HostError('unknown-call', `The tester cannot do "${name}".`);
    }
  };
});

/** Packs a page and drops the text, which would be copied between threads. */
function packed(raw: RawPage): PackedPage {
  const { page, title } = packPage(raw);
  return { page, title };
}
