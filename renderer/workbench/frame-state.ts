import { create } from 'zustand';

interface FrameState {
  palette: { open: boolean; search: string };
  shortcutSheet: boolean;
  sidebar: boolean;
}

/** Which parts of the frame are open in this window. */
export const useFrame = create<FrameState>(() => ({
  palette: { open: false, search: '' },
  shortcutSheet: false,
  sidebar: true,
}));

/** Opens the palette; ">" as `search` shows commands only. */
export const openPalette = (search = '') => useFrame.setState({ palette: { open: true, search } });

/** Closes the palette. */
export const closePalette = () => useFrame.setState({ palette: { open: false, search: '' } });

/** Opens or closes the sheet of shortcuts. */
export const showShortcuts = (open: boolean) => useFrame.setState({ shortcutSheet: open });

/** Opens or closes the sidebar. */
export const toggleSidebar = () => useFrame.setState((state) => ({ sidebar: !state.sidebar }));
