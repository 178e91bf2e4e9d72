import { useEffect, useState } from 'react';
import { CircleAlert, CircleCheck, CircleDashed, Trash2, TriangleAlert } from 'lucide-react';
import type { Proxy } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { proxyKey, useProxies } from './proxies-store.ts';
import { cancelTests, testProxies } from './proxy-tests.ts';
import { removeProxy } from './removal.ts';
import { useTestChoice } from './test-choice.ts';
import { testWords, type TestState } from './test-words.ts';

interface ProxyRowProps {
  proxy: Proxy;
  /** Of its tier in the project. */
  isLast: boolean;
  /** Proxies are being tested, this one or others. */
  isBusy: boolean;
}

/** A proxy with its last test, and what can be done with it. */
export function ProxyRow({ proxy, isLast, isBusy }: ProxyRowProps) {
  const state = useProxies(({ tests }) => tests.get(proxyKey(proxy))) ?? null;
  const choice = useTestChoice();
  const { url, secret } = proxy;
  return (
    <li className="proxies-row">
      <TestIcon state={state} />
      <div className="grow">
        <div className="proxies-address">
          <span className="mono">{url}</span>
          {secret !== null && <Badge title="The name of the secret that holds its login">{secret}</Badge>}
        </div>
        <p className="proxies-result" data-tone={toneOf(state)} role="status">
          <TestText state={state} target={choice.target} />
        </p>
      </div>
      {state?.kind === 'testing' ? (
        <Button size="small" onClick={cancelTests}>
          Cancel
        </Button>
      ) : (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`Test ${url}`}
          onClick={() => void testProxies([proxy], choice)}
        >
          Test
        </Button>
      )}
      <IconButton
        size="small"
        icon={Trash2}
        label={`Remove ${url}`}
        onClick={() => void removeProxy(proxy, isLast)}
      />
    </li>
  );
}

const toneOf = (state: TestState | null) =>
  state?.kind === 'tested' || state?.kind === 'failed' ? testWords(state).tone : undefined;

const icons = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

function TestIcon({ state }: { state: TestState | null }) {
  const tone = toneOf(state);
  const Icon = tone === undefined ? CircleDashed : icons[tone];
  return (
    <span className="proxies-icon" data-tone={tone}>
      {state?.kind === 'testing' ? <Spinner size={16} /> : <Icon size={16} aria-hidden />}
    </span>
  );
}

function TestText({ state, target }: { state: TestState | null; target: string }) {
  if (state === null) return 'Not tested since this window was opened.';
  if (state.kind === 'waiting') return 'Waiting for other tests.';
  if (state.kind === 'testing') return <Elapsed since={state.since} target={target} />;
  return testWords(state).text;
}

/** How long a test has taken so far. Seconds are not read out, or a screen reader would do nothing else. */
function Elapsed({ since, target }: { since: number; target: string }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return (
    <>
      Fetches {target} <span aria-hidden>{seconds > 0 && `· ${seconds} s`}</span>
    </>
  );
}
