import type { Feature } from '../../contributions/feature.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { loadPart } from '../../state/load-part.ts';
import { useTester } from './tester-store.ts';

const PagePane = loadPart(async () => (await import('./page-pane.tsx')).PagePane);
const TesterPane = loadPart(async () => (await import('./tester-pane.tsx')).TesterPane);

const FieldPane = loadPart(async () => (await import('./hand/field-pane.tsx')).FieldPane);

const SaveAnswer = loadPart(async () => (await import('./save-answer.tsx')).SaveAnswer);

const ProposalBar = loadPart(async () => (await import('./proposal/proposal-bar.tsx')).ProposalBar);

/** The live page needs the room: sites show less in a narrow window, and what the others show is of a saved page. */
const useIsLive = (key: SpiderKey): boolean => useTester(key).live !== null;

/** What a spider is built with: proposals for the page, the page, the tester, and the field in hand. */
export const feature: Feature = {
  id: 'tester',
  startRequestAction: SaveAnswer,
  spiderPanes: [
    { id: 'proposal', label: 'Proposal', place: 'bar', pane: ProposalBar },
    { id: 'page', label: 'Page', place: 'stage', pane: PagePane, useIsAlone: useIsLive },
    { id: 'tester', label: 'Table', place: 'below', pane: TesterPane },
    { id: 'field', label: 'Field', place: 'side', pane: FieldPane },
  ],
};
