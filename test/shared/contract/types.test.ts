import { describe, expectTypeOf, it } from 'vitest';
import type { CallArgs, CallValue, TopicEvent } from '../../../shared/contract/index.ts';
import type { Cell, FieldReport, Preferences, RunSummary } from '../../../shared/contract/types.ts';

describe('types of the contract', () => {
  it('says what calls take and give', () => {
    expectTypeOf<CallArgs<'runs.get'>>().toEqualTypeOf<{ run: string }>();
    expectTypeOf<CallValue<'runs.get'>>().toEqualTypeOf<RunSummary>();
    expectTypeOf<RunSummary['state']>().toEqualTypeOf<
      'queued' | 'running' | 'pausing' | 'paused' | 'interrupted' | 'completed' | 'stopped' | 'failed'
    >();
    expectTypeOf<Preferences['theme']>().toEqualTypeOf<'system' | 'light' | 'dark'>();
    expectTypeOf<FieldReport['language']>().toEqualTypeOf<'css' | 'xpath' | null>();
    expectTypeOf<Extract<Cell, object>['kind']>().toEqualTypeOf<'list' | 'object' | 'text'>();
    expectTypeOf<TopicEvent<'run'>['run']>().toEqualTypeOf<RunSummary>();
  });
});
