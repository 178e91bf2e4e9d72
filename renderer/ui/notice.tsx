import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import './notice.css';

interface NoticeProps {
  tone: 'info' | 'warning' | 'danger' | 'success';
  icon: LucideIcon;
  title?: string;
  children?: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
  /** Read out at once. */
  alert?: boolean;
}

/** A box with a message about the content below it, and actions. */
export function Notice({ tone, icon: Icon, title, children, actions, alert = false }: NoticeProps) {
  return (
    <div className="ui-notice" data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon size={15} aria-hidden />
      <div className="ui-notice-text">
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="ui-notice-actions">{actions}</div>}
    </div>
  );
}
