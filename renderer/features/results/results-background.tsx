import { useCall } from '../../state/query.ts';
import { useTopic } from '../../state/topics.ts';
import { useLocation } from '../../navigation/router.ts';
import { reportEnd } from './export-actions.ts';
import { ExportDialog } from './export-dialog.tsx';
import { hearExport, useExportDialog } from './exports-store.ts';
import { SavedExports } from './saved-exports.tsx';

/** Loads the columns of the shown spider in advance, so that its results appear at once. */
function useColumnsAhead(): void {
  const [first, project, spider] = useLocation().segments;
  const isSpider = first === 'spider' && project !== undefined && spider !== undefined;
  useCall('results.columns', isSpider ? { source: { project, spider, run: 'latest' }, quick: true } : null);
}

/** The dialogs of exports, and the notices about exports that have ended. Always mounted. */
export function ResultsBackground() {
  const { request } = useExportDialog();
  useColumnsAhead();
  useTopic('exports', {}, (state) => {
    if (hearExport(state)) reportEnd(state);
  });
  return (
    <>
      {request !== null && <ExportDialog request={request} />}
      <SavedExports />
    </>
  );
}
