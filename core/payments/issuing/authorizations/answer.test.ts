import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../../tests/support/database.ts";
import { withSecrets } from "../../../../tests/support/identity.ts";
import { interleave } from "../../../../tests/support/interleave.ts";
import {
  ask,
  type CardOwner,
  cardOwner,
  handle,
  merchant,
  told,
  withIssuing,
} from "../../../../tests/support/issuing.ts";
import { has } from "../../../../tests/support/ledger.ts";
import { roundTrips } from "../../../../tests/support/round-trips.ts";
import { audit } from "../../../audit/index.ts";
import * as Users from "../../../identity/users.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import * as Table from "../../../platform/table/index.ts";
import { cardSpending } from "../entity.ts";
import * as CardSettings from "../index.ts";
import * as Status from "../status.ts";
import { answer } from "./answer.ts";
import { reconcileDue } from "./reconcile.ts";

/** What is answered to a merchant who asks to be paid with an issued card. */

const database = withDatabase();
withSecrets();
const issuing = withIssuing();

let owner: CardOwner;
let since = 0;
beforeEach(async () => {
  owner = await cardOwner(100_000n);
  since = issuing.psp.events.length;
});
afterEach(async () => {
  issuing.between = undefined;
  expect((await audit()).differences).toEqual([]);
});

const set = (change: CardSettings.SettingsChange) =>
  CardSettings.changeSettings(owner.actor, owner.card.cardId, change, async () => undefined);

/** A request as the provider would send it, of an authorization that it does not know. */
const request = (id: string, amount: number, card = owner.card): Stripe.Issuing.Authorization =>
  ({
    id,
    object: "issuing.authorization",
    amount: 0,
    approved: false,
    authorization_method: "online",
    balance_transactions: [],
    card: { id: card.pspCardId, metadata: { svc_user: owner.actor.userId, svc_card: card.cardId } },
    currency: "eur",
    merchant_amount: 0,
    merchant_currency: "eur",
    merchant_data: { name: "Rocket Rides", category: "taxicabs_limousines", country: "FR", city: "Paris" },
    pending_request: { amount, amount_details: null, merchant_amount: amount, merchant_currency: "eur" },
    request_history: [],
    status: "pending",
    transactions: [],
  }) as unknown as Stripe.Issuing.Authorization;

it("an answer takes two round trips to the table: what it depends on is read at once, then written", async () => {
  const ask = () => answer(request(`iauth_${randomUUID().replaceAll("-", "")}`, 100));
  expect(await roundTrips(ask)).toBe(2);
});

