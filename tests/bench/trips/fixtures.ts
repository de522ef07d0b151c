import type { RouteSpec } from "../../../contract/route.ts";
import * as Governance from "../../../core/defi/governance/index.ts";
import type { Role, WebActor } from "../../../core/identity/actor.ts";
import * as Jobs from "../../../core/jobs/index.ts";
import * as Lease from "../../../core/jobs/lease.ts";
import { enrol } from "../../../core/loyalty/cards/enrolling.ts";
import type { Runtime } from "../../../local/runtime.ts";
import { give } from "../../support/exchange.ts";
import { draft } from "../../support/governance.ts";
import { onWeb } from "../../support/identity.ts";
import { merchantOf } from "../../support/payments.ts";
import { person } from "../../support/people.ts";
import { enrolled } from "../../support/saveback.ts";
import { openAccount, PASSWORD } from "../client.ts";

/** Requests of routes that the document's example does not carry out as it is. */

export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Record<string, string>;
  /** What the document's example has otherwise. */
  readonly body?: object;
}

export interface Fixture {
  readonly role?: Role;
  /** Whether it is of somebody new, and not of whom all reads are. */
  readonly own?: boolean;
  /** Why it is not measured. */
  readonly not?: string;
  prepare?(whom: {
    readonly actor: WebActor;
    readonly runtime: Runtime;
    readonly spec: RouteSpec;
  }): Promise<Given> | Given;
}

/** Somebody that staff looks at. */
const looked = (role?: Role) => ({ prepare: async () => ({ params: { id: (await person(role)).userId } }) });

const withParams = (params: Readonly<Record<string, string>>): Fixture => ({ prepare: () => ({ params }) });

/** A proposal of somebody's. */
const proposed: Fixture = {
  async prepare() {
    const proposer = onWeb(await person());
    await give(proposer, "YANI", "2000000");
    return { params: { id: (await Governance.create(proposer, draft())).id } };
  },
};

/** A job that its caller works on. */
const leased = (body: object): Fixture => ({
  async prepare({ actor }) {
    const type = `bench-${actor.userId.slice(-6).toLowerCase()}`;
    await Jobs.create(actor, { type, payload: {} });
    const taken = await Lease.lease(actor, { capabilities: [type], seconds: 60, worker: "bench" });
    if (!taken) throw new Error("there is no job");
    return { body: { leaseToken: taken.leaseToken, ...body } };
  },
});

const device = {
  deviceId: "4f9c1f0e-8f0a-4b57-9a3d-0c6b1f2d3e4a",
  deviceInfo: { platform: "ios", model: "Bench", osVersion: "1", appVersion: "1" },
};

/** Somebody with a password. */
const signsIn = (more: object): Fixture => ({
  async prepare({ runtime }) {
    const { email } = await openAccount(runtime.url);
    return { body: { email, password: PASSWORD, ...more } };
  },
});

const LETTER = "what it takes is in a letter or a text message";
const FACTOR = "what it takes is an authenticator's code; it is a guarded step, not a hot one";
const FILES = "it takes pictures; the files' store is most of it";
const SIGNED = "a provider signs it: `webhooks` and `authorizations` measure them";
const CARDS = "it takes a telephone's own keys";

