import { create } from 'zustand';

/** Whether the list of the runs that need a person is shown. */
export const useWaitingDialog = create<{ open: boolean }>(() => ({ open: false }));

export const openWaiting = () => useWaitingDialog.setState({ open: true });
export const closeWaiting = () => useWaitingDialog.setState({ open: false });
