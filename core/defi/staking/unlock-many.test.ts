import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { DAY, withStoppedClock } from "../../../tests/support/staking.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { defaultOf } from "./pools.ts";
import { createWrite, newPosition } from "./position.ts";
import { unlock } from "./schedules.ts";

withDatabase();
const clock = withStoppedClock();

/** How many events of an unlocked stake wait in the outbox. */
async function events(): Promise<number> {
  let count = 0;
  for await (const item of Table.scan()) if (item["type"] === "stake-unlocked") count++;
  return count;
}

it("many that are due at once all have their event, page by page", { timeout: 60_000 }, async () => {
  // Positions alone, without the money: only their dates matter here.
  const many = 470;
  await Promise.all(
    Array.from({ length: many }, async () => {
      const owner = { mode: "live", userId: Ids.create("user") } as const;
      const position = newPosition(owner, Ids.create("stake"), defaultOf("locked-90"), 1n, clock.now());
      await Table.commit([createWrite(position)]);
    }),
  );
  clock.advance(90 * DAY);
  expect(await unlock()).toBe(many);
  expect(await unlock()).toBe(0);
  expect(await events()).toBe(many);
});
