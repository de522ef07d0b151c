import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

/** An HTTP client for benchmarks with keep-alive and minimal overhead. */

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

let marks: Readonly<Record<string, string>> = {};

/** Adds these headers to all later requests. */
export function mark(headers: Readonly<Record<string, string>>): void {
  marks = headers;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request. A string as body is sent unchanged, and any other body as JSON. */
export function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> {
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method,
        agent,
        headers: {
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          }),
          ...headers,
          ...marks,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    call.on("error", reject);
    call.end(payload);
  });
}

/** A user's bearer header, wallet and email address. */
export interface Account {
  readonly authorization: string;
  readonly walletId: string;
  readonly email: string;
}

/** Returns a random IP address, so that rate limits do not apply. */
export const someAddress = (): string =>
  `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

export const PASSWORD = "Analytical1!";

/** Registers a user with a EUR wallet that holds 1,000.00. */
export async function openAccount(url: string): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const registered = await send(
    `${url}/api/auth/register`,
    "POST",
    { "x-forwarded-for": someAddress() },
    { name: "Bench", email, password: PASSWORD },
  );
  const { token } = JSON.parse(registered.body) as { token: string };
  const authorization = `Bearer ${token}`;
  const opened = await send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol: "EUR" });
  const { wallet } = JSON.parse(opened.body) as { wallet: { id: string } };
  const account = { authorization, walletId: wallet.id, email };
  await transfer(url, account, "DEPOSIT", 1000);
  return account;
}

/** Moves money between the clearing account and a wallet, with a new idempotency key. */
export const transfer = (
  url: string,
  { authorization, walletId }: Pick<Account, "authorization" | "walletId">,
  operation: "DEPOSIT" | "WITHDRAW",
  amount: number,
): Promise<Answer> =>
  send(
    `${url}/api/defi/wallets/${walletId}`,
    "PUT",
    { authorization, "idempotency-key": randomUUID() },
    { operation, amount, reason: "benchmark" },
  );
