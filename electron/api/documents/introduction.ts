import { roleScopes } from '../../../shared/roles.ts';
import { statusOf } from '../problem.ts';
import { generalCodes } from './general-codes.ts';

const failures = generalCodes.map((code) => `[\`${code}\`](/api/problems/${code}) (${statusOf(code)})`);
const roles = Object.entries(roleScopes).map(([role, scopes]) => `- ${role}: ${scopes.join(', ')}`);

/** What a reader of the document needs to know before the operations, as Markdown. */
export const introduction = `Every request carries a key: as \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`. An owner makes keys with
\`spider-studio keys create\`. A key may be limited to projects, and has scopes, which the role of its member allows:

${roles.join('\n')}

**Left out.** \`project\` may be left out where the name of the spider is unique, or where the key has one project; \`allowPrivate\` where no
private address is meant. In a query a list is repeated, an object is JSON, and an empty value is \`null\` where that is taken.

**Repeating.** A POST may carry an \`Idempotency-Key\`: repeated within a day, it gets the first answer again, with
\`Idempotency-Replayed: true\`. While the first is carried out the second gets \`key-in-use\`, with another body \`key-reused\`.

**Limits.** \`RateLimit\` and \`RateLimit-Policy\` say how much a key may still ask for. A request too many gets 429 with \`Retry-After\`.

**Assistants.** \`/mcp\` of the same server speaks the Model Context Protocol, with the same keys and scopes.

**Failures** are problem documents (RFC 9457) with a stable \`code\`; \`errors\` names the places that are wrong as JSON pointers. Every request may
fail with ${failures.join(', ')}.
`;
