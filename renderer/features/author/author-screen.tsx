import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import type { RouteParams } from '../../workbench/feature.ts';
import { useAuthor, type SpiderKey } from './author-state.ts';
import { useChecking } from './checking.ts';
import { keepDraft } from './drafts.ts';
import { useSidePanes, useWiderThan } from './layout.ts';
import { openAuthor } from './opening.ts';
import { SaveActions } from './save-actions.tsx';
import { SaveQuestions } from './save-questions.tsx';
import { SpiderPane } from './spider-pane.tsx';
import './author.css';

const PagePane = lazy(async () => ({ default: (await import('../tester/page-pane.tsx')).PagePane }));
const TesterPane = lazy(async () => ({ default: (await import('../tester/tester-pane.tsx')).TesterPane }));

/** The screen in which a spider is written, beside a saved page and what the spider makes of it. */
export function AuthorScreen({ params }: { params: RouteParams }) {
  const project = params['project'] ?? '';
  const spider = params['spider'] ?? '';
  return <Author project={project} spider={spider} key={`${project}/${spider}`} />;
}

function Author({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const [error, setError] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOpen = useAuthor(key, () => true) === true;
  useEffect(() => {
    let shown = true;
    void (async () => {
      const failure = await openAuthor({ project, spider });
      if (shown) setError(failure);
    })();
    return () => {
      shown = false;
      void keepDraft({ project, spider });
    };
  }, [project, spider, attempt]);
  useChecking(key);

  if (error !== null && !isOpen) {
    return (
      <ErrorState
        error={error}
        title="The spider could not be read."
        onRetry={() => setAttempt((before) => before + 1)}
      />
    );
  }
  if (!isOpen) return <Loading />;
  return (
    <>
      <SaveActions {...key} />
      <Desk {...key} />
      <SaveQuestions {...key} />
    </>
  );
}

const Loading = () => (
  <div className="author-loading" role="status">
    <Spinner size={18} />
    <span className="visually-hidden">Reading the spider</span>
  </div>
);

/** The panes: the spider, and beside it the page and the tester, side by side where there is room. */
function Desk(key: SpiderKey) {
  const sidePanes = useSidePanes();
  const side = useRef<HTMLDivElement | null>(null);
  const wide = useWiderThan(side, 860);
  return (
    <SplitPanes name="author">
      <Pane id="spider" label="Spider" size={sidePanes ? 50 : 100} min={300}>
        <SpiderPane {...key} />
      </Pane>
      {sidePanes && (
        <Pane id="side" label="Page and tester" size={50} min={260}>
          <div className="fill" ref={side}>
            <SplitPanes
              name={wide ? 'author-side' : 'author-side-narrow'}
              direction={wide ? 'horizontal' : 'vertical'}
            >
              <Pane id="page" label="Page" size={50} min={140} collapsible>
                <Part name="The page">
                  <PagePane {...key} />
                </Part>
              </Pane>
              <Pane id="tester" label="Tester" size={50} min={140} collapsible>
                <Part name="The tester">
                  <TesterPane {...key} />
                </Part>
              </Pane>
            </SplitPanes>
          </div>
        </Pane>
      )}
    </SplitPanes>
  );
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <ErrorBoundary name={name}>
    <Suspense fallback={<Loading />}>{children}</Suspense>
  </ErrorBoundary>
);
