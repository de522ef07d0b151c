import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { describe, expect, it, vi } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  availableUnits,
  depositUnits,
  inOneMinute,
  ledgerReserves,
  provideLiquidity,
  readPool,
} from "../../../tests/support/exchange.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import { SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/index.ts";
import { addLiquidity } from "./add-liquidity.ts";
import { bucket, trade } from "./entity.ts";
import * as Exchange from "./index.ts";
import * as Positions from "./positions.ts";
import { removeLiquidity } from "./remove-liquidity.ts";
import * as Swaps from "./swap.ts";

// Disables the mutex of one process, so that these callers compete like many instances of a function.
const mutex = vi.hoisted(() => ({ taken: false }));
vi.mock("../../platform/mutex/index.ts", async (original) => {
  const { withLocalMutex } = await original<typeof import("../../platform/mutex/index.ts")>();
  return {
    withLocalMutex: <T>(name: string | undefined, work: () => Promise<T>) =>
      mutex.taken ? withLocalMutex(name, work) : work(),
  };
});

const TRADERS = 32;

type Handler = NonNullable<DynamoDBClientConfig["requestHandler"]>;
type Request = Parameters<DynamoDBClient["config"]["requestHandler"]["handle"]>[0];

/** Sends every request to the database after a given action. */
function delayed(endpoint: string, happens: (request: Request) => Promise<unknown>): Handler {
  const inner = new DynamoDBClient(clientConfig(endpoint)).config.requestHandler;
  return {
    handle: async (...call: Parameters<typeof inner.handle>) => {
      await happens(call[0]);
      return inner.handle(...call);
    },
  };
}

async function traders(
  tokens: readonly (readonly [string, string])[],
  count = TRADERS,
): Promise<UserActor[]> {
  const actors = Array.from({ length: count }, () => newActor());
  await Promise.all(
    actors.map(async (actor) => {
      for (const [asset, amount] of tokens) await depositUnits(actor, asset, amount);
    }),
  );
  return actors;
}

/** Swaps. Returns undefined if the price exceeds the tolerance, and throws any other error. */
async function trySwap(actor: UserActor, order: Omit<Swaps.ExactInRequest, "deadline">) {
  try {
    return await Swaps.swap(actor, { ...order, deadline: inOneMinute() });
  } catch (error) {
    if (error instanceof SvcError && error.code === "SLIPPAGE_EXCEEDED") return undefined;
    throw error;
  }
}

/** Returns the reserves after a recorded trade. The side with the fee is the input. */
function afterTrade(item: Table.Item): readonly [bigint, bigint] {
  const { open0, open1, volume0, volume1, fee0 } = bucket.parse(item);
  return fee0 > 0n ? [open0 + volume0, open1 - volume1] : [open0 - volume0, open1 + volume1];
}

