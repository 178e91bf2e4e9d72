import { useState } from 'react';
import type { ArticleStrategy } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { count, duration } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';

/** What every article strategy makes of the page, and which one a crawl would take. */
export function ArticleTab({ page, text }: { page: string; text: string }) {
  const { value, error } = useCall('tester.article', { page, text });
  if (error !== null && value === null)
    return <ErrorState error={error} title="The article could not be read." />;
  if (value === null) return null;
  return (
    <div className="tester-article scroll">
      {value.strategies.map((each) => (
        <Strategy key={each.strategy} strategy={each} />
      ))}
    </div>
  );
}

/** Characters of a text that are shown before somebody asks for the rest. */
const excerpt = 600;

function Strategy({
  strategy: { strategy, used, wins, article, reason, elapsedMs },
}: {
  strategy: ArticleStrategy;
}) {
  const [whole, setWhole] = useState(false);
  const content = article?.content ?? '';
  return (
    <section className="tester-strategy" aria-label={strategy} data-wins={wins || undefined}>
      <h3>
        {strategy}{' '}
        {wins ? <Badge tone="success">taken</Badge> : !used && <Badge>not in EXTRACTOR_ORDER</Badge>}{' '}
        <span className="subtle small numeric">{duration(elapsedMs)}</span>
      </h3>
      {reason !== null && <p className="tester-problem small">{reason}</p>}
      {article !== null && (
        <>
          <PropertyList
            entries={[
              ['Title', article.title ?? <None key="title" />],
              ['Author', article.author ?? <None key="author" />],
              ['Published', article.published_date ?? <None key="date" />],
              ['Text', `${count(content.length)} characters`],
            ]}
          />
          <p className="tester-content">
            {whole ? content : content.slice(0, excerpt)}
            {!whole && content.length > excerpt && '…'}
          </p>
          {content.length > excerpt && (
            <button type="button" className="tester-more small" onClick={() => setWhole(!whole)}>
              {whole ? 'Show less' : 'Show all'}
            </button>
          )}
        </>
      )}
    </section>
  );
}

const None = () => <span className="subtle">none</span>;
