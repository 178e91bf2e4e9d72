import { useEffect, useState } from 'react';
import { Check, Minus, WandSparkles } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { getClient } from '../../state/client.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { revealPointer, useDocumentText, type SpiderKey } from '../../spider-document/document.ts';
import { applyPattern, labelOf } from '../../spider-document/pattern-edits.ts';

type Explanation = CallValue<'spiders.explain'>;

const words: Readonly<Record<Explanation['decision'], readonly [word: string, tone: Tone]>> = {
  extract: ['Extracted', 'success'],
  follow: ['Followed', 'info'],
  drop: ['Dropped', 'warning'],
  reject: ['Rejected', 'danger'],
  offsite: ['Another site', 'danger'],
  ignored: ['Ignored', 'neutral'],
  invalid: ['No URL', 'danger'],
};

const askMs = 150;

/** Explains what a crawl with this text does with a URL: which rule matches it, by which pattern, and which rules were tried before. */
export function ExplainPanel(key: SpiderKey) {
  const text = useDocumentText(key) ?? '';
  const [url, setUrl] = useState('');
  const [answer, setAnswer] = useState<Explanation | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const asked = url.trim();
  useEffect(() => {
    if (asked === '') {
      setAnswer(null);
      setError(null);
      return undefined;
    }
    const abort = new AbortController();
    const { project, spider } = key;
    const timer = setTimeout(async () => {
      const args = { project, spider, text, url: asked };
      const got = await getClient().call('spiders.explain', args, { signal: abort.signal });
      if (abort.signal.aborted) return;
      setAnswer(got.ok ? got.value : null);
      setError(got.ok ? null : got.error);
    }, askMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, text, key.project, key.spider]);
  return (
    <div className="author-explain">
      <SearchField
        label="URL"
        placeholder="https://example.org/a-page-of-the-site"
        value={url}
        onChange={setUrl}
        mono
      />
      {asked === '' && (
        <p className="subtle">
          Paste the URL of a page or link to see which rule matches it. Unsaved edits are included.
        </p>
      )}
      {error !== null && (
        <p className="author-explain-error" role="alert">
          {error.message} {error.hint}
        </p>
      )}
      {answer !== null && <Answer {...key} answer={answer} />}
    </div>
  );
}

function Answer({ answer, ...key }: SpiderKey & { answer: Explanation }) {
  const [word, tone] = words[answer.decision];
  return (
    <>
      <p className="author-explain-answer" role="status">
        <Badge tone={tone}>{word}</Badge>
        <span className="grow">{answer.reason}</span>
        {answer.rule !== null && (
          <Button size="small" onClick={() => revealPointer(key, `/rules/${answer.rule}`)}>
            Show rule {answer.rule}
          </Button>
        )}
      </p>
      <ol className="author-explain-steps" aria-label="Patterns tried">
        {answer.steps.map((step, index) => (
          <li key={index} data-matched={step.matched || undefined}>
            {step.matched ? (
              <Check size={13} aria-label="Matches" />
            ) : (
              <Minus size={13} aria-label="Does not match" />
            )}
            <span>{step.message}</span>
            <BetterPattern {...key} step={step} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The change that makes an allow pattern match, on a button. */
function BetterPattern({
  step: { rule, pattern, better },
  ...key
}: SpiderKey & { step: Explanation['steps'][number] }) {
  if (rule === null || pattern === null || better === undefined) return null;
  const change = { rule, pattern, better };
  return (
    <Button size="small" icon={WandSparkles} onClick={() => applyPattern(key, change)}>
      {labelOf(change)}
    </Button>
  );
}
