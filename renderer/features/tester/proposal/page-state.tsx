import { Globe } from 'lucide-react';
import type { Proposal, SavedPage } from '../../../../shared/contract/types.ts';
import { runCommand } from '../../../commands/registry.ts';
import { href, navigate } from '../../../navigation/router.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { addUrl } from '../pages.ts';
import { changeTester } from '../tester-store.ts';

type State = Proposal['state'];

/** What a page is that nothing is proposed for, and the one thing to do next. */
export function PageStateNotice({
  spiderKey: key,
  state: { title, detail, step },
  page,
}: {
  spiderKey: SpiderKey;
  state: State;
  page: SavedPage | null;
}) {
  return (
    <Notice
      tone="info"
      icon={Globe}
      title={title}
      actions={
        step !== null &&
        step.action !== 'none' && (
          <Button size="small" variant="primary" onClick={() => takeStep(key, step, page)}>
            {step.label}
          </Button>
        )
      }
    >
      {detail}
      {step?.action === 'none' && ` ${step.label}.`}
    </Notice>
  );
}

function takeStep(key: SpiderKey, { action, url }: NonNullable<State['step']>, page: SavedPage | null): void {
  if (action === 'render') runCommand('page.add-rendered');
  else if (action === 'file') runCommand('page.add-file');
  else if (action === 'logins') navigate(href(['settings'], { section: 'logins' }));
  else if (action === 'article') changeTester(key, { proposing: false, tab: 'article' });
  else if (action === 'open' && url !== null && url !== page?.url) void open(key, url);
  else changeTester(key, { proposing: false });
}

async function open(key: SpiderKey, url: string): Promise<void> {
  const how = { operation: crypto.randomUUID(), signal: new AbortController().signal };
  const failure = await addUrl(key, { url, browser: false, allowPrivate: false }, how);
  if (failure !== null) toast.error(failure, 'The page was not opened.');
}
