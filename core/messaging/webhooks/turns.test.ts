import { afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import { webhookWaits } from "./entity.ts";
import * as Turns from "./turns.ts";
import type { Lane } from "./wake.ts";

const database = withDatabase();
afterEach(() => Clock.setOffset(0));

const of = ({ userId }: { readonly userId: string }, ...ids: readonly number[]) =>
  ids.map((id) => ({ userId, webhookId: `${userId}-${id}` }));
const numbers = Array.from({ length: 12 }, (_, id) => id);
/** Those that got their turn, and those that did not. */
async function begun(calls: ReturnType<typeof of>, lane: Lane) {
  const turns = await Promise.all(calls.map((call) => Turns.begin(call, lane)));
  return { turns: turns.filter((one) => one !== undefined), refused: calls.filter((_, n) => !turns[n]) };
}
const waits = async ({ userId }: { readonly userId: string }, lane: Lane) => {
  const item = await Table.get(webhookWaits.key({ userId, lane }));
  return [...((item?.["webhookIds"] as ReadonlySet<string> | undefined) ?? [])].toSorted();
};

describe.each(["quick", "slow"] as const)("in the %s lane", (lane) => {
  const most = Turns.OWNER_AT_ONCE[lane];

  it("a user has so many turns at a time, however many are asked for at once, and nobody else has fewer for it", async () => {
    const [one, other] = [someone(), someone()];
    const { turns } = await begun(of(one, ...numbers), lane);
    expect(turns).toHaveLength(most);
    expect((await begun(of(other, ...numbers), lane)).turns).toHaveLength(most);
    const elsewhere = lane === "quick" ? "slow" : "quick";
    expect((await begun(of(one, 100), elsewhere)).turns).toHaveLength(1);
  });

  it("who has to wait is noted, until the first that ends calls for all of them", async () => {
    const one = someone();
    const { turns, refused } = await begun(of(one, ...numbers), lane);
    expect(await waits(one, lane)).toEqual(refused.map(({ webhookId }) => webhookId).toSorted());
    await turns[0]?.end();
    expect(await waits(one, lane)).toEqual([]);
    expect((await begun(refused, lane)).turns).toHaveLength(1);
  });

  it("a place that is given back while a webhook is about to wait for one is not missed", async () => {
    const one = someone();
    const { turns } = await begun(of(one, ...numbers.slice(0, most)), lane);
    const [late] = of(one, 50);
    if (!late) throw new Error("there is no such webhook");
    const turn = await interleave(
      database.endpoint,
      () => Turns.begin(late, lane),
      ({ operation, body }) => {
        const notes = operation === "UpdateItem" && body.includes("ADD webhookIds");
        return notes ? turns[0]?.end() : undefined;
      },
    );
    expect(turn).toBeDefined();
  });

  it("a webhook has one turn at a time, and who finds it taken waits for nothing", async () => {
    const one = someone();
    const [call] = of(one, 1);
    const { turns } = await begun(call ? Array(5).fill(call) : [], lane);
    expect(turns).toHaveLength(1);
    for (const by of ["quick", "slow"] as const) expect((await begun(of(one, 1), by)).turns).toEqual([]);
    expect(await waits(one, lane)).toEqual([]);
    await turns[0]?.end();
    expect((await begun(of(one, 1), lane)).turns).toHaveLength(1);
  });

  it("a holder that died is relieved after a minute, and gives back nothing that is another's by then", async () => {
    const one = someone();
    const { turns: dead } = await begun(of(one, ...numbers), lane);
    Clock.setOffset(50_000);
    expect((await begun(of(one, 20), lane)).turns).toEqual([]);
    Clock.setOffset(61_000);
    const { turns } = await begun(of(one, ...numbers), lane);
    expect(turns).toHaveLength(most);
    for (const turn of dead) await turn.end();
    expect((await begun(of(one, 20), lane)).turns).toEqual([]);
  });
});
