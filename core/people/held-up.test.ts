import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { deposit } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { type WebActor, webActor } from "../identity/actor.ts";
import * as Sessions from "../identity/sessions.ts";
import * as Users from "../identity/users.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { systemRef, walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import { pspCustomer } from "../payments/customers/entity.ts";
import * as Psp from "../platform/psp/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import { ensure } from "../wallets/opening.ts";
import { runDue } from "./erasure.ts";
import * as HeldUp from "./held-up.ts";
import { requestErasure } from "./requests.ts";

withDatabase();
withSecrets();
withObjects();
withPsp();
const ses = withMockedEmail();
afterEach(() => Psp.configure({}));

const advanceDays = (days: number) => Clock.setOffset(Clock.offset() + days * DAY_MS);
const euros = ({ userId }: WebActor) => walletRef(walletId("live", userId, "EUR"));

async function createAccount(): Promise<WebActor> {
  const email = newEmail();
  return onWeb(await create({ name: "Zed", email, emailVerified: true }));
}

async function createAdmin(): Promise<WebActor> {
  const one = await createAccount();
  await Users.setRole(one.userId, "ADMIN");
  return webActor(await Users.readOwn(one), one.sessionId);
}

/** Creates a user who has requested the erasure and received money before its due date. */
async function createWithMoney(): Promise<WebActor> {
  const actor = await createAccount();
  await ensure(actor, "EUR");
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  await deposit(euros(actor), 5n);
  return actor;
}

const payOut = (actor: WebActor) =>
  Policy.post({
    type: "WITHDRAWAL",
    postings: Ledger.move(euros(actor), systemRef("live", "clearing:bank", "EUR"), 5n),
    actorId: "system",
    reason: "paid out",
    result: () => undefined,
  });

const findInQueue = async (actor: WebActor) =>
  (await HeldUp.list(await createAdmin(), { limit: 50 })).items.find(({ userId }) => userId === actor.userId);
const codes = async (actor: WebActor) => (await findInQueue(actor))?.reasons.map(({ code }) => code);

it("lists an erasure from its due date until nothing holds it up", async () => {
  const actor = await createWithMoney();
  await runDue();
  expect(await findInQueue(actor)).toBeUndefined();
  advanceDays(31);
  await runDue();
  const heldUpSince = Clock.nowIso();
  advanceDays(1);
  await runDue();
  expect(await codes(actor)).toEqual(["MONEY"]);
  const one = await findInQueue(actor);
  expect(one).toMatchObject({ status: "held-up", requestedBy: actor.userId });
  expect(Date.parse(heldUpSince) - Date.parse(one?.heldUpSince ?? "")).toBeLessThan(60_000);
  expect(await HeldUp.oldestAgeSeconds()).toBeGreaterThanOrEqual(86_400);
  await payOut(actor);
  advanceDays(1);
  await runDue();
  expect((await Users.fromId(actor.userId))?.erasedAt).toBeDefined();
  expect(await findInQueue(actor)).toBeUndefined();
  expect(await HeldUp.oldestAgeSeconds()).toBe(0);
});

it("omits an erasure as soon as a sign-in cancels it, and after the next request", async () => {
  const actor = await createWithMoney();
  advanceDays(31);
  await runDue();
  expect(await codes(actor)).toEqual(["MONEY"]);
  await Sessions.start(await Users.readOwn(actor), { ip: "192.0.2.9", userAgent: "test" });
  expect(await findInQueue(actor)).toBeUndefined();
  expect(await HeldUp.oldestAgeSeconds()).toBe(0);
  await payOut(actor);
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  expect(await findInQueue(actor)).toBeUndefined();
  advanceDays(31);
  await runDue();
  expect((await Users.fromId(actor.userId))?.erasedAt).toBeDefined();
});

it("lists an erasure while the provider rejects it or a step fails", async () => {
  const actor = await createAccount();
  const { userId } = actor;
  await Table.put(pspCustomer.item({ userId, customerId: "cus_1" }));
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  advanceDays(31);
  const refusal = { error: { type: "invalid_request_error", message: "There is a balance." } };
  Psp.configure({ fetch: async () => new Response(JSON.stringify(refusal), { status: 400 }) });
  await expect(runDue()).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
  expect(await findInQueue(actor)).toMatchObject({ status: "running", reasons: [{ code: "PROVIDER" }] });
  Psp.configure({});
  ses.on(SendEmailCommand).rejects(new Error("no mail"));
  await expect(runDue()).rejects.toThrow("no mail");
  expect(await codes(actor)).toEqual(["FAILED"]);
  ses.on(SendEmailCommand).resolves({});
  await runDue();
  expect(await findInQueue(actor)).toBeUndefined();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

it("lists each erasure once over several pages, only for administrators", async () => {
  const all = [await createWithMoney(), await createWithMoney(), await createWithMoney()];
  advanceDays(31);
  await runDue();
  const one = await createAdmin();
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await HeldUp.list(one, { limit: 1, after });
    found.push(...page.items.map(({ userId }) => userId));
    after = page.next;
  } while (after !== undefined);
  expect(found.filter((id) => all.some(({ userId }) => userId === id))).toEqual(
    all.map(({ userId }) => userId).toSorted(),
  );
  await expect(HeldUp.list(await createAccount(), { limit: 1 })).rejects.toMatchObject({ code: "FORBIDDEN" });
});
