import type { ReactNode } from 'react';
import { X, type LucideIcon } from 'lucide-react';
import { IconButton } from './button.tsx';
import './strip.css';

interface StripProps {
  icon: LucideIcon;
  tone: 'info' | 'success' | 'warning' | 'danger';
  actions?: ReactNode;
  onDismiss?: () => void;
  children: ReactNode;
}

/** A line above what it is about, with a message and actions. */
export function Strip({ icon: Icon, tone, actions, onDismiss, children }: StripProps) {
  return (
    <div className="ui-strip" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={14} aria-hidden />
      <p className="grow">{children}</p>
      {actions}
      {onDismiss !== undefined && <IconButton label="Dismiss" icon={X} size="small" onClick={onDismiss} />}
    </div>
  );
}
