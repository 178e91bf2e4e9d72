/** What is done about a moment that was missed: nothing, or one run later. */
export const missedPolicies = ['skip', 'once'] as const;
/** See `missedPolicies`. */
export type MissedPolicy = (typeof missedPolicies)[number];

/** The longest cron expression that is read, in characters. */
export const maxCronLength = 200;
