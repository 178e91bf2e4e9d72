import { create } from 'zustand';
import type { CallError } from '../../shared/contract/errors.ts';

/** A button of a toast. */
export interface ToastAction {
  readonly label: string;
  run(): void;
}

/** A message that appears for some seconds. */
export interface Toast {
  readonly id: string;
  readonly severity: 'success' | 'information' | 'warning' | 'error';
  readonly title: string;
  readonly message: string | null;
  /** What to do. */
  readonly hint: string | null;
  /** The error code, for support; copied with the text. */
  readonly code: string | null;
  readonly actions: readonly ToastAction[];
  /** How often the same message was shown. */
  readonly times: number;
}

/** A toast to be shown; what is left out has a default. */
export type NewToast = Partial<Omit<Toast, 'id' | 'times'>> & { readonly title: string };

interface ToastState {
  toasts: readonly Toast[];
  show: (toast: NewToast) => string;
  dismiss: (id: string) => void;
  clear: () => void;
}

let lastId = 0;

const sameText = (a: Toast, b: Toast) =>
  a.severity === b.severity && a.title === b.title && a.message === b.message && a.code === b.code;

/** The most toasts at a time: older ones are removed, errors last. */
const most = 5;

function bounded(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= most) return toasts;
  const oldest = toasts.find(({ severity }) => severity !== 'error') ?? toasts[0];
  return toasts.filter((toast) => toast !== oldest);
}

/** The toasts of the window. Errors stay until they are dismissed. */
export const useToasts = create<ToastState>((set, get) => ({
  toasts: [],
  show(given) {
    const next: Toast = {
      severity: 'information',
      message: null,
      hint: null,
      code: null,
      actions: [],
      ...given,
      id: String(++lastId),
      times: 1,
    };
    const same = get().toasts.find((toast) => sameText(toast, next));
    if (same !== undefined) {
      const counted = { ...next, id: same.id, times: same.times + 1 };
      set({ toasts: get().toasts.map((toast) => (toast === same ? counted : toast)) });
      return same.id;
    }
    set({ toasts: bounded([...get().toasts, next]) });
    return next.id;
  },
  dismiss: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  clear: () => set({ toasts: [] }),
}));

/** Shows toasts from anywhere, also outside of components. */
export const toast = {
  show: (given: NewToast) => useToasts.getState().show(given),
  success: (title: string, more: Omit<NewToast, 'title'> = {}) =>
    useToasts.getState().show({ severity: 'success', title, ...more }),
  information: (title: string, more: Omit<NewToast, 'title'> = {}) =>
    useToasts.getState().show({ severity: 'information', title, ...more }),
  warning: (title: string, more: Omit<NewToast, 'title'> = {}) =>
    useToasts.getState().show({ severity: 'warning', title, ...more }),
  /** A failed call. `title` says what was attempted; left out, the message of the error stands there. */
  error: (error: Pick<CallError, 'code' | 'message' | 'hint'>, title?: string, actions: ToastAction[] = []) =>
    useToasts.getState().show({
      severity: 'error',
      title: title ?? error.message,
      message: title === undefined ? null : error.message,
      hint: error.hint,
      code: error.code,
      actions,
    }),
  dismiss: (id: string) => useToasts.getState().dismiss(id),
};
