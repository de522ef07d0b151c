import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setVariables } from "../../../../local/environment.ts";
import { outboxPayloads } from "../../../../tests/support/bank.ts";
import { withDatabase } from "../../../../tests/support/database.ts";
import { withSecrets } from "../../../../tests/support/identity.ts";
import { interleave } from "../../../../tests/support/interleave.ts";
import {
  authorize,
  type CardOwner,
  createCardOwner,
  handlePspEvents,
  issuingEvents,
  merchantApi,
  withIssuing,
} from "../../../../tests/support/issuing.ts";
import { readBalances } from "../../../../tests/support/ledger.ts";
import { roundTrips } from "../../../../tests/support/round-trips.ts";
import { audit } from "../../../audit/index.ts";
import * as Kyc from "../../../identity/kyc/index.ts";
import * as Users from "../../../identity/users.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import { cardSpending } from "../entity.ts";
import * as CardSettings from "../index.ts";
import * as Status from "../status.ts";
import { answer } from "./answer.ts";
import { reconcileDue } from "./reconcile.ts";

/** Answers to requests of merchants to charge an issued card. */

const database = withDatabase();
withSecrets();
const issuing = withIssuing();

let owner: CardOwner;
let since = 0;
beforeEach(async () => {
  owner = await createCardOwner(100_000n);
  since = issuing.psp.events.length;
});
afterEach(async () => {
  issuing.between = undefined;
  expect((await audit()).differences).toEqual([]);
});

const set = (change: CardSettings.SettingsChange) =>
  CardSettings.changeSettings(owner.actor, owner.card.cardId, change, async () => undefined);

/** Returns a request in the provider's format, for an authorization that the provider does not know. */
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

const newId = () => `iauth_${randomUUID().replaceAll("-", "")}`;

it("answers in two round trips to the table: one batch of inputs, and one write", async () => {
  const ask = () => answer(request(newId(), 100));
  expect(await roundTrips(ask)).toBe(2);
});

describe("a rejection for sanctions or fraud", () => {
  const decide = (decisionId: string, status: "REJECTED" | "IN_REVIEW" | "VALIDATED", cause?: "sanctions") =>
    Kyc.decide("bank", owner.actor.userId, { decisionId, status, cause });
  const cardStatus = async () => (await CardSettings.find(owner.actor, owner.card.cardId))?.status;

  it("declines all purchases from its instant, before the card is frozen", async () => {
    await decide("no", "REJECTED", "sanctions");
    expect(await cardStatus()).toBe("active");
    for (const amount of [0, 100])
      expect(await answer(request(newId(), amount))).toEqual({
        ...{ approved: false, reason: "card_frozen" },
      });
  });

  it("during an authorization, at any of its requests to the table, leaves no hold that follows it", async () => {
    for (let at = 0; ; at++) {
      owner = await createCardOwner(100_000n);
      let calls = 0;
      const turn = async () => {
        if (calls++ === at) await decide("no", "REJECTED", "sanctions");
      };
      const { approved } = await interleave(database.endpoint, () => answer(request(newId(), 100)), turn);
      if (calls <= at) break;
      expect(approved).toBe(false);
    }
  });

  it("freezes the cards once, also at a provider that fails first, until the identity is verified again", async () => {
    await decide("no", "REJECTED", "sanctions");
    const { userId } = owner.actor;
    await Promise.all([1, 2, 3].map(() => Status.freezeRestricted([userId])));
    expect(await cardStatus()).toBe("frozen");
    const notified = (await outboxPayloads("card-restricted")).filter((one) => one["userId"] === userId);
    expect(notified).toHaveLength(1);
    await expect(Status.unfreeze(owner.actor, owner.card.cardId)).rejects.toMatchObject({
      code: "CARD_RESTRICTED",
    });
    const atProvider = async () =>
      (await issuing.psp.stripe.issuing.cards.retrieve(owner.card.pspCardId)).status;
    const restore = setVariables({ STRIPE_URL: "http://127.0.0.1:9" });
    Psp.configure({});
    await Status.syncDue().catch(() => undefined);
    restore();
    Psp.configure({});
    expect(await atProvider()).toBe("active");
    Clock.setOffset(3_600_000);
    await Status.syncDue();
    expect(await atProvider()).toBe("inactive");
    // A new verification, or a rejection without a cause, does not lift the restriction.
    await decide("again", "IN_REVIEW");
    await decide("no again", "REJECTED");
    await expect(Status.unfreeze(owner.actor, owner.card.cardId)).rejects.toMatchObject({
      code: "CARD_RESTRICTED",
    });
    await decide("yes", "VALIDATED");
    await Status.unfreeze(owner.actor, owner.card.cardId);
    expect(await answer(request(newId(), 100))).toEqual({ approved: true });
    Clock.setOffset(0);
  });

  it("applies to no user who was rejected for another reason", async () => {
    await decide("no", "REJECTED");
    await Status.freezeRestricted([owner.actor.userId]);
    expect(await cardStatus()).toBe("active");
  });
});

