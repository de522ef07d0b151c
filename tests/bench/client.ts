import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

/**
 * A client of the platform for benchmarks: keep-alive connections, and as little work of its own as can be.
 */

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

let marks: Readonly<Record<string, string>> = {};

/** Gives every request from now on these headers besides. */
export function mark(headers: Readonly<Record<string, string>>): void {
  marks = headers;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** @param body sent as JSON; a text as it is, as the type that the headers say */
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

/** A demo user's bearer header, its wallet and what a request from an address of its own needs. */
export interface Account {
  readonly authorization: string;
  readonly walletId: string;
  readonly email: string;
}

/** An address that no other request has: rate limits are not what is measured. */
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

/** Moves money between the clearing account and a wallet, under an idempotency key of its own. */
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
