import { useMemo } from 'react';
import type { Proposal } from '../../../../shared/contract/types.ts';
import { FieldList } from '../../../ui/value/value-view.tsx';
import { partOfText } from '../part-of-text.ts';
import { NoAnswer } from '../test-status.tsx';
import { useTest } from '../use-test.ts';
import type { Choice } from './use-proposal.ts';

/** What a choice for a single thing would take: what the page says about it, or the article that a crawl finds on it. */
export function StructuredPreview({
  proposal,
  choice,
  ...subject
}: ArticleProps & { proposal: Proposal; choice: Choice }) {
  const fields = proposal.structured?.fields ?? [];
  const isArticle = Object.keys(choice.parts.callbacks).length === 0;
  return (
    <div className="tester-tab proposal-single">
      <p className="proposal-caption" role="status">
        <strong>Proposal: {choice.label}.</strong> {proposal.state.detail} Nothing is written until you take
        it.
      </p>
      {isArticle ? (
        <Article {...subject} />
      ) : (
        <FieldList
          fields={Object.fromEntries(fields.map(({ name, samples }) => [name, samples[0] ?? null]))}
          base={proposal.url}
        />
      )}
    </div>
  );
}

interface ArticleProps {
  page: string;
  subject: string;
  text: string;
}

/** The article as the first strategy that finds one gives it. */
function Article({ page, subject, text }: ArticleProps) {
  const part = useMemo(() => partOfText(text, ['settings']), [text]);
  const test = useTest('tester.article', { page, text: part }, subject);
  if (test.value === null) return <NoAnswer test={test} title="The article could not be loaded." />;
  const article = test.value.strategies.find(({ wins }) => wins)?.article ?? null;
  if (article === null) return null;
  const { title, author, published_date, content } = article;
  return <FieldList fields={{ title, author, published_date, content }} base={null} />;
}
