import { useEffect } from 'react';
import { useDocuments } from '../spider-document/document.ts';
import { isFollowing } from '../spider-document/document-status.ts';
import { pinTab, tabKey } from '../navigation/open-tabs.ts';

/** Keeps the tab of a spider open once it is edited. */
export function useEditedTabs(): void {
  useEffect(
    () =>
      useDocuments.subscribe(({ documents }) => {
        for (const document of Object.values(documents)) {
          if (isFollowing(document)) continue;
          pinTab(tabKey({ segments: ['spider', document.project, document.spider] }));
        }
      }),
    [],
  );
}
