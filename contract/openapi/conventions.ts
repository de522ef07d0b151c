/** What holds for every operation, in Markdown: the document's own description. */
export const conventions = `A request has one credential. \`X-API-Key\` and \`Authorization\` together must be the same key
(\`AMBIGUOUS_CREDENTIAL\`); a bearer token wins over the cookie, which a browser sends by itself.

A 401 without a credential is \`{"error": "Unauthorized"}\`; \`WWW-Authenticate\` says what is wrong with one that came, and
\`TOKEN_EXPIRED\` and \`SESSION_ENDED\` tell whoever held a good token whether to refresh it or to sign in again, \`API_KEY_EXPIRED\` whoever has an API key's secret that its time has ended.

A query parameter is given once. A parameter of the path has at most 256 characters, one of the query 2,048.

A request that breaks its schema is a 400 with \`INVALID_REQUEST\`. The payments routes tell two things apart: a field that is missing
or not known is a 400, a value that breaks its rule is a 422.

An \`Idempotency-Key\`, where an operation takes one, makes a retry harmless for 7 days; that parameter says what is repeated, what is
refused and what is tried anew.`;
