/** How a notice reaches a person. */
export const channelKinds = ['desktop', 'command', 'webhook'] as const;
/** `digest`: once a night for everything. `each`: once for each trouble, as it happens. */
export const noticeTimings = ['digest', 'each'] as const;
