import { HostError } from '../../errors.ts';
import { packPage, type CamePage, type PackedPage } from '../capture/pack-page.ts';
import { serveHostJobs, type JobResult } from '../../threads/serve-host-jobs.ts';
import { openWorkspaceForReading } from '../../workspace/workspace.ts';
import { TesterWork } from './work.ts';

/** The thread of the tester. Data and jobs are typed by the one file that starts this one, `tester.ts`. */
serveHostJobs(({ dataDir }: { dataDir: string }) => {
  const work = new TesterWork(openWorkspaceForReading(dataDir));
  return (name, args: never): JobResult => {
    switch (name) {
      case 'callback':
        return { value: work.callback(args) };
      case 'selector':
        return { value: work.selector(args) };
      case 'article':
        return { value: work.article(args) };
      case 'links':
        return { value: work.links(args) };
      case 'given':
        return { value: work.given(args) };
      case 'suggest':
        return { value: work.suggest(args) };
      case 'find':
        return { value: work.find(args) };
      case 'analyze':
        return { value: work.analyze(args) };
      case 'render':
        return { value: work.render(args) };
      case 'sheets':
        return { value: work.sheets(args) };
      case 'pack':
        return { value: packed(args) };
      default:
        throw new HostError('unknown-call', `The tester cannot do "${name}".`);
    }
  };
});

/** Without the text, which would be copied from thread to thread. */
function packed(came: CamePage): PackedPage {
  const { page, title } = packPage(came);
  return { page, title };
}
