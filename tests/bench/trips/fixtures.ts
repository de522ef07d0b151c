import type { RouteSpec } from "../../../contract/route.ts";
import * as Beneficiaries from "../../../core/banking/beneficiaries/index.ts";
import * as Governance from "../../../core/defi/governance/index.ts";
import type { Role, WebActor } from "../../../core/identity/actor.ts";
import * as Jobs from "../../../core/jobs/index.ts";
import * as Lease from "../../../core/jobs/lease.ts";
import * as Ids from "../../../core/kernel/ids/index.ts";
import { joinProgram } from "../../../core/loyalty/cards/enrolling.ts";
import type { Runtime } from "../../../local/runtime.ts";
import { depositUnits } from "../../support/exchange.ts";
import { proposalDraft } from "../../support/governance.ts";
import { onWeb } from "../../support/identity.ts";
import { createMerchant } from "../../support/payments.ts";
import { createUser } from "../../support/people.ts";
import { enrollMerchant } from "../../support/saveback.ts";
import { openAccount, PASSWORD } from "../client.ts";

/** Requests of routes for which the document's example does not succeed. */

export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Record<string, string>;
  /** Overrides of the document's example body. */
  readonly body?: object;
}

export interface Fixture {
  readonly role?: Role;
  /** Uses a new user instead of the common caller. */
  readonly own?: boolean;
  readonly notMeasured?: string;
  prepare?(whom: {
    readonly actor: WebActor;
    readonly runtime: Runtime;
    readonly spec: RouteSpec;
  }): Promise<Given> | Given;
}

/** Returns a fixture with another user's id in the path. */
const otherUser = (role?: Role) => ({
  prepare: async () => ({ params: { id: (await createUser(role)).userId } }),
});

const withParams = (params: Readonly<Record<string, string>>): Fixture => ({ prepare: () => ({ params }) });

const createdProposal: Fixture = {
  async prepare() {
    const proposer = onWeb(await createUser());
    await depositUnits(proposer, "YANI", "2000000");
    return { params: { id: (await Governance.create(proposer, proposalDraft())).id } };
  },
};

/** Creates a job that the caller has leased. */
const leasedJob = (body: object): Fixture => ({
  async prepare({ actor }) {
    const type = `bench-${actor.userId.slice(-6).toLowerCase()}`;
    await Jobs.create(actor, { type, payload: {} });
    const taken = await Lease.lease(actor, { capabilities: [type], seconds: 60, worker: "bench" });
    if (!taken) throw new Error("there is no job");
    return { body: { leaseToken: taken.leaseToken, ...body } };
  },
});

/** Adds a payee. */
const storedPayee: Fixture = {
  async prepare({ actor }) {
    const payee = { name: "Ada Lovelace", iban: "DE89370400440532013000" };
    return { params: { id: (await Beneficiaries.add(actor, Ids.create("beneficiary"), payee)).id } };
  },
};

const device = {
  deviceId: "4f9c1f0e-8f0a-4b57-9a3d-0c6b1f2d3e4a",
  deviceInfo: { platform: "ios", model: "Bench", osVersion: "1", appVersion: "1" },
};

const withPassword = (more: object): Fixture => ({
  async prepare({ runtime }) {
    const { email } = await openAccount(runtime.url);
    return { body: { email, password: PASSWORD, ...more } };
  },
});

const MESSAGE = "it requires the content of an email or text message";
const AUTHENTICATOR = "it requires an authenticator's code; it is rare";
const FILES = "it requires pictures; the file store dominates it";
const SIGNED = "a provider signs it: `webhooks` and `authorizations` measure them";
const PASSKEY = "it requires the response of a passkey";
const DEVICE_KEYS = "it requires a device's keys";

