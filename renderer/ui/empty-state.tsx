import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { KeyHint } from './key-hint.tsx';
import type { ShownError } from './shown-error.ts';
import './empty-state.css';

/** See `EmptyState`. */
export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What would be here and how it gets here. */
  children?: ReactNode;
  /** Buttons; the first one is the most common choice. */
  actions?: ReactNode;
  /** A command that does the same; its shortcut is shown. */
  command?: string;
  tone?: 'neutral' | 'danger';
  /** It is the whole screen, and its title the heading of it. */
  page?: boolean;
}

/** Shown instead of missing content: what would be here, why it is missing, and what to do. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
  command,
  tone = 'neutral',
  page = false,
}: EmptyStateProps) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div className="ui-empty" data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <span className="ui-empty-icon">
        <Icon size={20} aria-hidden />
      </span>
      <Heading className="ui-empty-title">{title}</Heading>
      {children !== undefined && <div className="ui-empty-text">{children}</div>}
      {actions !== undefined && <div className="ui-empty-actions">{actions}</div>}
      {command !== undefined && (
        <div className="ui-empty-hint">
          or press <KeyHint command={command} />
        </div>
      )}
    </div>
  );
}

/** See `ErrorState`. */
export interface ErrorStateProps {
  error: ShownError;
  /** What could not be done: "The runs could not be loaded." */
  title?: string;
  onRetry?: () => void;
  /** Other buttons, behind that for another try. */
  actions?: ReactNode;
  /** It is the whole screen. */
  page?: boolean;
}

/** Shown instead of content that could not be loaded. */
export function ErrorState({ error, title, onRetry, actions, page = false }: ErrorStateProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      tone="danger"
      page={page}
      title={title ?? error.message}
      actions={
        (onRetry !== undefined || actions !== undefined) && (
          <>
            {onRetry !== undefined && (
              <Button icon={RotateCw} onClick={onRetry}>
                Try again
              </Button>
            )}
            {actions}
          </>
        )
      }
    >
      {title !== undefined && <p>{error.message}</p>}
      {error.hint !== null && <p>{error.hint}</p>}
      <code className="subtle">{error.code}</code>
    </EmptyState>
  );
}
