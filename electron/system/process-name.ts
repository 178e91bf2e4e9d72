import { randomBytes } from 'node:crypto';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const key = 'name of the process';

/** A name that is unique to this process, across machines and time; the same in each of its threads. */
export const processName: string = nameOfProcess();

function nameOfProcess(): string {
  const given = getEnvironmentData(key);
  if (typeof given === 'string') return given;
  const name = `${process.pid}-${randomBytes(6).toString('hex')}`;
  setEnvironmentData(key, name);
  return name;
}
