import { afterEach, expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { withLetters } from "../../tests/support/leaving.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { plainJpeg } from "../../tests/support/pictures.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { webActor } from "../identity/actor.ts";
import * as Documents from "../identity/kyc/documents/index.ts";
import * as Users from "../identity/users.ts";
import { create as createUser } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { merchant, userMerchant } from "../payments/merchants/entity.ts";
import * as Objects from "../platform/objects.ts";
import * as Psp from "../platform/psp/index.ts";
import * as Table from "../platform/table/index.ts";
import { runDue } from "./erasure.ts";
import { ask } from "./requests.ts";

withDatabase();
withSecrets();
withObjects();
const psp = withPsp();
withLetters();
afterEach(() => Psp.configure({}));

/** A merchant's owner whose time of grace is over. */
async function owner() {
  const email = newEmail();
  const actor = onWeb(await createUser({ name: "Zed", email, emailVerified: true }));
  const { userId } = actor;
  await Documents.hand(actor, { documentType: "passport", side: "front" }, plainJpeg(), "file");
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
  await ask(webActor(await Users.own(actor), actor.sessionId));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  return { userId, pspAccountId };
}

it("a merchant's account that the provider has deleted already holds up no erasure", async () => {
  const { userId, pspAccountId } = await owner();
  await psp.stripe.accounts.del(pspAccountId);
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

it("a provider that refuses holds up no deletion of documents, and is asked again", async () => {
  const { userId, pspAccountId } = await owner();
  const refusal = { error: { type: "invalid_request_error", message: "The account has a balance." } };
  Psp.configure({ fetch: async () => new Response(JSON.stringify(refusal), { status: 400 }) });
  await expect(runDue()).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
  expect(await Array.fromAsync(Objects.keys("identity", `documents/${userId}/`))).toEqual([]);
  Psp.configure({});
  await runDue();
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
  await expect(psp.stripe.accounts.retrieve(pspAccountId)).rejects.toMatchObject({ statusCode: 404 });
});
