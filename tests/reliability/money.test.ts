import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { withPlatform } from "../support/platform.ts";

// The whole platform over HTTP while its database throttles, fails and loses responses: every acknowledged
// movement must be applied exactly once.

const platform = withPlatform({ seeded: false });
afterEach(() => platform.faults.clear());

const CLIENTS = 64;
const USERS = 20;
const MOVES = 3;

interface Owner {
  readonly token: string;
  readonly walletId: string;
  /** The sum of acknowledged movements, in cents. */
  cents: number;
}

async function createOwner(index: number): Promise<Owner> {
  const registered = await platform.call<{ token: string }>("POST", "/api/auth/register", {
    body: { name: "Owner", email: `owner-${randomUUID()}@example.com`, password: "Analytical1!" },
    ip: `10.1.0.${index}`,
  });
  const { token } = registered.body;
  const opened = await platform.call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", {
    body: { assetSymbol: "EUR" },
    token,
  });
  return { token, walletId: opened.body.wallet.id, cents: 0 };
}

/** Retries a movement under one key, like a client whose responses are lost. */
async function retryUntilAnswered(
  one: Owner,
  operation: "DEPOSIT" | "WITHDRAW",
  amount: number,
): Promise<number> {
  const key = randomUUID();
  for (let attempt = 0; attempt < 60; attempt++) {
    const { status } = await platform.call("PUT", `/api/defi/wallets/${one.walletId}`, {
      body: { operation, amount, reason: "under fire" },
      token: one.token,
      headers: { "idempotency-key": key },
    });
    if (status < 500) return status;
  }
  throw new Error("the platform never answered");
}

describe("a movement of money over HTTP", () => {
  it("is applied once if it is acknowledged, with 64 clients, retries and database faults", async () => {
    const owners = await Promise.all(Array.from({ length: USERS }, (_, index) => createOwner(index)));
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.1 });
    platform.faults.set({ dependency: "dynamodb", kind: "throttling", rate: 0.05 });
    platform.faults.set({ dependency: "dynamodb", kind: "error", rate: 0.03 });

    const refused: number[] = [];
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const one = owners[client % USERS] as Owner;
        for (let move = 0; move < MOVES; move++) {
          const withdraw = (client + move) % 3 === 0;
          const cents = 100 + ((client * 7 + move * 13) % 400);
          const status = await retryUntilAnswered(one, withdraw ? "WITHDRAW" : "DEPOSIT", cents / 100);
          if (status === 200) one.cents += withdraw ? -cents : cents;
          else refused.push(status);
        }
      }),
    );
    platform.faults.clear();

    // Only an insufficient balance is a valid rejection.
    expect(refused.filter((status) => status !== 400)).toEqual([]);
    for (const one of owners) {
      const { body } = await platform.call<{ wallet: { balance: number } }>(
        "GET",
        `/api/defi/wallets/${one.walletId}`,
        { token: one.token },
      );
      expect(Math.round(body.wallet.balance * 100)).toBe(one.cents);
    }
    const report = await audit();
    expect(report.differences).toEqual([]);
    const euros = report.assets.get("EUR");
    expect((euros?.users ?? 0n) + (euros?.system ?? 0n)).toBe(0n);
    expect(euros?.users).toBe(BigInt(owners.reduce((sum, one) => sum + one.cents, 0)));
  });

  it("returns no error if 64 clients use one wallet in parallel", async () => {
    const one = await createOwner(200);
    const statuses = await Promise.all(Array.from({ length: CLIENTS }, () => depositOnce(one)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { body } = await platform.call<{ wallet: { balance: number } }>(
      "GET",
      `/api/defi/wallets/${one.walletId}`,
      { token: one.token },
    );
    expect(body.wallet.balance).toBe(CLIENTS);
  });
});

const depositOnce = async ({ token, walletId }: Owner): Promise<number> =>
  (
    await platform.call("PUT", `/api/defi/wallets/${walletId}`, {
      body: { operation: "DEPOSIT", amount: 1, reason: "in parallel" },
      token,
    })
  ).status;
