import { create } from 'zustand';
import type { NoticeChannel } from '../../../shared/contract/types.ts';
import { invalidate } from '../../state/query.ts';

interface NoticesStore {
  /** The dialog is open for a channel, or for a new one (null); undefined: closed. */
  readonly editing: NoticeChannel | null | undefined;
}

/** Which channel is being changed. */
export const useNotices = create<NoticesStore>(() => ({ editing: undefined }));

/** Opens the dialog. @param channel null: a new one */
export const openChannel = (channel: NoticeChannel | null) => useNotices.setState({ editing: channel });

/** Closes the dialog. */
export const closeChannel = () => useNotices.setState({ editing: undefined });

/** Reads the channels and the settings of notices again. */
export const readNoticesAgain = () => invalidate((name) => name === 'notices.channels');
