export * from './ports/ledger.ts';
