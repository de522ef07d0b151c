import { describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { cardsOf, provider, purchase, withCard } from "../support/cards.ts";
import { has } from "../support/ledger.ts";
import { withPlatform } from "../support/platform.ts";

/** Issued cards, as the app has them and merchants are paid with them. */

const platform = withPlatform({ seeded: false });

describe("a first card", () => {
  it("comes by itself, once, when the identity is checked and a euro account is open", async () => {
    const who = await withCard(platform);
    const cards = await cardsOf(who);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({
      source: "issued",
      type: "virtual",
      status: "active",
      accountId: who.accountId,
    });
  });
});

describe("a purchase", () => {
  it("is held, and taken when it is captured", async () => {
    const who = await withCard(platform);
    const authorization = await purchase(who.card, 2500);
    expect(authorization.request_history).toMatchObject([{ approved: true, reason: "webhook_approved" }]);
    expect(await has(who.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await platform.drain();
    await provider().testHelpers.issuing.authorizations.capture(authorization.id);
    await platform.drain();
    expect(await has(who.wallet)).toEqual({ available: 97_500n, held: 0n });
    expect((await audit()).differences).toEqual([]);
  });
});
