export { randomOf, type Random } from '../../electron/proof/stress/random.ts';
