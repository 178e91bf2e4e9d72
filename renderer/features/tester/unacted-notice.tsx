import { useMemo, useState } from 'react';
import { MousePointerClick } from 'lucide-react';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDocumentText, type SpiderKey } from '../../spider-document/document.ts';
import { fetchAgain } from './pages.ts';
import { decidingAboutPage, partOfText } from './part-of-text.ts';
import { useTest } from './use-test.ts';

/** Says that a saved page is not what a run would see, because other actions or none were carried out on it; nothing if it is. */
export function UnactedNotice({ spiderKey: key, page }: { spiderKey: SpiderKey; page: SavedPage }) {
  const text = useDocumentText(key);
  const part = useMemo(() => (text === null ? null : partOfText(text, decidingAboutPage)), [text]);
  const args = part === null ? null : { page: page.id, text: part };
  const { value } = useTest('tester.given', args, `${page.id} ${page.addedAt}`);
  const [busy, setBusy] = useState(false);
  if (value === null || value.unacted === null) return null;
  const save = async () => {
    setBusy(true);
    await fetchAgain(key, page);
    setBusy(false);
  };
  return (
    <div className="tester-advice">
      <Notice
        tone="warning"
        icon={MousePointerClick}
        actions={
          <Button size="small" busy={busy} onClick={() => void save()}>
            Save it again
          </Button>
        }
      >
        {value.unacted}
      </Notice>
    </div>
  );
}
