import { setImmediate } from 'node:timers/promises';

/**
 * A port that is asked in a later turn of the event loop and whose answers are copies, some of which arrive after those to later
 * calls.
 */
export function late<P extends object>(port: P): P {
  let calls = 0;
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        calls += 1;
        const turns = calls % 3;
        await setImmediate();
        const answer: unknown = await Reflect.apply(method, target, given);
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
        return structuredClone(answer);
      };
    },
  });
}