describe("a purchase is declined", () => {
  const atm = {
    authorization_method: "chip",
    merchant_data: { category: "automated_cash_disburse" },
  } as const;
  it.each<[string, CardSettings.SettingsChange, Parameters<typeof ask>[3], string]>([
    ["online where that is off", { onlinePayments: false }, {}, "online_payments_off"],
    [
      "contactless where that is off",
      { contactless: false },
      { authorization_method: "contactless" },
      "contactless_off",
    ],
    ["of cash where that is off", { atmWithdrawals: false }, atm, "atm_withdrawals_off"],
    ["abroad where that is off", { abroad: false }, { merchant_data: { country: "US" } }, "abroad_off"],
  ])("%s, and approved where it is on", async (_, off, purchase, reason) => {
    expect(await ask(issuing, owner, 500, purchase)).toMatchObject({ approved: true });
    await set(off);
    expect(await ask(issuing, owner, 500, purchase)).toMatchObject({ approved: false, reason });
  });

  it("that is over the card's limits: of a payment, of a day, of a month", async () => {
    await set({ limits: { perTransaction: 3000n, daily: 5000n, monthly: 7000n } });
    expect(await ask(issuing, owner, 3001)).toMatchObject({ reason: "transaction_limit" });
    expect(await ask(issuing, owner, 3000)).toMatchObject({ approved: true });
    expect(await ask(issuing, owner, 2001)).toMatchObject({ reason: "daily_limit" });
    expect(await ask(issuing, owner, 2000)).toMatchObject({ approved: true });
    await issuing.psp.advance(86_400);
    const isSameMonth = new Date(Clock.nowMs()).getUTCDate() > 1;
    if (isSameMonth) expect(await ask(issuing, owner, 2001)).toMatchObject({ reason: "monthly_limit" });
    expect(await ask(issuing, owner, 2000)).toMatchObject({ approved: true });
    await issuing.psp.advance(31 * 86_400);
    expect(await ask(issuing, owner, 3000)).toMatchObject({ approved: true });
  });

  it("of a limit that counts what was given free again no more", async () => {
    await set({ limits: { daily: 5000n } });
    const { id } = await ask(issuing, owner, 5000);
    expect(await ask(issuing, owner, 1)).toMatchObject({ reason: "daily_limit" });
    await merchant(issuing).authorizations.capture(id, { capture_amount: 2000 });
    await handle(told(issuing, since));
    expect(await ask(issuing, owner, 3001)).toMatchObject({ reason: "daily_limit" });
    expect(await ask(issuing, owner, 3000)).toMatchObject({ approved: true });
  });

  it("that the account does not have, or with its owner blocked, and told why", async () => {
    expect(await ask(issuing, owner, 100_001)).toMatchObject({ reason: "insufficient_funds" });
    await Users.block(owner.actor.userId);
    expect(await ask(issuing, owner, 1)).toMatchObject({ reason: "account_blocked" });
  });

  it("that is over what the level of the owner's verification lets out", async () => {
    process.env["KYC_LIMITS"] = "0:10/10/10 1:50/80/80";
    try {
      expect(await ask(issuing, owner, 5001)).toMatchObject({ reason: "identity_limit" });
      expect(await ask(issuing, owner, 5000)).toMatchObject({ approved: true });
      expect(await ask(issuing, owner, 3001)).toMatchObject({ reason: "identity_limit" });
      expect(await ask(issuing, owner, 3000)).toMatchObject({ approved: true });
    } finally {
      delete process.env["KYC_LIMITS"];
    }
  });

  it("of a level whose limits count what was given free again no more", async () => {
    process.env["KYC_LIMITS"] = "0:10/10/10 1:50/80/80";
    try {
      const { id } = await ask(issuing, owner, 5000);
      expect(await ask(issuing, owner, 3001)).toMatchObject({ reason: "identity_limit" });
      await merchant(issuing).authorizations.capture(id, { capture_amount: 2000 });
      await handle(told(issuing, since));
      expect(await ask(issuing, owner, 5000)).toMatchObject({ approved: true });
      expect(await ask(issuing, owner, 1001)).toMatchObject({ reason: "identity_limit" });
      await handle(told(issuing, since));
      expect(await ask(issuing, owner, 1001)).toMatchObject({ reason: "identity_limit" });
      expect(await ask(issuing, owner, 1000)).toMatchObject({ approved: true });
    } finally {
      delete process.env["KYC_LIMITS"];
    }
  });

  it("with a card that is frozen, from that instant, whatever the provider knows by then", async () => {
    for (let at = 0; ; at++) {
      const who = await cardOwner(10_000n);
      let calls = 0;
      let frozen = false;
      const object = { ...request(`iauth_freeze${at}`, 100, who.card) };
      Object.assign(object.card.metadata, { svc_user: who.actor.userId });
      const said = await interleave(
        database.endpoint,
        () => answer(object),
        ({ operation: _ }) => {
          if (calls++ !== at) return undefined;
          frozen = true;
          return Status.freeze(who.actor, who.card.cardId);
        },
      );
      // The freeze was answered before the last call of the answer: what it made of it must not be an approval.
      expect(said, `frozen before call ${at}`).toEqual(
        frozen ? { approved: false, reason: "card_frozen" } : { approved: true },
      );
      if (!frozen) break;
      expect(await has(who.wallet)).toEqual({ available: 10_000n, held: 0n });
    }
  });
});

