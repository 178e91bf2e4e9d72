import { Suspense, useEffect, useRef, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { useSpiderPanes } from '../../contributions/spider-panes.ts';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { useChecking } from '../../spider-document/checking.ts';
import { keepDraft } from '../../spider-document/drafts.ts';
import { useSidePanes, useWiderThan } from './layout.ts';
import { openDocument } from '../../spider-document/opening.ts';
import { SaveActions } from './save-actions.tsx';
import { SaveQuestions } from './save-questions.tsx';
import { SpiderPane } from './spider-pane.tsx';
import './author.css';

/** The screen where a spider is edited, beside a saved page and its test results. */
export function AuthorScreen({ params }: { params: RouteParams }) {
  const project = params['project'] ?? '';
  const spider = params['spider'] ?? '';
  return <Author project={project} spider={spider} key={`${project}/${spider}`} />;
}

function Author({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const [error, setError] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOpen = useDocument(key, () => true) === true;
  useEffect(() => {
    let shown = true;
    void (async () => {
      const failure = await openDocument({ project, spider });
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
        title="The spider could not be loaded."
        onRetry={() => setAttempt((before) => before + 1)}
      />
    );
  }
  if (!isOpen) return <Loading />;
  return (
    <>
      <SaveActions {...key} />
      <Panes {...key} />
      <SaveQuestions {...key} />
    </>
  );
}

const Loading = () => (
  <div className="author-loading" role="status">
    <Spinner size={18} />
    <span className="visually-hidden">Loading the spider</span>
  </div>
);

/** The panes: the spider, and beside it what other features show of it, side by side where there is room. */
function Panes(key: SpiderKey) {
  const sidePanes = useSidePanes();
  const contributed = useSpiderPanes();
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
              {contributed.map(({ id, label, pane: Contributed }) => (
                <Pane id={id} label={label} size={100 / contributed.length} min={140} collapsible key={id}>
                  <ErrorBoundary name={`The ${label.toLowerCase()}`}>
                    <Suspense fallback={<Loading />}>
                      <Contributed {...key} />
                    </Suspense>
                  </ErrorBoundary>
                </Pane>
              ))}
            </SplitPanes>
          </div>
        </Pane>
      )}
    </SplitPanes>
  );
}
