import { useEffect, useRef } from 'react';
import { CircleAlert, CircleCheck, Copy, Info, TriangleAlert, X } from 'lucide-react';
import { useToasts, type Toast } from '../state/toasts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import './toasts.css';

/** How long toasts are shown, and those with more text or actions, in milliseconds. Errors stay until they are dismissed. */
const shownMs = 6000;
const shownLongMs = 12_000;
const icons = { success: CircleCheck, information: Info, warning: TriangleAlert, error: CircleAlert };

/** The toasts, below the other parts of the window; once in the application. F6 moves the focus here. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const box = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--notices', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices');
    };
  }, []);
  return (
    <section ref={box} className="ui-toasts" aria-label="Notifications" data-pane="notifications">
      {/* Two live regions: errors are read at once, the rest when there is time. */}
      <div role="alert" aria-live="assertive">
        {toasts.filter(stays).map((toast) => (
          <ToastCard toast={toast} key={toast.id} />
        ))}
      </div>
      <div role="status" aria-live="polite">
        {toasts
          .filter((toast) => !stays(toast))
          .map((toast) => (
            <ToastCard toast={toast} key={toast.id} />
          ))}
      </div>
    </section>
  );
}

const stays = (toast: Toast) => toast.severity === 'error';
const takesLonger = ({ severity, actions }: Toast) => severity === 'warning' || actions.length > 0;

function ToastCard({ toast }: { toast: Toast }) {
  const dismiss = useToasts((state) => state.dismiss);
  const held = useRef(false);
  useEffect(() => {
    if (stays(toast)) return undefined;
    const timer = setInterval(
      () => {
        if (!held.current) dismiss(toast.id);
      },
      takesLonger(toast) ? shownLongMs : shownMs,
    );
    return () => clearInterval(timer);
  }, [toast, dismiss]);
  const hold = (on: boolean) => () => {
    held.current = on;
  };
  const Icon = icons[toast.severity];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape does what its button does
    <div
      className="ui-toast"
      data-severity={toast.severity}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismiss(toast.id);
      }}
    >
      <Icon size={16} aria-hidden className="ui-toast-icon" />
      <div className="grow">
        <p className="ui-toast-title">
          {toast.title}
          {toast.times > 1 && <span className="ui-toast-times"> ×{toast.times}</span>}
        </p>
        {toast.message !== null && <p className="ui-toast-message">{toast.message}</p>}
        {toast.hint !== null && <p className="ui-toast-hint">{toast.hint}</p>}
        {(toast.actions.length > 0 || toast.code !== null) && (
          <div className="ui-toast-actions">
            {toast.actions.map((action) => (
              <Button
                key={action.label}
                size="small"
                onClick={() => {
                  dismiss(toast.id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            ))}
            {toast.code !== null && <code className="ui-toast-code">{toast.code}</code>}
          </div>
        )}
      </div>
      {toast.severity === 'error' && (
        <IconButton
          label="Copy the message"
          icon={Copy}
          size="small"
          onClick={() => void navigator.clipboard?.writeText(textOf(toast))}
        />
      )}
      <IconButton label="Dismiss" icon={X} size="small" onClick={() => dismiss(toast.id)} />
    </div>
  );
}

function textOf({ title, message, hint, code }: Toast): string {
  return [title, message, hint, code === null ? null : `(${code})`]
    .filter((part) => part !== null)
    .join('\n');
}
