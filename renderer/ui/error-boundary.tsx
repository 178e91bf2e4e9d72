import { Component, type ReactNode } from 'react';
import { Bug, Copy, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Props {
  /** What stands here: "The results". */
  name: string;
  /** A change tries again, because other content may render without an error. */
  resetKey?: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  resetKey: string | undefined;
}

/** Limits an error of one pane to that pane. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const report = `${error.message}\n${error.stack ?? ''}`;
    return (
      <EmptyState
        icon={Bug}
        tone="danger"
        title={`${this.props.name} cannot be shown`}
        actions={
          <>
            <Button variant="primary" icon={RotateCw} onClick={() => this.setState({ error: null })}>
              Try again
            </Button>
            <Button icon={Copy} onClick={() => void navigator.clipboard?.writeText(report)}>
              Copy the details
            </Button>
          </>
        }
      >
        <p>This is an error in the application. The rest of the window still works, and nothing was lost.</p>
        <code>{error.message}</code>
      </EmptyState>
    );
  }
}