describe.each([
  { where: "in one process", taken: true, rounds: 2 },
  { where: "in as many processes", taken: false, rounds: 1 },
])("32 parallel traders $where", ({ taken, rounds }) => {
  withDatabase();

  it("swap on one pool without a lost update: the reserves match the ledger, and k never falls", async () => {
    mutex.taken = taken;
    const actors = await traders([
      ["BTC", "1"],
      ["USDC", "100000"],
    ]);
    await provideLiquidity("BTC-USDC", "100", "9000000");
    const before = await readPool("BTC-USDC");
    const swaps = await Promise.all(
      actors.flatMap((actor, i) => {
        const [tokenIn, tokenOut, amountIn] = i % 2 ? ["BTC", "USDC", "0.3"] : ["USDC", "BTC", "30000"];
        const order = { tokenIn, tokenOut, amountIn, minAmountOut: "0" };
        return Array.from({ length: rounds }, () => trySwap(actor, order));
      }),
    );
    const pool = await readPool("BTC-USDC");
    const made = swaps.filter((one) => one !== undefined);
    expect(made).toHaveLength(TRADERS * rounds);
    const net = (token: string) =>
      made.reduce(
        (sum, one) =>
          sum + (one.tokenIn === token ? one.amountIn : 0n) - (one.tokenOut === token ? one.amountOut : 0n),
        0n,
      );
    expect(pool.reserve0).toBe(before.reserve0 + net("BTC"));
    expect(pool.reserve1).toBe(before.reserve1 + net("USDC"));
    expect(pool).toMatchObject(await ledgerReserves("BTC-USDC"));

    // Each trade begins at the reserves that another trade left: they form a single sequence, along which k never falls.
    const items = await Table.queryAll({ pk: trade.partition({ mode: "live", pairId: "BTC-USDC" }) });
    const steps = new Map(items.map((item) => [`${item["open0"]} ${item["open1"]}`, afterTrade(item)]));
    let [reserve0, reserve1] = [before.reserve0, before.reserve1];
    for (let i = 0; i < made.length; i++) {
      const [next0, next1] = steps.get(`${reserve0} ${reserve1}`) ?? [0n, 0n];
      expect(next0 * next1).toBeGreaterThanOrEqual(reserve0 * reserve1);
      [reserve0, reserve1] = [next0, next1];
    }
    expect([reserve0, reserve1]).toEqual([pool.reserve0, pool.reserve1]);
  });

  it("get at least their minimum output, or pay nothing", async () => {
    mutex.taken = taken;
    const actors = await traders([["ETH", "1"]]);
    await provideLiquidity("ETH-USDC", "100", "300000");
    const { minimumReceived } = await Exchange.quote("live", {
      tokenIn: "ETH",
      tokenOut: "USDC",
      amountIn: "1",
      slippage: "10",
    });
    const minAmountOut = Money.format(minimumReceived, 6);
    const before = await readPool("ETH-USDC");
    const swaps = await Promise.all(
      actors.map((actor) =>
        trySwap(actor, { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1", minAmountOut }),
      ),
    );
    const made = swaps.filter((one) => one !== undefined);
    // Each moves the price by about 2 %, so only some of them are within their 10 %.
    expect(made.length).toBeGreaterThan(3);
    expect(made.length).toBeLessThan(10);
    for (const { amountOut } of made) expect(amountOut).toBeGreaterThanOrEqual(minimumReceived);
    expect((await readPool("ETH-USDC")).reserve0).toBe(before.reserve0 + BigInt(made.length) * 10n ** 18n);
  });

  it("leave reserves that match the ledger while providers add and remove liquidity", async () => {
    mutex.taken = taken;
    const actors = await traders([
      ["EUR", "10000"],
      ["USDC", "10000"],
    ]);
    await provideLiquidity("EUR-USDC", "1000000", "1100000");
    await Promise.all(
      actors.map(async (actor, i) => {
        if (i % 2)
          return trySwap(actor, { tokenIn: "EUR", tokenOut: "USDC", amountIn: "500", minAmountOut: "0" });
        const request = { pairId: "EUR-USDC", amount0: "1000", amount1: "1100", slippage: "10" };
        const { position } = await addLiquidity(actor, request);
        const shares = Money.format(position.lpTokens / 2n, 4);
        return removeLiquidity(actor, {
          positionId: position.id,
          lpTokens: shares,
          minAmount0: "0",
          minAmount1: "0",
        });
      }),
    );
    expect(await readPool("EUR-USDC")).toMatchObject(await ledgerReserves("EUR-USDC"));
    expect((await audit()).differences).toEqual([]);
  });
});

describe("traders on one pool, each in a process of their own", () => {
  const database = withDatabase();

  // Amazon's emulator takes ten times as long for a transaction, so the test would measure its speed.
  const other = process.env["TEST_DYNAMODB_ENDPOINT"] !== undefined;
  it.skipIf(other)("all complete their 64 swaps over a slow network", async () => {
    mutex.taken = false;
    const tokens = [
      ["BTC", "1"],
      ["USDC", "10000"],
    ] as const;
    const actors = await traders(tokens, 2 * TRADERS);
    await provideLiquidity("BTC-USDC", "100", "9000000");
    const requestHandler = delayed(database.endpoint, () => sleep(5));
    Table.configure({ ...clientConfig(database.endpoint), requestHandler });
    const swaps = await Promise.all(
      actors.map((actor, i) => {
        const [tokenIn, tokenOut, amountIn] = i % 2 ? ["BTC", "USDC", "0.01"] : ["USDC", "BTC", "900"];
        return trySwap(actor, { tokenIn, tokenOut, amountIn, minAmountOut: "0" });
      }),
    );
    Table.configure(clientConfig(database.endpoint));
    expect(swaps.filter((one) => one !== undefined)).toHaveLength(actors.length);
    expect((await audit()).differences).toEqual([]);
  });

  it("complete a swap that was rejected by 50 concurrent updates in a row", async () => {
    mutex.taken = false;
    const tokens = [
      ["ETH", "1"],
      ["USDC", "1"],
    ] as const;
    const [slow, fast] = await traders(tokens, 2);
    if (!slow || !fast) throw new Error("no traders");
    await provideLiquidity("ETH-USDC", "100", "300000");
    const order = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.01", minAmountOut: "0" };
    let faster = 0;
    const requestHandler = delayed(database.endpoint, async ({ headers, body }) => {
      if (!headers["x-amz-target"]?.endsWith("TransactWriteItems") || faster === 50) return;
      if (!new TextDecoder().decode(body as Uint8Array).includes(slow.userId)) return;
      faster++;
      await trySwap(fast, order);
    });
    Table.configure({ ...clientConfig(database.endpoint), requestHandler });
    // The waits between attempts are random; here they are short.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const made = await trySwap(slow, order);
    vi.restoreAllMocks();
    Table.configure(clientConfig(database.endpoint));
    expect([made?.amountIn, faster]).toEqual([10n ** 16n, 50]);
    expect(await availableUnits(slow, "ETH")).toBe("0.99");
    expect(await availableUnits(fast, "ETH")).toBe("0.5");
  });
});

describe("a position", () => {
  withDatabase();

  it("contains the shares of all parallel additions and removals of its owner", async () => {
    const provider = newActor();
    await depositUnits(provider, "USDC", "1000");
    await depositUnits(provider, "USD", "1000");
    const one = { pairId: "USDC-USD", amount0: "50", amount1: "50", slippage: "0" };
    const { position } = await addLiquidity(provider, { ...one, amount0: "200", amount1: "200" });
    const tenth = { positionId: position.id, lpTokens: "10", minAmount0: "0", minAmount1: "0" };
    await Promise.all([
      ...Array.from({ length: 8 }, () => addLiquidity(provider, one)),
      ...Array.from({ length: 8 }, () => removeLiquidity(provider, tenth)),
    ]);
    const [after] = await Positions.list(provider);
    expect(after?.lpTokens).toBe(position.lpTokens + 8n * 50n * 10n ** 4n - 8n * 10n * 10n ** 4n);
    expect((await audit()).differences).toEqual([]);
  });
});

describe("with a database that loses responses", () => {
  const database = withDatabase();

  it("executes every swap once, and returns its result", async () => {
    mutex.taken = false;
    const tokens = [
      ["ETH", "1"],
      ["USDC", "1"],
    ] as const;
    const actors = await traders(tokens, 12);
    await provideLiquidity("ETH-USDC", "100", "300000");
    const before = await readPool("ETH-USDC");
    let sent = 0;
    const { lost } = loseResponses(database.endpoint, () => ++sent % 3 === 0);
    const order = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.25", minAmountOut: "0" };
    const swaps = await Promise.all(actors.map((actor) => trySwap(actor, order)));
    Table.configure(clientConfig(database.endpoint));
    expect(lost()).toBeGreaterThan(3);
    const paid = swaps.reduce((sum, one) => sum + (one?.amountOut ?? 0n), 0n);
    expect(await readPool("ETH-USDC")).toMatchObject({
      reserve0: before.reserve0 + 12n * 25n * 10n ** 16n,
      reserve1: before.reserve1 - paid,
    });
    for (const actor of actors) expect(await availableUnits(actor, "ETH")).toBe("0.75");
    expect((await audit()).differences).toEqual([]);
  });
});
