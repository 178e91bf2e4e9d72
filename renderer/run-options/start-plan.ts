import { countGenerated } from '../../shared/spider/generated-urls.ts';
import { validateSpider } from '../../shared/spider/validate.ts';
import { overridesRecord, type Override } from './overrides.ts';

/** An argument of a spider, as a run is asked for it. */
export interface StartArg {
  readonly name: string;
  /** The value unless another is given; null: one must be given. */
  readonly default: string | null;
  readonly description: string | null;
}

/** What the text of a spider says about a run before it starts. */
export interface StartPlan {
  readonly args: readonly StartArg[];
  /** Number of start URLs that GENERATED_URLS makes. */
  readonly generated: number;
}

const none: StartPlan = { args: [], generated: 0 };

/** Reads the arguments and counts the generated URLs of a spider. @param text null: not known */
export function startPlan(text: string | null, overrides: readonly Override[]): StartPlan {
  if (text === null) return none;
  const { spider } = validateSpider(text);
  if (spider === null) return none;
  const args = Object.entries(spider.args ?? {}).map(([name, arg]) => ({
    name,
    default: arg.default ?? null,
    description: arg.description ?? null,
  }));
  const changed: unknown = { ...spider, settings: { ...spider.settings, ...overridesRecord(overrides) } };
  return { args, generated: countGenerated(validateSpider(changed).spider?.settings) };
}

/** The values to start a run with: those that were typed for arguments that there are. */
export function givenArgs(
  { args }: StartPlan,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    args.flatMap(({ name }) => (Object.hasOwn(typed, name) ? [[name, typed[name] ?? '']] : [])),
  );
}

/** The arguments that have no value yet. An empty text is one where there is a default that it replaces. */
export const missingArgs = (
  { args }: StartPlan,
  typed: Readonly<Record<string, string>>,
): readonly string[] =>
  args.flatMap((arg) => (arg.default === null && (typed[arg.name] ?? '') === '' ? [arg.name] : []));
