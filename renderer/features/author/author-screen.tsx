import { ErrorState } from '../../ui/empty-state.tsx';
import type { RouteParams } from '../../contributions/feature.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useChecking } from '../../spider-document/checking.ts';
import { useOpened } from '../../spider-document/use-opened.ts';
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
  const { isOpen, error, retry } = useOpened(key);
  useChecking(key);

  if (error !== null && !isOpen) {
    return <ErrorState error={error} title="The spider could not be loaded." onRetry={retry} />;
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
