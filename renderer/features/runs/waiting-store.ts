import { create } from 'zustand';

/** Whether the list of the runs that need a person is shown. */
export const useWaitingDialog = create<{ open: boolean }>(() => ({ open: false }));

/** Opens the list of runs that can be resumed. */
export const openWaiting = () => useWaitingDialog.setState({ open: true });

/** Closes the list of runs that can be resumed. */
export const closeWaiting = () => useWaitingDialog.setState({ open: false });
