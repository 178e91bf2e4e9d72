/** Reason of a run stopped on request. */
export const stoppedByPerson = 'Stopped by a person.';
