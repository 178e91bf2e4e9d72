import { Type } from 'typebox';
import { Count, nullable, strictObject, stringEnum } from '../shapes.ts';

/** Schema of `TreeRow`. */
export const TreeRowSchema = strictObject(
  {
    number: Count,
    depth: Count,
    kind: stringEnum(['object', 'list', 'text', 'number', 'boolean', 'null', 'element']),
    name: nullable(Type.String(), {
      description:
        'The member name or position of a JSON value, the name of an element; null: the whole page.',
    }),
    attributes: nullable(Type.String(), { description: 'Of an element, as they are written.' }),
    value: nullable(Type.String(), {
      description: 'A value, the names of an object, or the text of an element; cut after 300 characters.',
    }),
    size: nullable(Count, {
      description: 'Number of members, entries or elements inside; null: it holds none.',
    }),
    open: Type.Boolean(),
  },
  { description: 'One row of a page as a tree.' },
);

/** Which part of a tree is wanted. */
export const treePart = {
  openTo: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Nodes that are less deep than this are open.',
  }),
  toggled: Type.Array(Count, {
    maxItems: 10_000,
    description: 'Numbers of nodes that are the other way.',
  }),
  from: Count,
  count: Type.Integer({ minimum: 1, maximum: 1000 }),
  reveal: Type.Optional(
    nullable(Count, { description: 'Number of a node that is to be seen, with what it lies in opened.' }),
  ),
};

/** A part of a tree. */
export const treeRows = {
  total: Type.Integer({ minimum: 0, description: 'Number of rows where these nodes are open.' }),
  from: Type.Integer({ minimum: 0, description: 'The position of the first of these rows.' }),
  rows: Type.Array(TreeRowSchema),
  revealed: nullable(
    strictObject({
      position: Type.Integer({ minimum: 0, description: 'The row of the node, from 0.' }),
      opened: Type.Array(Count, { description: 'Numbers of the nodes that were opened for it.' }),
    }),
  ),
};
