/**
 * `node:http`, loaded without its named exports: importing them makes Node evaluate all of them, and WebSocket loads a second
 * undici, which costs 30 ms at every start.
 */
export const { Agent, createServer, request, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
