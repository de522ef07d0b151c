import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterEach, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { addDocument } from "../../tests/support/documents.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { plainJpeg } from "../../tests/support/pictures.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { webActor } from "../identity/actor.ts";
import * as Users from "../identity/users.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { merchant, userMerchant } from "../payments/merchants/entity.ts";
import * as Objects from "../platform/objects.ts";
import * as Psp from "../platform/psp/index.ts";
import * as Table from "../platform/table/index.ts";
import { erasure } from "./entity.ts";
import { runDue } from "./erasure.ts";
import { requestErasure } from "./requests.ts";
import { steps } from "./steps.ts";

withDatabase();
withSecrets();
withObjects();
const psp = withPsp();
const ses = withMockedEmail();
afterEach(() => Psp.configure({}));

const erasureOf = (userId: string) => Table.find(erasure, { userId });

/** Creates a user whose erasure has the given progress. */
async function createErasure(so: { readonly stepsDone: string[]; readonly cursor?: object }) {
  const email = newEmail();
  const actor = onWeb(await create({ name: "Zed", email, emailVerified: true }));
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  const beganAt = Clock.nowIso();
  const { userId } = actor;
  await Table.update(erasure.key({ userId }), { set: { status: "running", beganAt, ...so } });
  return userId;
}

it("runs the unfinished steps of this release for an erasure that another release began", async () => {
  const names = Object.keys(steps);
  const userId = await createErasure({ stepsDone: ["farewell", "removed-step"] });
  await runDue();
  expect((await erasureOf(userId))?.stepsDone.toSorted()).toEqual(["removed-step", ...names].toSorted());
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
  const other = await createErasure({
    stepsDone: names.filter((name) => name !== "farewell" && name !== "account"),
  });
  await runDue();
  expect((await erasureOf(other))?.status).toBe("done");
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});

it("does not use the cursor of another step", async () => {
  const cursor = { step: "mentions", pk: "ZZZ", sk: "ZZZ" };
  const userId = await createErasure({ stepsDone: ["files", "provider", "ended"], cursor });
  await runDue();
  expect((await erasureOf(userId))?.status).toBe("done");
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

it.each(["mentions", "own"])("continues the step %s at its cursor", async (step) => {
  const names = Object.keys(steps);
  const userId = await createErasure({ stepsDone: names.slice(0, names.indexOf(step)) });
  await Table.update(erasure.key({ userId }), {
    set: { cursor: { step, pk: `USER#${userId}`, sk: "ERASURE" } },
  });
  await runDue();
  expect((await erasureOf(userId))?.status).toBe("done");
});

it("runs all steps if an old release stored only the number of finished steps", async () => {
  const userId = await createErasure({ stepsDone: [] });
  await Table.update(erasure.key({ userId }), {
    set: { stepsDone: undefined, steps: 5n, cursor: { pk: `USER#${userId}`, sk: "" } },
  });
  await runDue();
  expect(await erasureOf(userId)).toMatchObject({ status: "done", stepsDone: Object.keys(steps) });
});

/** Creates the owner of a merchant account whose grace period is over. */
async function createMerchantOwner() {
  const email = newEmail();
  const actor = onWeb(await create({ name: "Zed", email, emailVerified: true }));
  const { userId } = actor;
  await addDocument(actor, { documentType: "passport", side: "front" }, plainJpeg());
  const { id: pspAccountId } = await psp.stripe.accounts.create({ country: "FR" });
  const merchantId = Ids.create("merchant");
  await Table.put(
    merchant.item({
      ...{ merchantId, userId, pspAccountId, businessName: "Zed", businessType: "individual", country: "FR" },
      ...{ commissionRate: "1", currency: "EUR", payoutsEnabled: true, chargesEnabled: true },
      ...{ status: "active", rightsAtSeconds: 0n, createdAt: Clock.nowIso() },
    }),
  );
  await Table.put(userMerchant.item({ userId, merchantId }));
  await requestErasure(webActor(await Users.readOwn(actor), actor.sessionId));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  return { userId, pspAccountId };
}

it("ignores a merchant's account that the provider has already deleted", async () => {
  const { userId, pspAccountId } = await createMerchantOwner();
  await psp.stripe.accounts.del(pspAccountId);
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

it("deletes documents although the provider returns an error, and retries the provider", async () => {
  const { userId, pspAccountId } = await createMerchantOwner();
  const refusal = { error: { type: "invalid_request_error", message: "The account has a balance." } };
  Psp.configure({ fetch: async () => new Response(JSON.stringify(refusal), { status: 400 }) });
  await expect(runDue()).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
  expect(await Array.fromAsync(Objects.keys("identity", `documents/${userId}/`))).toEqual([]);
  Psp.configure({});
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
  await expect(psp.stripe.accounts.retrieve(pspAccountId)).rejects.toMatchObject({ statusCode: 404 });
});
