import { useCommands } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { duration } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Spinner } from '../../ui/progress.tsx';
import type { Test } from './use-test.ts';

/** The state of a test, at the end of the toolbar: its duration, or that it runs, with a way to cancel it. */
export function TestStatus({ test }: { test: Test<{ parsed: boolean; elapsedMs: number }> }) {
  const { running, slow, cancelled, value, cancel, again } = test;
  useCommands([
    {
      id: 'tester.cancel',
      title: 'Cancel the test',
      category: 'Tester',
      keys: ['Alt+Shift+C'],
      keywords: ['stop', 'abort'],
      when: () => running,
      run: cancel,
    },
    {
      id: 'tester.again',
      title: 'Test again',
      category: 'Tester',
      keys: [],
      when: () => !running,
      run: again,
    },
  ]);
  return (
    <span className="tester-status" role="status">
      {cancelled ? (
        <>
          <span className="small muted">Ended</span>
          <Button size="small" onClick={again}>
            Test again
          </Button>
        </>
      ) : running && slow ? (
        <>
          <Spinner size={13} />
          <span className="small muted">Testing</span>
          <Button size="small" onClick={cancel}>
            End it <KeyHint command="tester.cancel" />
          </Button>
        </>
      ) : (
        value !== null && (
          <span
            className="small subtle numeric"
            title={value.parsed ? 'Includes loading the page' : undefined}
          >
            {duration(value.elapsedMs)}
          </span>
        )
      )}
    </span>
  );
}

/** Shown instead of a result: the error, or that the test runs, with a way to cancel it. */
export function NoAnswer({
  test,
  title,
}: {
  test: Test<{ parsed: boolean; elapsedMs: number }>;
  title: string;
}) {
  if (test.error !== null) {
    return <ErrorState error={test.error} title={title} onRetry={() => test.again()} />;
  }
  return (
    <div className="tester-waiting">
      <TestStatus test={test} />
    </div>
  );
}
