import { useMemo, useState } from 'react';
import { Newspaper } from 'lucide-react';
import type { ArticleStrategy, JsonValue } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { counted, duration } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { partOfText } from './part-of-text.ts';
import { NoAnswer, TestStatus } from './test-status.tsx';
import type { TabProps } from './tab-props.ts';
import { useTest } from './use-test.ts';
import './article-structure.css';

/** The result of every article strategy on the page, and which one a crawl would use. */
export function ArticleTab({ page, subject, text }: TabProps) {
  const part = useMemo(() => partOfText(text, ['settings']), [text]);
  const test = useTest('tester.article', { page, text: part }, subject);
  const { value } = test;
  if (value === null) return <NoAnswer test={test} title="The article could not be loaded." />;
  const taken = value.strategies.find(({ wins }) => wins);
  return (
    <div className="tester-tab" aria-busy={test.running}>
      <div className="tester-bar row">
        <span className="grow small ellipsis" role="status">
          {taken === undefined ? 'No strategy finds an article here' : `parse_article uses ${taken.strategy}`}
        </span>
        <TestStatus test={test} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div className="scroll" role="region" aria-label="Strategies" tabIndex={0}>
        {taken === undefined && (
          <EmptyState icon={Newspaper} title="No article on this page">
            A crawl stores no item for this page. For an article, name its parts in CUSTOM_SELECTORS; for a
            product or a list, add a callback.
          </EmptyState>
        )}
        {value.strategies.map((each) => (
          <Strategy key={each.strategy} strategy={each} />
        ))}
      </div>
    </div>
  );
}

/** Characters of a text that are shown at first. */
const excerpt = 500;

function Strategy({
  strategy: { strategy, used, wins, article, reason, elapsedMs },
}: {
  strategy: ArticleStrategy;
}) {
  const [whole, setWhole] = useState(false);
  const content = article?.content ?? '';
  return (
    <section className="tester-strategy" aria-label={strategy}>
      <h2 className="row">
        <span>{strategy}</span>
        {wins ? (
          <Badge tone="success">Taken</Badge>
        ) : (
          !used && <Badge title="It is not in EXTRACTOR_ORDER">Not used</Badge>
        )}
        <span className="grow" />
        <span className="subtle small numeric">{duration(elapsedMs)}</span>
      </h2>
      {reason !== null && <p className="small tester-reason">{sentence(reason)}</p>}
      {article !== null && (
        <>
          <PropertyList
            entries={[
              ['Title', article.title ?? <None key="title" />],
              ['Author', article.author ?? <None key="author" />],
              ['Published', article.published_date ?? <None key="date" />],
              ['Text', counted(content.length, 'character')],
              ...Object.entries(article.metadata).map(([name, value]) => [name, inLine(value)] as const),
            ]}
          />
          <p className="tester-content">
            {whole ? content : content.slice(0, excerpt)}
            {!whole && content.length > excerpt && '…'}
          </p>
          {content.length > excerpt && (
            <button type="button" className="tester-more small" onClick={() => setWhole(!whole)}>
              {whole ? 'Show less' : 'Show all of the text'}
            </button>
          )}
        </>
      )}
    </section>
  );
}

const None = () => <span className="subtle">none</span>;

const inLine = (value: JsonValue) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300);

const sentence = (text: string) => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(begun) ? begun : `${begun}.`;
};
