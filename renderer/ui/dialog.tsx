import type { FormEvent, ReactNode } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import { classes } from './classes.ts';
import { IconButton } from './button.tsx';
import { useFocusBack } from './focus-back.ts';
import './dialog.css';

/** See `Dialog`. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** The row of buttons at the end. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'full';
  /** Enter in a field, or a button of type submit in the footer. */
  onSubmit?: () => void;
}

/** A modal dialog. Escape and a click outside close it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {open && <DialogWindow {...props} />}
    </Radix.Root>
  );
}

function DialogWindow({
  onClose,
  title,
  description,
  children,
  footer,
  size = 'small',
  onSubmit,
}: DialogProps) {
  const giveBack = useFocusBack();
  const body = (
    <>
      {children !== undefined && <div className="ui-dialog-body">{children}</div>}
      {footer !== undefined && <div className="ui-dialog-footer">{footer}</div>}
    </>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree, a dialog may be inside the form of another.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <Radix.Portal>
      <Radix.Overlay className="ui-scrim" />
      <Radix.Content
        className={classes('ui-dialog', `ui-dialog-${size}`)}
        onCloseAutoFocus={giveBack}
        {...(description === undefined ? { 'aria-describedby': undefined } : {})}
      >
        <div className="ui-dialog-head">
          <div className="grow">
            <Radix.Title className="ui-dialog-title">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="ui-dialog-description" asChild>
                <div>{description}</div>
              </Radix.Description>
            )}
          </div>
        </div>
        {onSubmit === undefined ? (
          body
        ) : (
          <form className="ui-dialog-form" onSubmit={submit} noValidate>
            {body}
          </form>
        )}
        {/* Last, so that the first control gets the focus when the dialog opens. */}
        <IconButton label="Close" icon={X} size="small" className="ui-dialog-close" onClick={onClose} />
      </Radix.Content>
    </Radix.Portal>
  );
}
