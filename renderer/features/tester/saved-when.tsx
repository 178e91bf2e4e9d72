import { useEffect, useState } from 'react';
import { RefreshCw } from 'lucide-react';
import type { SavedPage } from '../../../shared/contract/types.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { Button } from '../../ui/button.tsx';
import { agoInWords, dateTime } from '../../ui/format.ts';
import { fetchAgain } from './pages.ts';

/** How often the age of the page is told anew, in milliseconds: it is told in minutes. */
const tickMs = 30_000;

/** When the page that is shown was saved, and a way to the page as its site has it now. */
export function SavedWhen({ spiderKey: key, page }: { spiderKey: SpiderKey; page: SavedPage }) {
  const [busy, setBusy] = useState(false);
  const now = useNow();
  const fetch = async () => {
    setBusy(true);
    await fetchAgain(key, page);
    setBusy(false);
  };
  return (
    <>
      <span className="tester-saved small muted" title={`Saved ${dateTime(page.addedAt)}`}>
        saved {agoInWords(page.addedAt, now)}
      </span>
      {page.url !== null && (
        <Button
          size="small"
          variant="quiet"
          icon={RefreshCw}
          busy={busy}
          aria-label="Fetch again"
          title="The page as the site has it now"
          onClick={() => void fetch()}
        >
          <span className="tester-fetch">Fetch again</span>
        </Button>
      )}
    </>
  );
}

/** The time now, in milliseconds; told anew from time to time. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
