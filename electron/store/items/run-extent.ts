/** A run that has items: its row id, the first and the last of their row ids, and how many there are. */
export interface RunExtent {
  id: number;
  first: number;
  last: number;
  items: number;
}
