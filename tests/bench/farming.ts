import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import * as Funding from "../../core/defi/farming/funding.ts";
import * as Farming from "../../core/defi/farming/index.ts";
import { harvest, withdrawShares } from "../../core/defi/farming/withdraw.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Supply from "../../core/ledger/supply.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Database from "../../local/database.ts";
import { depositUnits } from "../support/exchange.ts";
import { newActor } from "../support/ledger.ts";
import { ms, percentile, progress, table } from "./print.ts";

/**
 * Measures operations per second in one farm, whose accumulator all of them write. Within one process they
 * are serialized, so the figure is the throughput of one item.
 */

const FARM = "eth-usdc";
const OPERATIONS = 384;

/** Creates users with shares of the pool, a part of them staked. */
async function createFarmers(count: number): Promise<{ actor: UserActor; id: string }[]> {
  const all: { actor: UserActor; id: string }[] = [];
  while (all.length < count) {
    const actor = newActor();
    await depositUnits(actor, "ETH", "10");
    await depositUnits(actor, "USDC", "40000");
    await addLiquidity(actor, { pairId: "ETH-USDC", amount0: "10", amount1: "40000", slippage: "1" });
    const { position } = await Farming.stakeShares(actor, { farmId: FARM, amount: "100" });
    all.push({ actor, id: position.id });
  }
  return all;
}

type Operation = (actor: UserActor, id: string) => Promise<unknown>;
const operations: Readonly<Record<string, Operation>> = {
  stake: (actor) => Farming.stakeShares(actor, { farmId: FARM, amount: "0.001" }),
  withdraw: (actor, positionId) => withdrawShares(actor, { positionId, amount: "0.001" }),
  harvest: (actor, id) => harvest(actor, id),
};

/** Runs operations from all users in parallel, one at a time for each user. */
async function measure(name: string, operation: Operation, all: readonly { actor: UserActor; id: string }[]) {
  const latenciesMs: number[] = [];
  let failures = 0;
  const startedMs = performance.now();
  await Promise.all(
    all.map(async ({ actor, id }) => {
      for (let round = 0; round < OPERATIONS / all.length; round++) {
        // One second passes, so that each harvest has a reward.
        Clock.setOffset(Clock.offset() + 1000);
        const sentMs = performance.now();
        await operation(actor, id).catch(() => failures++);
        latenciesMs.push(performance.now() - sentMs);
      }
    }),
  );
  const perSecond = latenciesMs.length / ((performance.now() - startedMs) / 1000);
  return [
    `${name}, ${all.length} concurrent`,
    perSecond.toFixed(0),
    ms(percentile(latenciesMs, 0.5)),
    ms(percentile(latenciesMs, 0.99)),
    failures,
  ];
}

export async function farming(): Promise<void> {
  progress("starting a database");
  process.env["TABLE_NAME"] = "bench-farming";
  const database = await Database.start();
  try {
    await Database.createTable(database.endpoint, Table.tableName());
    Table.configure(Database.clientConfig(database.endpoint));
    await Supply.issue("live");
    await Funding.open("live");
    progress("opening farmers");
    const all = await createFarmers(64);
    const rows: (string | number)[][] = [];
    for (const parallel of [1, 8, 64])
      for (const [name, operation] of Object.entries(operations)) {
        progress(`${name}, ${parallel} concurrent`);
        rows.push(await measure(name, operation, all.slice(0, parallel)));
      }
    progress("");
    table(
      `One farm on the local database, ${OPERATIONS} operations by concurrent users`,
      ["", "per second", "p50", "p99", "failures"],
      rows,
    );
  } finally {
    Clock.setOffset(0);
    Table.configure({});
    await database.stop();
  }
}
