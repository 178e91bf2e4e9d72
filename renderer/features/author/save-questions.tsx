import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffEditor } from '../../ui/editor/diff-editor.tsx';
import { useDocumentText, type SpiderKey } from '../../spider-document/document.ts';
import { saveDocument, takeTheirs, useSaving, type SaveQuestion } from '../../spider-document/saving.ts';

const close = () => useSaving.setState({ question: null });

/** Asks what has to be decided before the text can be saved. */
export function SaveQuestions(key: SpiderKey) {
  const question = useSaving((state) => state.question);
  if (question === null || question.project !== key.project || question.spider !== key.spider) return null;
  return question.kind === 'stale' ? <Stale question={question} /> : <NameChanged question={question} />;
}

/** A version was saved elsewhere since these edits began. */
function Stale({ question }: { question: SaveQuestion & { kind: 'stale' } }) {
  const mine = useDocumentText(question) ?? '';
  return (
    <Dialog
      open
      size="full"
      title={`Version ${question.version} was saved since your edits began`}
      description="Left: that version. Right: your text. Both are kept, whichever you make the newest."
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Keep editing</Button>
          <Button onClick={() => takeTheirs(question)}>Take version {question.version}</Button>
          <Button
            variant="primary"
            autoFocus
            onClick={() => void saveDocument(question, { overwrite: true })}
          >
            Save mine as version {question.version + 1}
          </Button>
        </>
      }
    >
      <div className="author-diff">
        <DiffEditor
          label={`Version ${question.version} and your text`}
          original={question.theirs}
          modified={mine}
          language="json"
        />
      </div>
    </Dialog>
  );
}

/** The name in the text differs from that of the spider. */
function NameChanged({ question }: { question: SaveQuestion & { kind: 'name' } }) {
  const { spider, name } = question;
  return (
    <Dialog
      open
      title="The name has changed"
      description={
        <>
          The text is called <strong>{name}</strong>, and it was opened as <strong>{spider}</strong>.
        </>
      }
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button onClick={() => void saveDocument(question, { nameChange: 'copy' })}>Save as a copy</Button>
          <Button
            variant="primary"
            autoFocus
            onClick={() => void saveDocument(question, { nameChange: 'rename' })}
          >
            Rename the spider
          </Button>
        </>
      }
    >
      <p>
        Renaming keeps its versions, runs and items together under the new name. A copy is a spider of its
        own, and “{spider}” stays as it was saved.
      </p>
    </Dialog>
  );
}
