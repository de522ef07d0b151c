import { afterAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import {
  createMember,
  createShop,
  deliverMessages,
  paymentMessages,
  payShop,
  refundPayment,
} from "../../../tests/support/loyalty.ts";
import { audit } from "../../audit/index.ts";
import * as Cards from "../cards/index.ts";
import { redeem } from "../cards/members.ts";
import * as Challenges from "../challenges/index.ts";

/** Concurrent changes of points in several processes, without the local mutex. */

vi.mock("../../platform/mutex/index.ts", () => ({
  withLocalMutex: (_: unknown, work: () => Promise<unknown>) => work(),
}));

withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

it("books exactly the points of one member under parallel payments, a refund, redemptions and a challenge", async () => {
  const café = await createShop();
  const payer = await createMember(café);
  const { programId } = café.program;
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const terms = { name: "x", description: "", kind: "payments", target: 5n, points: 1000n, endsAt } as const;
  await Challenges.create(café.owner, programId, terms);
  const intents = [];
  for (let round = 0; round < 8; round++) intents.push(await payShop(payer, café, 1000));
  const [back] = intents as [(typeof intents)[number]];
  await refundPayment(back, 1000);
  const messages = await paymentMessages(intents);
  const [{ card }] = (await Cards.list(payer)) as [Cards.CardWithProgram];
  const order = { number: card.number ?? "", points: 3n, description: "Tea" };
  const tills = Array.from({ length: 4 }, () =>
    redeem(café.owner, programId, order).then(
      () => 1n,
      () => 0n,
    ),
  );
  const [taken] = await Promise.all([
    Promise.all(tills),
    ...messages.map((one) => deliverMessages([one])),
    ...messages.map((one) => deliverMessages([one])),
  ]);
  const spent = 3n * taken.reduce((sum, one) => sum + one, 0n);
  const { points, owed } = await Cards.overview(payer);
  expect(points - owed).toBe(7n * 10n + 1000n - spent);
}, 60_000);
