import { resolve } from "node:path";
import type { Runtime } from "./runtime.ts";

/** The output of `npm start` when everything is ready. */

const curl = (method: string, url: string, headers: readonly string[], body?: object): string =>
  [
    `curl -sX ${method} ${url}`,
    ...headers.map((header) => `-H "${header}"`),
    ...(body ? ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`] : []),
  ].join(" ");

/** Extracts a field of a JSON response with Node only. */
const pick = (path: string): string => `node -pe 'JSON.parse(fs.readFileSync(0)).${path}'`;

export function banner(runtime: Runtime, data: string, startedMs: number): string {
  const { url, seed } = runtime;
  const bearer = (variable: string) => [`authorization: Bearer $${variable}`];
  const logins = (["demo", "admin", "employee", "professional", "merchant", "user"] as const).map(
    (role) => `  ${role.padEnd(14)}${seed[role].email.padEnd(18)}${seed[role].password}`,
  );
  // A new address each time, so that the lines can be pasted again.
  const grace = { email: "$EMAIL", password: "Cobol1959!" };
  const post = (path: string, body: object) =>
    curl("POST", `${url}${path}`, [], body).replace("$EMAIL", `'"$EMAIL"'`);
  const register = post("/api/auth/register", { name: "Grace Hopper", ...grace });
  const signin = post("/api/auth/signin", grace);
  const where = data === resolve(".local") ? "" : `LOCAL_DATA=${data} `;
  return `
svc is up at ${url} (${startedMs} ms)

  Home          ${url}
  Console       ${url}/app
  Markets       ${url}/markets
  API           ${url}/docs  header X-API-Key: ${seed.apiKeys.pro}
  MCP           ${url}/mcp  header X-API-Key: ${seed.apiKeys.mcp}
  Prices        ${url.replace(/^http/, "ws")}/ws/prices

Demo logins
${logins.join("\n")}

Try (an address may sign in five times in 15 minutes; SIGN_IN_MAX=100 npm start raises the limit)
  # register an account, and sign in
  EMAIL=grace$RANDOM@example.com
  ${register}
  SESSION=$(${signin})
  TOKEN=$(echo "$SESSION" | ${pick("token")})
  # open a wallet
  WALLET=$(${curl("POST", `${url}/api/defi/wallets`, bearer("TOKEN"), { assetSymbol: "EUR" })} | ${pick("wallet.id")})
  # deposit into it: on this machine the faucet is on
  ${curl("PUT", `${url}/api/defi/wallets/$WALLET`, bearer("TOKEN"), { operation: "DEPOSIT", amount: 250, reason: "Welcome" })}
  # read the portfolio
  ${curl("GET", `${url}/api/defi/wallets`, bearer("TOKEN"))}
  # renew the token
  REFRESH=$(echo "$SESSION" | ${pick("refreshToken")})
  ${curl("POST", `${url}/api/auth/refresh`, [], { refreshToken: "$REFRESH" }).replace("$REFRESH", `'"$REFRESH"'`)}
  # the same with an API key
  ${curl("GET", `${url}/v1/wallets`, [`X-API-Key: ${seed.apiKeys.pro}`])}
  # prices as they change, until Ctrl-C
  ${where}npm run -s prices -- BTC ETH
  # advance the clock by an hour; run everything that is due; read emails, push messages and texts; start over
  ${curl("POST", `${url}/_local/clock`, [], { advanceSeconds: 3600 })}
  ${curl("POST", `${url}/_local/drain`, [])}
  ${curl("GET", `${url}/_local/mail`, [])}
  ${curl("GET", `${url}/_local/push`, [])}
  ${curl("GET", `${url}/_local/sms`, [])}
  ${curl("POST", `${url}/_local/reset`, [])}

Behind it
  Health        ${url}/_local/health
  DynamoDB      ${runtime.dynamodbEndpoint}  table ${runtime.tableName}
  SQS           ${runtime.sqsEndpoint}
  GitHub        ${runtime.githubUrl ?? "as configured"}
  Google        ${runtime.googleUrl ?? "as configured"}
  Payments      ${runtime.pspUrl ?? "Stripe, as configured"}
  Data, log     ${data}

Stop with Ctrl-C. LOCAL_LOG=requests prints every request, LOCAL_LOG=all also the handlers' logs.
`;
}
