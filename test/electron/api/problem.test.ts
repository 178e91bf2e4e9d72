import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { problemOf, statusOf } from '../../../electron/api/problem.ts';

describe('a failure as a problem document', () => {
  it.each<[ErrorCode, number]>([
    ['bad-arguments', 400],
    ['no-key', 401],
    ['missing-scope', 403],
    ['unknown-spider', 404],
    ['wrong-method', 405],
    ['conflict', 409],
    ['too-large', 413],
    ['not-json', 415],
    ['invalid-spider', 422],
    ['key-reused', 422],
    ['too-many-requests', 429],
    ['internal', 500],
    ['fetch-failed', 502],
    ['disk-full', 503],
    ['timed-out', 504],
  ])('%s has the status %i', (code, status) => {
    expect(statusOf(code)).toBe(status);
  });

  it('names the places of a spider by JSON pointers', () => {
    const problems = [{ pointer: '/rules/0', line: 3, code: 'missing-key', message: 'callback is required' }];
    expect(
      problemOf({
        code: 'invalid-spider',
        message: 'No.',
        hint: 'Add it.',
        action: null,
        details: { problems },
      }),
    ).toEqual({
      type: '/api/problems/invalid-spider',
      title: 'The text is not a valid spider',
      status: 422,
      detail: 'No.',
      code: 'invalid-spider',
      hint: 'Add it.',
      errors: [{ pointer: '/rules/0', detail: 'callback is required', code: 'missing-key' }],
      details: { problems },
    });
  });

  it('names the argument that is wrong', () => {
    const details = { pointer: '/limit' };
    const problem = problemOf({ code: 'bad-arguments', message: 'No.', hint: null, action: null, details });
    expect(problem).toMatchObject({
      errors: [{ pointer: '/limit', detail: 'No.', code: 'bad-arguments' }],
      details: {},
    });
  });
});
