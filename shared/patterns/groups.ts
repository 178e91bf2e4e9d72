import type { PatternNode } from './ast.ts';
import { refusal } from './cursor.ts';
import type { Width } from './measure.ts';
import { widthOf } from './measure.ts';

/** The capturing groups parsed so far. Decides which of them a reference can name. */
export class GroupTable {
  readonly names = new Map<string, number>();
  count = 0;
  /** Number of groups before the lookbehind that is being parsed; null outside of one. */
  lookBehindFrom: number | null = null;
  private readonly bodies = new Map<number, PatternNode>();
  private readonly widths = new Map<number, Width>();

  open(name: string | null, nameOffset: number): number {
    this.count += 1;
    if (name !== null) {
      const earlier = this.names.get(name);
      if (earlier !== undefined) {
        throw refusal(
          `The group name "${name}" is already taken by group ${earlier}.`,
          nameOffset,
          'Give each group a name of its own.',
        );
      }
      this.names.set(name, this.count);
    }
    return this.count;
  }

  close(index: number, body: PatternNode): void {
    this.bodies.set(index, body);
  }

  /** @throws PatternRefused for a group that does not exist yet, is still open, or is not available in a lookbehind */
  checkReference(index: number, offset: number): void {
    if (index > this.count) {
      throw refusal(
        `There is no group ${index} before this point.`,
        offset,
        'Count opening parentheses from 1, without those that begin with "(?" (named groups count).',
      );
    }
    if (!this.bodies.has(index)) {
      throw refusal(`Group ${index} is not complete at this point, so it cannot be referred to.`, offset);
    }
    this.checkInLookBehind(index, offset);
  }

  checkInLookBehind(index: number, offset: number): void {
    if (this.lookBehindFrom === null) return;
    if (!this.bodies.has(index)) {
      throw refusal(`Group ${index} is not complete at this point, so it cannot be referred to.`, offset);
    }
    if (index > this.lookBehindFrom) {
      throw refusal(`A look behind cannot refer to group ${index}, which it defines itself.`, offset);
    }
  }

  widthOf(node: PatternNode): Width {
    return widthOf(node, (group) => this.groupWidth(group));
  }

  private groupWidth(group: number): Width {
    const known = this.widths.get(group);
    if (known !== undefined) return known;
    const body = this.bodies.get(group);
    const width = body === undefined ? { min: 0, max: Infinity } : this.widthOf(body);
    this.widths.set(group, width);
    return width;
  }
}