describe("fifty purchases at once", () => {
  it("never overspend the account", async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answer(request(`iauth_rush${at}`, 3000))),
    );
    const approved = all.filter((one) => one.approved).length;
    expect(approved).toBeGreaterThan(0);
    expect(approved).toBeLessThanOrEqual(33);
    const { available, held } = await has(owner.wallet);
    expect(available + held).toBe(100_000n);
    // What came to an end behind its time is held for a moment, and was answered with no.
    expect(held).toBeGreaterThanOrEqual(3000n * BigInt(approved));
    expect(held).toBeLessThanOrEqual(99_000n);
  });

  it("never exceed the day's limit", async () => {
    await set({ limits: { daily: 10_000n } });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answer(request(`iauth_limit${at}`, 900))),
    );
    const approved = all.filter((one) => one.approved).length;
    expect(approved).toBeLessThanOrEqual(11);
    const spending = await Table.find(cardSpending, { cardId: owner.card.cardId });
    expect(spending?.dayMinor).toBeLessThanOrEqual(10_000n);
    expect(spending?.dayMinor).toBeGreaterThanOrEqual(900n * BigInt(approved));
  });
});

describe("a request", () => {
  it("that comes twice, even at once, is answered alike and held once", async () => {
    const object = request("iauth_twice", 2500);
    const answers = await Promise.all([answer(object), answer(object), answer(object)]);
    expect(answers).toEqual([{ approved: true }, { approved: true }, { approved: true }]);
    expect(await has(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await Status.freeze(owner.actor, owner.card.cardId);
    expect(await answer(object)).toEqual({ approved: true });
  });

  it("whose answer is lost holds nothing once the provider says that it has declined", async () => {
    issuing.between = async (go) => {
      await go();
      throw new Error("lost");
    };
    const { approved } = await ask(issuing, owner, 2500);
    expect(approved).toBe(false);
    expect(await has(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await handle(told(issuing, since));
    expect(await has(owner.wallet)).toEqual({ available: 100_000n, held: 0n });
    const spending = await Table.find(cardSpending, { cardId: owner.card.cardId });
    expect(spending?.dayMinor).toBe(0n);
  });

  it("that the provider has forgotten holds nothing after a while, though nothing is ever heard of it", async () => {
    expect(await answer(request("iauth_forgotten", 2500))).toEqual({ approved: true });
    await reconcileDue();
    expect(await has(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await issuing.psp.advance(11 * 60);
    await reconcileDue();
    expect(await has(owner.wallet)).toEqual({ available: 100_000n, held: 0n });
  });

  it("during which the platform dies, at whatever moment, is one answer and one hold or none", async () => {
    for (let at = 0; ; at++) {
      const who = await cardOwner(10_000n);
      const from = issuing.psp.events.length;
      let calls = 0;
      issuing.between = (go) =>
        interleave(database.endpoint, go, async () => {
          if (calls++ >= at) throw new Error("killed");
        });
      const { id, approved } = await ask(issuing, who, 1000);
      issuing.between = undefined;
      await handle(told(issuing, from));
      const held = approved ? 1000n : 0n;
      expect(await has(who.wallet), `dead at call ${at}`).toEqual({ available: 10_000n - held, held });
      if (approved) {
        await merchant(issuing).authorizations.capture(id);
        await handle(told(issuing, from));
        expect(await has(who.wallet)).toEqual({ available: 9000n, held: 0n });
        break;
      }
    }
  });

  it("of a card that is none of ours is declined", async () => {
    const foreign = request("iauth_foreign", 100);
    const card = { id: "ic_unknown", metadata: {} };
    expect(await answer({ ...foreign, card })).toEqual({ approved: false, reason: "card_inactive" });
  });
});
