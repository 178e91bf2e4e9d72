import { answerExamples } from './answers.ts';
import { argumentExamples } from './arguments.ts';
import { requestExamples } from './requests.ts';

const requests: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = requestExamples;
const answers: Readonly<Record<string, unknown>> = answerExamples;

/** An example of arguments for an operation. @param must the arguments that it has to have */
export function requestExampleOf(name: string, must: readonly string[]): Readonly<Record<string, unknown>> {
  const needed = must.filter((argument) => Object.hasOwn(argumentExamples, argument));
  const usual = needed.map((argument) => [argument, argumentExamples[argument]]);
  return { ...Object.fromEntries(usual), ...requests[name] };
}

/** An example of what an operation answers; undefined: there is none. */
export const answerExampleOf = (name: string): unknown => answers[name];
