import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { type CrashResult, crashAtEveryCall, runUntilCrash } from "../../../tests/support/crash-points.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { provideLiquidity } from "../../../tests/support/exchange.ts";
import { createFarmer, FARM, withFarms } from "../../../tests/support/farming.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import { DAY } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Farming from "./index.ts";
import { exit, harvest, withdrawShares } from "./withdraw.ts";

/** Operations whose process crashes or whose response is lost, repeated under the same key. */

const database = withDatabase();
const clock = withFarms();
const SHARE = 10n ** 12n;

beforeAll(async () => {
  await provideLiquidity("ETH-USDC", "100", "400000");
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

interface Farmer {
  readonly actor: UserActor;
  readonly id: string;
}

/** An operation under its own key, and its effect: shares in the farm, and whether it pays rewards. */
interface Operation {
  readonly do: (farmer: Farmer, claim: Idempotency.Claim<never>) => Promise<unknown>;
  readonly shares: bigint;
  readonly pays: boolean;
}

const operations: Readonly<Record<string, Operation>> = {
  "a stake": {
    do: ({ actor }, claim) => Farming.stakeShares(actor, { farmId: FARM, amount: "5" }, claim),
    shares: 15n * SHARE,
    pays: false,
  },
  "a withdrawal": {
    do: ({ actor, id }, claim) => withdrawShares(actor, { positionId: id, amount: "4" }, claim),
    shares: 6n * SHARE,
    pays: false,
  },
  "a harvest": { do: ({ actor, id }, claim) => harvest(actor, id, claim), shares: 10n * SHARE, pays: true },
  "an exit": { do: ({ actor, id }, claim) => exit(actor, id, claim), shares: 0n, pays: true },
};

const keyOf = ({ actor }: Farmer, name: string) =>
  Idempotency.claim<never>(actor.userId, "operation", name.replaceAll(" ", "-"), {});

/** Repeats an operation as a client does. It succeeds now, or its first result is replayed. */
const repeat = (farmer: Farmer, name: string, operation: Operation) => {
  const claim = keyOf(farmer, name);
  return isReplayed(claim, () => operation.do(farmer, claim) as Promise<never>);
};

async function expectOnce({ actor, id }: Farmer, { shares, pays }: Operation, owed: bigint) {
  const { shares: has_, earned, harvested } = await Farming.position(actor, id);
  const paid = pays ? (await readBalances(accountOf(actor, "YANI"))).available : 0n;
  expect({ shares: has_, earned, harvested, paid }).toEqual(
    pays
      ? { shares, earned: 0n, harvested: owed, paid: owed }
      : { shares, earned: owed, harvested: 0n, paid: 0n },
  );
}

describe.each(Object.entries(operations))("%s", (name, operation) => {
  const fresh = async (): Promise<{ farmer: Farmer; owed: bigint }> => {
    const one = await createFarmer("10");
    clock.advance(DAY);
    return { farmer: one, owed: (await Farming.position(one.actor, one.id)).earned };
  };

  it("takes effect once, at whatever call its process crashes", async () => {
    let deaths = 0;
    await crashAtEveryCall(async (n): Promise<CrashResult> => {
      const { farmer: one, owed } = await fresh();
      const work = () => operation.do(one, keyOf(one, name)).catch(() => undefined);
      const died = await runUntilCrash(database.endpoint, n, work);
      if (died.died) deaths++;
      await repeat(one, name, operation);
      await expectOnce(one, operation, owed);
      return died;
    });
    expect(deaths).toBeGreaterThan(1);
  });

  it("takes effect once if its response is lost", async () => {
    const { farmer: one, owed } = await fresh();
    let left = 3;
    const answers = loseResponses(database.endpoint, () => left-- > 0, 1);
    await repeat(one, name, operation);
    expect(answers.lost()).toBeGreaterThan(0);
    Table.configure(clientConfig(database.endpoint));
    await repeat(one, name, operation);
    await expectOnce(one, operation, owed);
  });
});