describe("a purchase is declined", () => {
  const atm = {
    authorization_method: "chip",
    merchant_data: { category: "automated_cash_disburse" },
  } as const;
  it.each<[string, CardSettings.SettingsChange, Parameters<typeof authorize>[3], string]>([
    ["online with online payments off", { onlinePayments: false }, {}, "online_payments_off"],
    [
      "contactless with contactless payments off",
      { contactless: false },
      { authorization_method: "contactless" },
      "contactless_off",
    ],
    ["of cash with withdrawals off", { atmWithdrawals: false }, atm, "atm_withdrawals_off"],
    [
      "abroad with payments abroad off",
      { abroad: false },
      { merchant_data: { country: "US" } },
      "abroad_off",
    ],
  ])("%s, but approved before the change of the setting", async (_, off, purchase, reason) => {
    expect(await authorize(issuing, owner, 500, purchase)).toMatchObject({ approved: true });
    await set(off);
    expect(await authorize(issuing, owner, 500, purchase)).toMatchObject({ approved: false, reason });
  });

  it("above the card's limits per payment, day and month", async () => {
    await set({ limits: { perTransaction: 3000n, daily: 5000n, monthly: 7000n } });
    expect(await authorize(issuing, owner, 3001)).toMatchObject({ reason: "transaction_limit" });
    expect(await authorize(issuing, owner, 3000)).toMatchObject({ approved: true });
    expect(await authorize(issuing, owner, 2001)).toMatchObject({ reason: "daily_limit" });
    expect(await authorize(issuing, owner, 2000)).toMatchObject({ approved: true });
    await issuing.psp.advance(86_400);
    const isSameMonth = new Date(Clock.nowMs()).getUTCDate() > 1;
    if (isSameMonth) expect(await authorize(issuing, owner, 2001)).toMatchObject({ reason: "monthly_limit" });
    expect(await authorize(issuing, owner, 2000)).toMatchObject({ approved: true });
    await issuing.psp.advance(31 * 86_400);
    expect(await authorize(issuing, owner, 3000)).toMatchObject({ approved: true });
  });

  it("above the daily limit, without counting a released amount", async () => {
    await set({ limits: { daily: 5000n } });
    const { id } = await authorize(issuing, owner, 5000);
    expect(await authorize(issuing, owner, 1)).toMatchObject({ reason: "daily_limit" });
    await merchantApi(issuing).authorizations.capture(id, { capture_amount: 2000 });
    await handlePspEvents(issuingEvents(issuing, since));
    expect(await authorize(issuing, owner, 3001)).toMatchObject({ reason: "daily_limit" });
    expect(await authorize(issuing, owner, 3000)).toMatchObject({ approved: true });
  });

  it("without a sufficient balance, and for a blocked owner", async () => {
    expect(await authorize(issuing, owner, 100_001)).toMatchObject({ reason: "insufficient_funds" });
    await Users.block(owner.actor.userId);
    expect(await authorize(issuing, owner, 1)).toMatchObject({ reason: "account_blocked" });
  });

  it("above the limit of the owner's verification level", async () => {
    process.env["KYC_LIMITS"] = "0:10/10/10 1:50/80/80";
    try {
      expect(await authorize(issuing, owner, 5001)).toMatchObject({ reason: "identity_limit" });
      expect(await authorize(issuing, owner, 5000)).toMatchObject({ approved: true });
      expect(await authorize(issuing, owner, 3001)).toMatchObject({ reason: "identity_limit" });
      expect(await authorize(issuing, owner, 3000)).toMatchObject({ approved: true });
    } finally {
      delete process.env["KYC_LIMITS"];
    }
  });

  it("above the limit of the owner's verification level, without counting a released amount", async () => {
    process.env["KYC_LIMITS"] = "0:10/10/10 1:50/80/80";
    try {
      const { id } = await authorize(issuing, owner, 5000);
      expect(await authorize(issuing, owner, 3001)).toMatchObject({ reason: "identity_limit" });
      await merchantApi(issuing).authorizations.capture(id, { capture_amount: 2000 });
      await handlePspEvents(issuingEvents(issuing, since));
      expect(await authorize(issuing, owner, 5000)).toMatchObject({ approved: true });
      expect(await authorize(issuing, owner, 1001)).toMatchObject({ reason: "identity_limit" });
      await handlePspEvents(issuingEvents(issuing, since));
      expect(await authorize(issuing, owner, 1001)).toMatchObject({ reason: "identity_limit" });
      expect(await authorize(issuing, owner, 1000)).toMatchObject({ approved: true });
    } finally {
      delete process.env["KYC_LIMITS"];
    }
  });

  it("if the card is frozen before any of the decision's database calls", async () => {
    for (let at = 0; ; at++) {
      const buyer = await createCardOwner(10_000n);
      let calls = 0;
      let frozen = false;
      const object = { ...request(`iauth_freeze${at}`, 100, buyer.card) };
      Object.assign(object.card.metadata, { svc_user: buyer.actor.userId });
      const answered = await interleave(
        database.endpoint,
        () => answer(object),
        ({ operation: _ }) => {
          if (calls++ !== at) return undefined;
          frozen = true;
          return Status.freeze(buyer.actor, buyer.card.cardId);
        },
      );
      // The freeze completed before the last call of the answer, so the answer must not be an approval.
      expect(answered, `frozen before call ${at}`).toEqual(
        frozen ? { approved: false, reason: "card_frozen" } : { approved: true },
      );
      if (!frozen) break;
      expect(await readBalances(buyer.wallet)).toEqual({ available: 10_000n, held: 0n });
    }
  });
});

