import type { CallError } from '../../../shared/contract/errors.ts';

/** An error, with the problems of the spider if it has any. */
export function ProblemList({ error }: { error: CallError }) {
  const problems = problemsOf(error);
  return (
    <div className="spiders-problems" role="alert">
      <p>{error.message}</p>
      {error.hint !== null && <p className="small">{error.hint}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, 20).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The problems that an error of the kind `invalid-spider` lists, each as "line 3: message". */
export function problemsOf(error: CallError): string[] {
  const { problems } = error.details;
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: unknown) => {
    if (typeof problem !== 'object' || problem === null || !('message' in problem)) return [];
    const line = 'line' in problem && typeof problem.line === 'number' ? `Line ${problem.line}: ` : '';
    return [`${line}${String(problem.message)}`];
  });
}
