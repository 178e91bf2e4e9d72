import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { useCall } from '../../state/query.ts';
import { counted } from '../../ui/format.ts';
import { isFailing } from './cell-words.ts';
import { useTests } from './use-tests.ts';
import './tests.css';

/** How many tests the edits of a spider fail, beside the title of the tab; nothing while there are no edits, or none fails. */
export function TestsBadge(key: SpiderKey) {
  const dirty = useDocument(key, isDirty) === true;
  const { value: locked } = useCall('tests.list', dirty ? key : null);
  const wanted = dirty && locked !== null && locked.length > 0;
  const { report } = useTests(key, wanted);
  const failing = report === null || !wanted ? 0 : report.grid.cells.filter(isFailing).length;
  if (failing === 0) return null;
  const words = `${counted(failing, 'test')} changed by this edit`;
  return (
    <span className="tests-badge" title={words}>
      <span aria-hidden>{failing}</span>
      <span className="visually-hidden"> ({words})</span>
    </span>
  );
}