describe("fifty parallel purchases", () => {
  it("together never exceed the balance", async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) => answer(request(`iauth_rush${at}`, 3000))),
    );
    const approved = all.filter((one) => one.approved).length;
    expect(approved).toBeGreaterThan(0);
    expect(approved).toBeLessThanOrEqual(33);
    const { available, held } = await readBalances(owner.wallet);
    expect(available + held).toBe(100_000n);
    // A purchase that was decided too late is held briefly, but was declined.
    expect(held).toBeGreaterThanOrEqual(3000n * BigInt(approved));
    expect(held).toBeLessThanOrEqual(99_000n);
  });

  it("together never exceed the daily limit", async () => {
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
  it("gets the same answer and one hold under parallel and later repetitions", async () => {
    const object = request("iauth_twice", 2500);
    const answers = await Promise.all([answer(object), answer(object), answer(object)]);
    expect(answers).toEqual([{ approved: true }, { approved: true }, { approved: true }]);
    expect(await readBalances(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await Status.freeze(owner.actor, owner.card.cardId);
    expect(await answer(object)).toEqual({ approved: true });
  });

  it("loses its hold if its answer is lost and the provider reports a decline", async () => {
    issuing.between = async (go) => {
      await go();
      throw new Error("lost");
    };
    const { approved } = await authorize(issuing, owner, 2500);
    expect(approved).toBe(false);
    expect(await readBalances(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await handlePspEvents(issuingEvents(issuing, since));
    expect(await readBalances(owner.wallet)).toEqual({ available: 100_000n, held: 0n });
    const spending = await Table.find(cardSpending, { cardId: owner.card.cardId });
    expect(spending?.dayMinor).toBe(0n);
  });

  it("loses its hold after 10 minutes, without an event, if the provider does not know it", async () => {
    expect(await answer(request("iauth_forgotten", 2500))).toEqual({ approved: true });
    await reconcileDue();
    expect(await readBalances(owner.wallet)).toEqual({ available: 97_500n, held: 2500n });
    await issuing.psp.advance(11 * 60);
    await reconcileDue();
    expect(await readBalances(owner.wallet)).toEqual({ available: 100_000n, held: 0n });
  });

  it("leaves a hold only if it is approved, if the process ends before any of its database calls", async () => {
    for (let at = 0; ; at++) {
      const buyer = await createCardOwner(10_000n);
      const from = issuing.psp.events.length;
      let calls = 0;
      issuing.between = (go) =>
        interleave(database.endpoint, go, async () => {
          if (calls++ >= at) throw new Error("killed");
        });
      const { id, approved } = await authorize(issuing, buyer, 1000);
      issuing.between = undefined;
      await handlePspEvents(issuingEvents(issuing, from));
      const held = approved ? 1000n : 0n;
      expect(await readBalances(buyer.wallet), `dead at call ${at}`).toEqual({
        available: 10_000n - held,
        held,
      });
      if (approved) {
        await merchantApi(issuing).authorizations.capture(id);
        await handlePspEvents(issuingEvents(issuing, from));
        expect(await readBalances(buyer.wallet)).toEqual({ available: 9000n, held: 0n });
        break;
      }
    }
  });

  it("is declined for an unknown card", async () => {
    const foreign = request("iauth_foreign", 100);
    const card = { id: "ic_unknown", metadata: {} };
    expect(await answer({ ...foreign, card })).toEqual({ approved: false, reason: "card_inactive" });
  });
});
