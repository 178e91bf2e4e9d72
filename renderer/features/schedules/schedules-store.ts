import { create } from 'zustand';
import type { Schedule } from '../../../shared/contract/types.ts';
import type { SpiderName } from '../../run-options/spider-picker.tsx';
import { invalidate } from '../../state/query.ts';

interface SchedulesState {
  /** The dialog: for a new schedule of a spider (null: it asks for one), or for one that there is. Null: closed. */
  dialog: { readonly spider: SpiderName | null } | { readonly schedule: Schedule } | null;
}

/** The dialog of schedules. */
export const useSchedules = create<SchedulesState>(() => ({ dialog: null }));

/** Opens the dialog that adds a schedule. @param spider null: it asks for one */
export const openAdd = (spider: SpiderName | null) => useSchedules.setState({ dialog: { spider } });

/** Opens the dialog that changes a schedule. */
export const openChange = (schedule: Schedule) => useSchedules.setState({ dialog: { schedule } });

export const closeDialog = () => useSchedules.setState({ dialog: null });

/** Reads again what is shown of schedules. */
export const schedulesChanged = () => invalidate((name) => name.startsWith('schedules.'));
