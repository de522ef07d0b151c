import { routes } from "../../contract/index.ts";

/**
 * The budget of sequential round trips to the table for each route, on a warm function with a cached
 * credential (`functions/_chain/credential.ts`). By design, an authenticated read costs 1, and a money write
 * costs 2 if its keys follow from token and path; any other write costs 2. An anonymous request costs 2,
 * because it is counted first. A route that costs more states why.
 */
export interface Budget {
  readonly trips: number;
  /** The reason why it exceeds the design's budget. */
  readonly why?: string;
}

/** Returns the route of a measurement, whose name may have a suffix after a comma. */
export const routeOf = (name: string): string => name.split(",")[0] ?? name;

const methods = new Map(routes.map(({ id, method, auth }) => [id, { method, auth }]));

function design(name: string): number {
  const { method, auth } = methods.get(routeOf(name)) ?? {};
  return method === "GET" && auth !== "none" ? 1 : 2;
}

export function budgetOf(name: string): Budget {
  const [trips, why] = MORE[name] ?? MORE[routeOf(name)] ?? [];
  return trips === undefined || why === undefined ? { trips: design(name) } : { trips, why };
}

const because = (why: string, trips: Readonly<Record<string, number>>) =>
  Object.entries(trips).map(([name, count]) => [name, [count, why]] as const);

