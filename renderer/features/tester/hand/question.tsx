import { useEffect, useState } from 'react';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SavedPage } from '../../../../shared/contract/types.ts';
import { connectPreview } from '../../../client/preview.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { Button } from '../../../ui/button.tsx';
import { usePreview } from '../use-preview.ts';
import { answer } from './take.ts';

type Asked = NonNullable<CallValue<'tester.suggest'>['question']>;

/** The one thing that the selectors disagree on: whether the field takes an element of another page, which is shown. */
export function Question({
  spiderKey: key,
  here,
  pages,
  question,
}: {
  spiderKey: SpiderKey;
  here: Parameters<typeof answer>[1];
  pages: readonly SavedPage[] | null;
  question: Asked;
}) {
  const page = pages?.find(({ id }) => id === question.page) ?? null;
  return (
    <section className="hand-question" aria-label="A question">
      <p>Is this it, too{page !== null && `, on “${page.title}”`}?</p>
      <p className="mono small tester-selector">
        {question.value === '' ? 'An element without text' : question.value}
      </p>
      {page !== null && page.kind === 'html' && <Excerpt page={page} element={question.element} />}
      <div className="row">
        <Button size="small" variant="primary" onClick={() => void answer(key, here, question, true)}>
          Yes
        </Button>
        <Button size="small" onClick={() => void answer(key, here, question, false)}>
          No
        </Button>
      </div>
    </section>
  );
}

/** The place of another page where an element stands. */
function Excerpt({ page, element }: { page: SavedPage; element: number }) {
  const { shown } = usePreview(page.id, page.addedAt);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  useEffect(() => {
    if (frame === null) return undefined;
    const preview = connectPreview(frame, {});
    preview.outline({
      groups: [{ elements: [element], style: 'picked' }],
      marks: [],
      held: null,
      scrollTo: element,
    });
    return () => preview.close();
  }, [frame, element]);
  if (shown === null) return null;
  return (
    <iframe
      ref={setFrame}
      className="hand-excerpt"
      title={`Where it is on “${page.title}”`}
      src={shown.path}
      sandbox="allow-scripts"
      tabIndex={-1}
    />
  );
}