export const fixtures: Readonly<Record<RouteSpec["id"], Fixture>> = {
  "admin.kyc.decide": { notMeasured: FILES },
  "admin.kyc.read": { prepare: async () => ({ params: { userId: (await createUser()).userId } }) },
  "admin.users.block": otherUser(),
  "admin.users.erase": otherUser(),
  "admin.users.read": otherUser(),
  "admin.users.set-role": otherUser(),
  "admin.users.unblock": {
    notMeasured: "a user must be blocked first; it is the mirror of `admin.users.block`",
  },
  "admin.users.refuse-role": { notMeasured: "a request must be pending first; rare" },
  "admin.users.search": { prepare: async () => ({ query: { email: (await createUser()).email } }) },
  "admin.queues.resolve": { notMeasured: "a case must be flagged first; rare" },
  "auth.login": withPassword({}),
  "auth.prove": { notMeasured: "it compares a password: round trips do not matter" },
  "mobile.auth.prove": { notMeasured: "it compares a password: round trips do not matter" },
  "auth.prove-options": { notMeasured: "a passkey must exist first" },
  "mobile.auth.prove-options": { notMeasured: "a passkey must exist first" },
  "auth.passkeys.register": { notMeasured: PASSKEY },
  "auth.passkeys.rename": { notMeasured: "a passkey must exist first" },
  "auth.passkeys.remove": { notMeasured: "a passkey must exist first" },
  "auth.passkeys.sign-in": { notMeasured: PASSKEY },
  "mobile.auth.passkeys.register": { notMeasured: PASSKEY },
  "mobile.auth.passkeys.rename": { notMeasured: "a passkey must exist first" },
  "mobile.auth.passkeys.remove": { notMeasured: "a passkey must exist first" },
  "mobile.auth.passkeys.sign-in": { notMeasured: PASSKEY },
  "auth.password.change": { notMeasured: "it hashes two passwords: round trips do not matter" },
  "auth.password.reset": { notMeasured: MESSAGE },
  "auth.change-email.request": { notMeasured: "it compares a password: round trips do not matter" },
  "auth.change-email.confirm": { notMeasured: MESSAGE },
  "auth.verify-email.confirm": { notMeasured: MESSAGE },
  "auth.verify-email.request": { notMeasured: MESSAGE },
  "auth.verify-phone.confirm": { notMeasured: MESSAGE },
  "auth.two-factor.verify": { notMeasured: AUTHENTICATOR },
  "auth.two-factor.recovery": { notMeasured: AUTHENTICATOR },
  "auth.two-factor.disable": { notMeasured: AUTHENTICATOR },
  // The sign-in is the proof.
  "auth.two-factor.enable": { prepare: () => ({ body: { password: undefined } }) },
  "auth.data.ask-export": { prepare: () => ({ body: { password: undefined } }) },
  "auth.data.ask-erasure": { prepare: () => ({ body: { password: undefined } }) },
  "auth.accounts.unlink": { notMeasured: "an account at a provider must be linked first; rare" },
  "auth.data.link-export": { notMeasured: "an export must exist first; rare" },
  "auth.framework.get": { prepare: () => ({ params: { framework: "providers" } }) },
  "auth.framework.post": { notMeasured: "it is `auth.signin` in another protocol" },
  "defi.governance.proposals.votes": createdProposal,
  "inbound.authorizations": { notMeasured: SIGNED },
  "inbound.bank": { notMeasured: SIGNED },
  "inbound.psp": { notMeasured: SIGNED },
  "jobs.complete": leasedJob({ result: undefined }),
  "jobs.fail": leasedJob({}),
  "jobs.heartbeat": leasedJob({}),
  "jobs.dismiss": { notMeasured: "a job must be shared first; it is the mirror of `jobs.unshare`" },
  "jobs.share": { notMeasured: "a job must be completed first" },
  "jobs.unshare": { prepare: () => ({ query: { email: "unknown@example.com" } }) },
  "loyalty.challenges.change": {
    prepare: () => ({ body: { startsAt: undefined, endsAt: undefined } }),
  },
  "mcp.prompts.get": {
    notMeasured: "its example names another user; it reads the same as the tools' routes",
  },
  "mobile.auth.biometric": { notMeasured: DEVICE_KEYS },
  "mobile.auth.login": withPassword(device),
  "mobile.auth.refresh": { notMeasured: "`auth.refresh` is the same" },
  "mobile.auth.confirm-email": { notMeasured: MESSAGE },
  "mobile.auth.reset-password": { notMeasured: MESSAGE },
  "mobile.auth.verify-email": { notMeasured: MESSAGE },
  "mobile.auth.verify-phone": { notMeasured: MESSAGE },
  "mobile.auth.request-verification": { notMeasured: MESSAGE },
  "mobile.auth.request-phone-code": { notMeasured: MESSAGE },
  "mobile.cards.apple-pay": { notMeasured: DEVICE_KEYS },
  "mobile.cards.google-pay": { notMeasured: DEVICE_KEYS },
  "mobile.identity.documents.upload": { notMeasured: FILES },
  "mobile.identity.selfie": { notMeasured: FILES },
  "mobile.identity.verification.start": { notMeasured: FILES },
  "mobile.loyalty.leave": {
    async prepare({ actor }) {
      const { programId } = await enrollMerchant("2");
      await joinProgram(actor, programId);
      return { params: { programId } };
    },
  },
  "mobile.payees.rename": storedPayee,
  "mobile.payees.remove": storedPayee,
  "mobile.notifications.register": { notMeasured: DEVICE_KEYS },
  "mobile.sync.pull": { prepare: () => ({ body: { cursor: undefined } }) },
  "mobile.user.data.link-export": { notMeasured: "an export must exist first; rare" },
  "mobile.user.profile.update": { prepare: () => ({ body: { email: undefined, phone: undefined } }) },
  "mobile.user.two-factor.verify": { notMeasured: AUTHENTICATOR },
  "mobile.user.two-factor.recovery": { notMeasured: AUTHENTICATOR },
  "payments.merchant.onboarding": { notMeasured: "the merchant must exist at the provider; rare" },
  "payments.merchant.read": {
    own: true,
    async prepare({ actor }) {
      await createMerchant(actor);
      return {};
    },
  },
  "public.exchange.pairs.read": withParams({ id: "BTC-USDC" }),
  "public.exchange.pairs.trades": withParams({ id: "BTC-USDC" }),
  "public.farming.farms.read": withParams({ id: "btc-usdc" }),
  "public.governance.proposals.read": createdProposal,
  "public.prices.history": withParams({ symbol: "BTC" }),
  "public.prices.read": withParams({ symbol: "BTC" }),
  "public.staking.pools.read": withParams({ id: "flexible" }),
  "web.asset": withParams({ file: "absent" }),
  "webhooks.deliveries.replay": { notMeasured: "a delivery must exist first" },
};

/** Returns why a route is not measured, or undefined if it is. */
export function reasonNotMeasured({ id, family, stream }: RouteSpec): string | undefined {
  if (stream) return "its response is a stream";
  if (family === "web" && id.startsWith("web."))
    return "a page, whose data and actions are measured at the API";
  return fixtures[id]?.notMeasured;
}