/** No value may increase. `npm run bench -- roundtrips` shows which routes have improved: lower their values here. */
export const MORE: Readonly<Record<string, readonly [trips: number, why: string]>> = Object.fromEntries([
  ...because(
    "the account is known only by the address or the token; and password attempts are counted first",
    {
      "auth.register": 4,
      "auth.signin": 6,
      "auth.login": 6,
      "auth.refresh": 3,
      "mobile.auth.register": 5,
      "mobile.auth.login": 7,
      "auth.password.forgot": 3,
      "mobile.auth.forgot-password": 3,
    },
  ),
  ...because("the signature is recorded first", {
    "public.transfers.create": 3,
    "public.wallets.withdraw": 3,
    "public.holds.capture": 3,
  }),
  ...because("the entries are known only after reading the lines", {
    "mobile.wallet.transactions": 4,
    "mobile.wallet.read-transaction": 5,
    "public.wallets.transactions": 4,
    "public.statements.read": 4,
  }),
  ...because("only money writes and portfolio reads are read ahead of the credential", {
    "auth.sessions.list": 2,
    "auth.passkeys.list": 2,
    "auth.two-factor.status": 2,
    "mobile.auth.passkeys.list": 2,
    "defi.governance.delegation.read": 2,
    "defi.governance.voting-power": 2,
    "job-templates.list": 2,
    "job-templates.read": 2,
    "jobs.list": 2,
    "jobs.read": 2,
    "keys.list": 2,
    "loyalty.programs.list": 2,
    "mobile.cards.list": 2,
    "mobile.cards.read": 2,
    "mobile.identity.documents.list": 2,
    "mobile.identity.verification.status": 2,
    "mobile.loyalty.cards": 2,
    "mobile.loyalty.history": 2,
    "mobile.loyalty.programs": 2,
    "mobile.loyalty.status": 2,
    "mobile.notifications.history": 2,
    "mobile.payees.list": 2,
    "mobile.payments.history": 2,
    "mobile.payments.scheduled.list": 2,
    "mobile.user.profile.read": 2,
    "payments.cards.list": 2,
    "payments.subscription": 2,
    "payments.transactions": 2,
    "public.events.read": 2,
    "public.exchange.quotes": 2,
    "public.exchange.swaps.read": 2,
    "public.governance.delegation": 4,
    "public.governance.proposals.create": 3,
    "public.governance.voting-power": 2,
    "public.holds.list": 2,
    "public.holds.read": 2,
    "public.staking.positions.read": 2,
    "public.transfers.read": 3,
    "public.wallets.deposit-address": 2,
    "webhooks.list": 2,
  }),
  ...because("the items are known only after reading a list", {
    "loyalty.challenges.list": 3,
    "loyalty.programs.members": 3,
    "loyalty.programs.statistics": 3,
    "mobile.loyalty.challenges": 4,
    "mobile.loyalty.referral": 3,
    "mobile.loyalty.catalog": 3,
    "mobile.loyalty.cashback": 2,
    "jobs.shared": 2,
    "webhooks.deliveries.list": 2,
    "auth.data.read-export": 2,
    "mobile.user.data.read-export": 2,
    "public.events.list": 2,
    "payments.merchant.read": 3,
    "public.balances.read": 3,
    "public.staking.positions.list": 3,
    "mobile.user.devices.list": 3,
    "public.staking.rewards": 2,
    "mobile.sync.status": 2,
    "mobile.identity.status": 3,
  }),
  ...because("every domain is asked what blocks an erasure", {
    "auth.data.read-erasure": 4,
    "mobile.user.data.read-erasure": 4,
    "admin.users.erase": 7,
    "auth.data.ask-erasure": 7,
    "mobile.user.data.ask-erasure": 6,
  }),
  ...because("another user's account is not read ahead for staff", {
    "admin.users.read": 4,
    "admin.users.search": 3,
    "admin.users.block": 3,
    "admin.kyc.read": 4,
    "admin.saveback-payout.read": 3,
    "admin.saveback-payout.request": 4,
  }),
  ...because("the items are known only after reading an index", {
    "admin.kyc.queue": 2,
    "admin.queues.adjustments": 2,
    "admin.queues.debts": 2,
    "admin.queues.erasures": 2,
    "admin.queues.flagged": 2,
    "admin.queues.payments": 2,
    "admin.queues.payouts": 3,
    "admin.queues.roles": 2,
    "admin.trail.list": 2,
  }),
  ...because("it is public and cached in memory, so it is not read together with the credential", {
    "public.exchange.pairs.list": 2,
    "public.exchange.pairs.read": 2,
    "public.exchange.pairs.trades": 2,
    "public.farming.farms.list": 2,
    "public.farming.farms.read": 2,
    "defi.governance.treasury": 3,
    "public.prices.history": 2,
    "public.farming.positions.list": 2,
    "public.farming.positions.read": 2,
    "public.prices.list": 2,
    "public.staking.pools.list": 2,
    "public.staking.pools.read": 2,
    "public.governance.proposals.read": 2,
    "public.governance.proposals.list": 3,
    "public.prices.read": 2,
    "defi.governance.proposals.list": 3,
  }),
  ...because("votes are stored in partitions, of which a few are read in parallel until a page is full", {
    "defi.governance.proposals.votes": 5,
  }),
  ...because(
    "balances at the snapshot are read after the proposal, and ended delegations after the current ones",
    {
      "defi.governance.proposals.vote": 6,
      "public.governance.proposals.vote": 5,
    },
  ),
  ...because("a daily limit is counted after the credential is accepted", {
    "defi.governance.proposals.create": 4,
    "defi.governance.delegation.set": 5,
    "defi.governance.delegation.remove": 4,
    "auth.data.ask-export": 6,
    "mobile.user.data.ask-export": 5,
    "keys.create": 4,
    "keys.rotate": 5,
    "jobs.create": 3,
  }),
  ...because("the provider is called in between, and the table is written before and after", {
    "payments.create": 9,
    "payments.create, by a new customer of the provider": 10,
    "payments.psp": 4,
    "payments.setup-intents.create": 4,
    "payments.cards.create": 7,
    "payments.validate": 9,
    "payments.merchant.create": 4,
    "mobile.wallet.topup": 10,
    "mobile.cards.create": 9,
    "mobile.cards.details": 5,
    "mobile.cards.display-key": 4,
    "mobile.cards.pin": 5,
    "mobile.cards.freeze": 6,
    "mobile.cards.unfreeze": 5,
    "mobile.cards.settings": 4,
  }),
  ...because(
    "recipient and purpose are known only after a first read; a recipient is looked up only after the payer's balance",
    {
      "mobile.payments.process": 5,
      "mobile.payments.qr.scan": 5,
      "payments.merchant.refund": 7,
      "mobile.payments.scheduled.create": 7,
      "mobile.wallet.withdraw": 3,
      "loyalty.programs.redeem": 3,
      "mobile.loyalty.claim-referral": 5,
    },
  ),
  ...because("a move of a sandbox's clock and a reset have several steps", {
    "public.test.advance": 20,
    "public.test.clock": 10,
    "public.test.reset": 11,
    "public.test.faucet": 13,
  }),
  ...because("the changed item is read after the authorization: it changes rarely, and moves no money", {
    "auth.sessions.end": 3,
    "auth.sessions.end-others": 3,
    "auth.two-factor.enable": 4,
    "auth.verify-phone.request": 9,
    "mobile.user.two-factor.enable": 4,
    "mobile.auth.passkeys.register-options": 3,
    "mobile.auth.logout": 3,
    "mobile.auth.logout-all": 4,
    "mobile.user.profile.update": 3,
    "mobile.notifications.read": 3,
    "mobile.user.devices.revoke": 3,
    "mobile.loyalty.leave": 3,
    "mobile.loyalty.enroll": 4,
    "mobile.sync.pull": 3,
    "mobile.sync.push": 3,
    "mobile.payees.rename": 3,
    "mobile.payees.remove": 3,
    "mobile.payments.scheduled.cancel": 4,
    "defi.governance.proposals.cancel": 3,
    "public.staking.positions.compounding": 3,
    "loyalty.programs.create": 4,
    "loyalty.programs.change": 3,
    "loyalty.programs.end": 3,
    "loyalty.challenges.create": 4,
    "loyalty.challenges.change": 4,
    "loyalty.challenges.end": 4,
    "webhooks.update": 3,
    "webhooks.remove": 4,
    "webhooks.rotate": 4,
    "webhooks.test": 3,
    "webhooks.replay": 3,
    "job-templates.update": 3,
    "jobs.cancel": 3,
    "jobs.unshare": 4,
    "jobs.lease": 5,
    "jobs.complete": 5,
    "jobs.fail": 4,
  }),
]);
