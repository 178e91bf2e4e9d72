import type { ObjectPlace, TablePlace } from './messages.ts';

/** A place that is no file, as people know it. */
export const shownPlace = (to: ObjectPlace | TablePlace): string =>
  to.kind === 'object'
    ? `${to.place.replace(/\/+$/, '')}/${to.key}`
    : [to.schema, to.table].filter((part) => part !== null).join('.');
