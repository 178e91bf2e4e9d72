import { useEffect, useState } from 'react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { useChecking } from '../../spider-document/checking.ts';
import { keepDraft } from '../../spider-document/drafts.ts';
import { openDocument } from '../../spider-document/opening.ts';
import { useAuthorCommands } from './author-commands.ts';
import { BuildActions } from './build-actions.tsx';
import { BuildPanes } from './build-panes.tsx';
import { Loading } from './loading.tsx';
import { SaveActions } from './save-actions.tsx';
import { SaveQuestions } from './save-questions.tsx';
import './author.css';

/** The screen where a spider is built: from a page, with the rows that it takes, and with its text one key away. */
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
  return <Opened {...key} />;
}

function Opened(key: SpiderKey) {
  useAuthorCommands(key);
  return (
    <>
      <BuildActions {...key} />
      <SaveActions {...key} />
      <BuildPanes {...key} />
      <SaveQuestions {...key} />
    </>
  );
}
