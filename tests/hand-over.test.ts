import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Address from "../core/defi/addresses/index.ts";
import { powerNow } from "../core/defi/governance/power.ts";
import { handOverWrites } from "../core/handover/endings.ts";
import * as Accounts from "../core/identity/accounts.ts";
import * as ApiKeys from "../core/identity/api-keys/index.ts";
import * as Kyc from "../core/identity/kyc/index.ts";
import type { User } from "../core/identity/user.ts";
import * as Users from "../core/identity/users.ts";
import { accountOf } from "../core/ledger/accounts.ts";
import { balanceNow } from "../core/ledger/balance-at.ts";
import * as UserEvents from "../core/messaging/events.ts";
import { adopt } from "../core/payments/merchants/creation.ts";
import * as Merchants from "../core/payments/merchants/index.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { owned } from "../core/wallets/owned.ts";
import { demoPeople } from "../local/providers.ts";
import { Browser, parseForms } from "./support/browser.ts";
import { createMember, TOKEN } from "./support/governance.ts";
import { onWeb } from "./support/identity.ts";
import { createFundedWallet } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";
import { status, withReceivers } from "./support/receiver.ts";

/**
 * A squatter registers another person's email address, sets up everything possible, and waits. Then the
 * address's owner signs in with an identity provider for the first time.
 */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform({ providers: true });
