import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

const useOutlet = create<{ element: HTMLElement | null }>(() => ({ element: null }));

/**
 * Puts buttons of a screen into the header above it: `<FrameActions><Button …/></FrameActions>` anywhere within the
 * screen of a spider or run.
 */
export function FrameActions({ children }: { children: ReactNode }) {
  const element = useOutlet((state) => state.element);
  return element === null ? null : createPortal(children, element);
}

/** Where they appear; one in a frame. */
FrameActions.Outlet = function FrameActionsOutlet() {
  const [attach] = useState(() => (element: HTMLElement | null) => useOutlet.setState({ element }));
  return <div className="wb-frame-actions" ref={attach} />;
};
