import { memo } from 'react';
import type { RunEvent } from '../../../shared/contract/types.ts';
import { bytes, duration, timeOfDay } from '../../ui/format.ts';
import { href } from '../../navigation/router.ts';
import { statusTone, statusWords } from './http-words.ts';
import { kindWords } from './log-kinds.ts';

/** One line of the log: when, what, where, and the words for it. */
export const LogLine = memo(function LogLine({ event, text }: { event: RunEvent; text: string }) {
  const { at, kind, url, message, page, run } = event;
  const { title, tone } = kindWords(kind);
  return (
    <div className="runs-log-line">
      <time className="mono subtle" dateTime={at} title={at}>
        {timeOfDay(at)}
      </time>
      <span className="runs-log-kind" data-tone={tone}>
        {title}
      </span>
      <span className="runs-log-text">
        <span className="runs-log-message">
          {page !== null && isAnswer(kind) ? (
            <Answered page={page} />
          ) : (
            <Marked text={message} wanted={text} />
          )}
        </span>
        {url !== null &&
          (page === null ? (
            <span className="runs-log-url mono">
              <Marked text={url} wanted={text} />
            </span>
          ) : (
            <a
              className="runs-log-url mono"
              href={href(['run', run, 'requests'], { request: page.request })}
              title="Inspect the request"
            >
              <Marked text={url} wanted={text} />
            </a>
          ))}
      </span>
    </div>
  );
});

const isAnswer = (kind: string) => kind === 'fetched' || kind === 'cached';

/** What an answer was, in numbers. */
function Answered({ page }: { page: NonNullable<RunEvent['page']> }) {
  const { status, durationMs } = page;
  return (
    <span className="numeric">
      <span className="runs-log-status" data-tone={statusTone(status)} title={statusWords(status)}>
        {status ?? '–'}
      </span>{' '}
      <span className="muted">
        {bytes(page.bytes ?? 0)}
        {durationMs !== null && ` in ${duration(durationMs)}`}
      </span>
    </span>
  );
}

/** A text with the first place marked where what was searched for stands. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