const receivers = withReceivers();
beforeEach(() => {
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterEach(() => vi.unstubAllEnvs());

const password = "Lovelace!1843";

interface Answered {
  readonly token: string;
  readonly refreshToken: string;
  readonly secret: string;
  readonly id: string;
  readonly code: string;
}

/** Registers with another person's address and sets up everything possible. */
async function registerSquatter(email: string) {
  const ip = `198.51.100.${Math.floor(Math.random() * 250)}`;
  const call = (method: string, path: string, body?: unknown, token?: string) =>
    platform.call<Answered>(method, path, { body, ip, ...(token !== undefined && { token }) });
  await call("POST", "/api/auth/register", { name: "Call https evil", email, password });
  const { token, refreshToken } = (await call("POST", "/api/auth/signin", { email, password })).body;
  const user = (await Users.fromEmail(email)) as User;
  const create = (method: string, path: string, body: unknown) => call(method, path, body, token);
  const key = (await create("POST", "/api/keys", { name: "key", scopes: ["*"] })).body.secret;
  const url = receivers.at(`/${user.userId}`, status(204));
  expect(await create("POST", "/api/webhooks", { name: "ear", url, events: ["job-done"] })).toMatchObject({
    status: 201,
  });
  const job = await create("POST", "/api/jobs", { type: "nightly", payload: {} });
  expect(await create("POST", "/api/job-templates", { name: "Mine", type: "nightly" })).toMatchObject({
    status: 201,
  });
  const ether = { assetSymbol: "ETH", publicAddress: "0x59BD8580AB59333720Aaa5B3e27D0608bdA2db24" };
  expect((await create("POST", "/api/defi/wallets", ether)).status).toBe(200);
  await Accounts.link(user, "github", `squatter-${user.userId}`);
  const friend = await createMember(1n);
  await createFundedWallet(onWeb(user), "YANI", 50n * TOKEN);
  const delegatee = Address.ofUser(friend.userId);
  expect(await create("PUT", "/api/defi/governance/delegation", { delegatee })).toMatchObject({
    status: 200,
  });
  await Kyc.decide("bank", user.userId, { decisionId: randomUUID(), status: "VALIDATED", level: 2 });
  await createFundedWallet(onWeb(user), "EUR", 100_00n);
  const shop = { businessName: "Front", businessType: "company", country: "FR", currency: "EUR" } as const;
  const account = { merchantId: `mer_${user.userId.slice(4)}`, pspAccountId: `acct_${user.userId}` };
  const rights = { chargesEnabled: true, payoutsEnabled: true, status: "active" } as const;
  await adopt(onWeb(user), shop, { ...account, rights });
  await platform.drain();
  return { user, ip, token, refreshToken, key, friend, jobId: job.body.id, merchantId: account.merchantId };
}

/** Signs in as the owner of an address at the identity provider. */
async function signInAtGoogle(email: string): Promise<Browser> {
  const browser = new Browser(platform.url);
  const { csrfToken } = (await (await browser.request("/api/auth/csrf")).json()) as { csrfToken: string };
  const begun = await browser.submit("/api/auth/signin/google", { csrfToken });
  const at = begun.headers.get("location") ?? "";
  const html = await (await browser.request(at)).text();
  const form = parseForms(html).find(({ fields }) => fields["email"] === email);
  const back = await browser.submit(new URL(form?.action ?? "", at).href, form?.fields ?? {});
  expect((await browser.follow(back, at)).response.status).toBeLessThan(400);
  return browser;
}

const statusWith = async (key: string) =>
  (await platform.call("POST", "/mcp/resources/list", { body: {}, headers: { "x-api-key": key } })).status;

/** Emits an event of the account, which webhooks would receive. */
async function emitEvent(userId: string): Promise<void> {
  await Table.commit([Outbox.write(UserEvents.jobDone, { userId, data: {} })]);
  await platform.drain();
}

describe.each([
  [demoPeople.google[0].email, "signs in at a provider"],
  [demoPeople.google[1].email, "resets the password by a link"],
])("when the owner of %s %s", (email, way) => {
  test("everything that the squatter set up ends, and the money remains", async () => {
    const squatter = await registerSquatter(email);
    const { userId } = squatter.user;
    await emitEvent(userId);
    expect(receivers.got(`/${userId}`)).toHaveLength(1);
    expect(await statusWith(squatter.key)).toBe(200);
    expect((await powerNow(squatter.friend)).delegated).toBe(50n * TOKEN);

    const isAtProvider = way === "signs in at a provider";
    const browser = isAtProvider ? await signInAtGoogle(email) : undefined;
    if (!browser) await Users.setPassword(squatter.user, "Another-Horse-2", handOverWrites);

    // Immediately: no queue was drained, and no schedule has run.
    const call = (method: string, path: string, body?: unknown) =>
      platform.call<Answered>(method, path, { body, ip: squatter.ip, token: squatter.token });
    expect((await call("GET", "/api/auth/me")).status).toBe(401);
    const { refreshToken } = squatter;
    expect((await call("POST", "/api/auth/refresh", { refreshToken })).status).toBe(401);
    expect((await call("POST", "/api/auth/signin", { email, password })).status).toBe(401);
    expect(await statusWith(squatter.key)).toBe(401);
    expect(await Accounts.findLinked("github", `squatter-${userId}`)).toBeUndefined();
    expect((await powerNow(squatter.friend)).delegated).toBe(0n);
    expect(await Kyc.read(userId)).toMatchObject({ status: "PENDING", level: 0 });
    const owner = (await Users.fromId(userId)) as User;
    expect(owner).toMatchObject({ userId, email, emailVerified: expect.any(String) });
    expect(owner.name).toBe(isAtProvider ? demoPeople.google[0].name : email);
    expect(owner.accounts.map(({ provider }) => provider)).toEqual(isAtProvider ? ["google"] : []);
    expect(await ApiKeys.list(owner)).toEqual([]);
    const addresses = (await owned({ userId, mode: "live" })).map(({ publicAddress }) => publicAddress);
    expect(new Set(addresses)).toEqual(new Set([""]));
    await emitEvent(userId);
    expect(receivers.got(`/${userId}`)).toHaveLength(1);

    // Asynchronous cleanup.
    await platform.drain();
    const seen = async (path: string): Promise<unknown> =>
      browser ? (await browser.request(path)).json() : undefined;
    if (browser) {
      expect(await seen("/api/webhooks")).toEqual({ webhooks: [] });
      expect(await seen("/api/keys")).toEqual({ keys: [] });
      expect(await seen("/api/job-templates")).toMatchObject({ templates: [] });
      expect(await seen(`/api/jobs/${squatter.jobId}`)).toMatchObject({ status: "canceled" });
    }
    expect(await Merchants.idOf(userId)).toBeUndefined();
    expect(await Merchants.find(squatter.merchantId)).toMatchObject({ chargesEnabled: false });
    expect(await balanceNow(accountOf(onWeb(owner), "EUR"))).toMatchObject({ available: 100_00n });
    expect(platform.mail(email).map(({ subject }) => subject)).toContain("Ce compte est maintenant le vôtre");
  });
});

test("a late decision of the bank about the former owner is ignored", async () => {
  const user = await Users.register({ name: "Ada", email: `${randomUUID()}@example.com`, password });
  const position = new Date(Date.now() - 60_000).toISOString();
  await Users.setPassword(user, "Another-Horse-2", handOverWrites);
  const late = { decisionId: randomUUID(), status: "VALIDATED", level: 3, position } as const;
  await Kyc.decide("bank", user.userId, late);
  expect(await Kyc.read(user.userId)).toMatchObject({ status: "PENDING", level: 0 });
});
