import { randomUUID } from "node:crypto";
import * as Table from "../../core/platform/table.ts";
import { start } from "../../local/runtime.ts";
import { type Answer, openAccount, PASSWORD, send, someAddress, transfer } from "./client.ts";
import { ms, table } from "./print.ts";

/** What each endpoint costs at the table: calls, round trips in sequence, consumed capacity. */

/** Calls that overlap in time are one round trip. */
export function roundTrips(usages: readonly Table.Usage[]): number {
  let trips = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const usage of [...usages].sort((a, b) => a.startedMs - b.startedMs)) {
    if (usage.startedMs >= endMs) trips++;
    endMs = Math.max(endMs, usage.endedMs);
  }
  return trips;
}

export async function costs(): Promise<void> {
  const runtime = await start({ providers: false });
  const { url } = runtime;
  const rows: (string | number)[][] = [];

  const measure = async (name: string, call: () => Promise<Answer>) => {
    const usages: Table.Usage[] = [];
    Table.observe((usage) => usages.push(usage));
    const startedMs = performance.now();
    const { status } = await call();
    const tookMs = performance.now() - startedMs;
    Table.observe(undefined);
    const units = usages.reduce((sum, one) => sum + one.capacityUnits, 0);
    rows.push([name, status, roundTrips(usages), usages.length, units, ms(tookMs)]);
  };

  try {
    const account = await openAccount(url);
    const { authorization, walletId } = account;
    const email = `${randomUUID()}@example.com`;
    const from = () => ({ "x-forwarded-for": someAddress() });
    await measure("auth.register", () =>
      send(`${url}/api/auth/register`, "POST", from(), { name: "Bench", email, password: PASSWORD }),
    );
    let refreshToken = "";
    await measure("auth.signin", async () => {
      const answer = await send(`${url}/api/auth/signin`, "POST", from(), { email, password: PASSWORD });
      ({ refreshToken } = JSON.parse(answer.body) as { refreshToken: string });
      return answer;
    });
    await measure("auth.refresh", () => send(`${url}/api/auth/refresh`, "POST", from(), { refreshToken }));
    await measure("auth.me", () => send(`${url}/api/auth/me`, "GET", { authorization }));
    await measure("auth.session", () => send(`${url}/api/auth/session`, "GET", { authorization }));
    await measure("defi.wallets.create", () =>
      send(`${url}/api/defi/wallets`, "POST", { authorization }, { assetSymbol: "BTC" }),
    );
    await measure("defi.wallets.list", () => send(`${url}/api/defi/wallets`, "GET", { authorization }));
    await measure("defi.wallets.read", () =>
      send(`${url}/api/defi/wallets/${walletId}`, "GET", { authorization }),
    );
    await measure("defi.wallets.adjust", () => transfer(url, account, "DEPOSIT", 1));
    const repeated = { authorization, "idempotency-key": "again" };
    const again = () =>
      send(`${url}/api/defi/wallets/${walletId}`, "PUT", repeated, {
        operation: "DEPOSIT",
        amount: 1,
        reason: "benchmark",
      });
    await again();
    await measure("defi.wallets.adjust, replayed", again);
  } finally {
    await runtime.stop();
  }
  table(
    "At the table, per request (budget: 2 round trips for an authenticated read, 3 for a money write)",
    ["endpoint", "status", "round trips", "calls", "capacity units", "first call"],
    rows,
  );
}
