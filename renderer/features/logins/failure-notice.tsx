import { CircleAlert } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import { Notice } from '../../ui/notice.tsx';

/** What went wrong, in a dialog. */
export const FailureNotice = ({ error: { message, hint } }: { error: CallError }) => (
  <Notice tone="danger" icon={CircleAlert} alert>
    {[message, hint].filter((part) => part !== null).join(' ')}
  </Notice>
);
