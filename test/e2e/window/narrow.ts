/** The least room in which every screen can be used, in pixels. */
export const narrow = { width: 1024, height: 600 };