export const fixtures: Readonly<Record<RouteSpec["id"], Fixture>> = {
  "admin.kyc.decide": { not: FILES },
  "admin.kyc.read": { prepare: async () => ({ params: { userId: (await person()).userId } }) },
  "admin.users.block": looked(),
  "admin.users.erase": looked(),
  "admin.users.read": looked(),
  "admin.users.set-role": looked(),
  "admin.users.unblock": { not: "somebody has to be blocked first; it is the mirror of `admin.users.block`" },
  "admin.users.refuse-role": { not: "two administrators have to ask first; rare" },
  "admin.users.search": { prepare: async () => ({ query: { email: (await person()).email } }) },
  "admin.queues.resolve": { not: "something has to be flagged first; rare" },
  "auth.login": signsIn({}),
  "auth.password.change": { not: "it hashes two passwords: round trips are the least of it" },
  "auth.password.reset": { not: LETTER },
  "auth.change-email.request": { not: "it compares a password: round trips are the least of it" },
  "auth.change-email.confirm": { not: LETTER },
  "auth.verify-email.confirm": { not: LETTER },
  "auth.verify-email.request": { not: LETTER },
  "auth.verify-phone.confirm": { not: LETTER },
  "auth.two-factor.verify": { not: FACTOR },
  "auth.two-factor.recovery": { not: FACTOR },
  "auth.two-factor.disable": { not: FACTOR },
  "auth.data.link-export": { not: "an export has to be made first; rare" },
  "auth.framework.get": { prepare: () => ({ params: { framework: "providers" } }) },
  "auth.framework.post": { not: "it is `auth.signin` in another protocol" },
  "defi.governance.proposals.votes": proposed,
  "inbound.authorizations": { not: SIGNED },
  "inbound.bank": { not: SIGNED },
  "inbound.psp": { not: SIGNED },
  "jobs.complete": leased({ result: undefined }),
  "jobs.fail": leased({}),
  "jobs.heartbeat": leased({}),
  "jobs.dismiss": { not: "somebody has to share a job first; it is the mirror of `jobs.unshare`" },
  "jobs.share": { not: "a job has to be done first" },
  "jobs.unshare": { prepare: () => ({ query: { email: "nobody@example.com" } }) },
  "loyalty.challenges.change": {
    prepare: () => ({ body: { startsAt: undefined, endsAt: undefined } }),
  },
  "mcp.prompts.get": { not: "its example names somebody else; it reads what the tools' routes read" },
  "mobile.auth.biometric": { not: CARDS },
  "mobile.auth.login": signsIn(device),
  "mobile.auth.refresh": { not: "`auth.refresh` is the same" },
  "mobile.auth.confirm-email": { not: LETTER },
  "mobile.auth.reset-password": { not: LETTER },
  "mobile.auth.verify-email": { not: LETTER },
  "mobile.auth.verify-phone": { not: LETTER },
  "mobile.auth.request-verification": { not: LETTER },
  "mobile.auth.request-phone-code": { not: LETTER },
  "mobile.cards.apple-pay": { not: CARDS },
  "mobile.cards.google-pay": { not: CARDS },
  "mobile.identity.documents.upload": { not: FILES },
  "mobile.identity.selfie": { not: FILES },
  "mobile.identity.verification.start": { not: FILES },
  "mobile.loyalty.leave": {
    async prepare({ actor }) {
      const { programId } = await enrolled("2");
      await enrol(actor, programId);
      return { params: { programId } };
    },
  },
  "mobile.notifications.register": { not: CARDS },
  "mobile.sync.pull": { prepare: () => ({ body: { cursor: undefined } }) },
  "mobile.user.data.link-export": { not: "an export has to be made first; rare" },
  "mobile.user.profile.update": { prepare: () => ({ body: { email: undefined, phone: undefined } }) },
  "mobile.user.two-factor.verify": { not: FACTOR },
  "payments.merchant.onboarding": { not: "the provider has to know the merchant; rare" },
  "payments.merchant.read": {
    own: true,
    async prepare({ actor }) {
      await merchantOf(actor);
      return {};
    },
  },
  "public.exchange.pairs.read": withParams({ id: "BTC-USDC" }),
  "public.exchange.pairs.trades": withParams({ id: "BTC-USDC" }),
  "public.farming.farms.read": withParams({ id: "btc-usdc" }),
  "public.governance.proposals.read": proposed,
  "public.prices.history": withParams({ symbol: "BTC" }),
  "public.prices.read": withParams({ symbol: "BTC" }),
  "public.staking.pools.read": withParams({ id: "flexible" }),
  "web.asset": withParams({ file: "absent" }),
  "webhooks.deliveries.replay": { not: "something has to be delivered first" },
};

/** Why a route is not measured; undefined where it is. */
export function notMeasured({ id, family, stream }: RouteSpec): string | undefined {
  if (stream) return "its answer is a stream";
  if (family === "web" && id.startsWith("web."))
    return "a page: what it shows or does is measured at the API";
  return fixtures[id]?.not;
}
