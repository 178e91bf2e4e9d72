/**
 * Node's `node:http`. Whoever imports that by name makes Node look at all it exports, and one of them, WebSocket, loads a
 * second undici: 30 ms of every start.
 */
export const { Agent, createServer, request, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
