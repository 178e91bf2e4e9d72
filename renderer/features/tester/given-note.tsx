import { useMemo } from 'react';
import { callbacksLeadingTo, decidingAboutLinks, partOfText } from './part-of-text.ts';
import { useTest } from './use-test.ts';

/** Says that a crawl would not run this callback on this page; nothing if it would. */
export function GivenNote({
  page,
  subject,
  text,
  callback,
}: {
  page: string;
  subject: string;
  text: string;
  callback: string;
}) {
  const part = useMemo(() => partOfText(text, decidingAboutLinks), [text]);
  const { value } = useTest('tester.given', { page, text: part }, subject);
  const leading = useMemo(() => callbacksLeadingTo(text, callback), [text, callback]);
  if (value === null || value.callback === callback) return null;
  // No rule is asked where rows lead.
  if (leading.length > 0) {
    return (
      <p className="small muted tester-note">
        A crawl runs {callback} on pages that rows of {leading.join(', ')} lead to.
      </p>
    );
  }
  if (value.url === null) {
    return (
      <p className="small muted tester-note">
        The address of the page is not known, so no rule can decide whether a crawl runs {callback} on it.
      </p>
    );
  }
  return (
    <p className="small tester-note tester-reason">
      A crawl does not run {callback} on this page. {value.reason}
    </p>
  );
}
