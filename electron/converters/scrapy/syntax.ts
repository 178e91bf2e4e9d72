/** Where a part begins: its line, from 1. */
interface Placed {
  line: number;
}

/** An expression of Python, as far as it is read here. */
export type Expression = Placed &
  (
    | { kind: 'value'; value: string | number | boolean | null }
    | { kind: 'name'; name: string }
    | { kind: 'attribute'; of: Expression; name: string }
    | { kind: 'call'; of: Expression; args: Expression[]; named: Record<string, Expression> }
    | { kind: 'list'; items: Expression[] }
    /** A list comprehension without a condition. */
    | { kind: 'each'; item: Expression; name: string; of: Expression }
    | { kind: 'dict'; entries: [key: Expression, value: Expression][] }
    | { kind: 'index'; of: Expression; at: Expression }
    | { kind: 'sum'; left: Expression; right: Expression }
    | { kind: 'format'; parts: (string | Expression)[] }
    | { kind: 'present'; of: Expression }
    | { kind: 'other'; what: string }
  );

/** A call of a function. */
export type Call = Extract<Expression, { kind: 'call' }>;

/** A statement of Python, as far as it is read here. */
export type Statement = Placed &
  (
    | { kind: 'class'; name: string; bases: Expression[]; body: Statement[] }
    | { kind: 'def'; name: string; params: string[]; body: Statement[] }
    | { kind: 'assign'; target: Expression; value: Expression }
    | { kind: 'for'; target: string | null; of: Expression; body: Statement[] }
    | { kind: 'if'; test: Expression; body: Statement[] }
    | { kind: 'yield'; value: Expression }
    | { kind: 'return'; value: Expression | null }
    | { kind: 'expression'; value: Expression }
    | { kind: 'import' | 'pass' }
    | { kind: 'other'; what: string; body: Statement[] }
  );

/** A class. */
export type ClassDef = Extract<Statement, { kind: 'class' }>;
/** A function or a method. */
export type Def = Extract<Statement, { kind: 'def' }>;
