import { routes } from "../../contract/index.ts";

/**
 * How many round trips in sequence each route may cost at the table, on a warm function: what was found of a credential
 * within the last minute is known (`functions/_chain/credential.ts`). The design's budgets are 1 for an authenticated read and
 * 2 for a money write if the keys follow from token and path, and 2 for any other write. An anonymous request is counted
 * before anything is read: 2. A route that costs more states why.
 */
export interface Budget {
  readonly trips: number;
  /** Why it is more than the design's. */
  readonly why?: string;
}

/** The route that a measurement is of: its name may say more, behind a comma. */
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

/** None gets worse. `npm run bench -- roundtrips` says which have become better: those are written down anew. */
export const MORE: Readonly<Record<string, readonly [trips: number, why: string]>> = Object.fromEntries([
  ...because(
    "whose account it is says the address or the token alone; and the tries at a password are counted first",
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
  ...because("the signature is noted before anything is done", {
    "public.transfers.create": 3,
    "public.wallets.withdraw": 3,
    "public.holds.capture": 3,
  }),
  ...because("lines say which entries they are of", {
    "mobile.wallet.transactions": 4,
    "public.wallets.transactions": 4,
    "public.statements.read": 4,
  }),
  ...because("only money writes and portfolio reads are read ahead of the credential", {
    "auth.sessions.list": 2,
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
  ...because("a list says which there are; then they are read", {
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
  ...because("what is in the way of an erasure is looked for in every domain", {
    "auth.data.read-erasure": 4,
    "mobile.user.data.read-erasure": 4,
    "admin.users.erase": 7,
    "auth.data.ask-erasure": 7,
    "mobile.user.data.ask-erasure": 6,
  }),
  ...because("nothing of somebody else's account is read ahead for staff", {
    "admin.users.read": 4,
    "admin.users.search": 3,
    "admin.users.block": 3,
    "admin.kyc.read": 4,
    "admin.saveback-payout.read": 3,
    "admin.saveback-payout.request": 4,
  }),
  ...because("an index says which there are; then they are read", {
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
  ...because(
    "it is everybody's, and kept for a moment by who was asked for it: it is not read with each caller's credential",
    {
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
    },
  ),
  ...because("votes are kept in parts, of which few are looked at together, until a page is full", {
    "defi.governance.proposals.votes": 5,
  }),
  ...because(
    "what somebody had at an instant is read once the proposal says which; who stopped delegating after who delegates",
    {
      "defi.governance.proposals.vote": 6,
      "public.governance.proposals.vote": 5,
    },
  ),
  ...because("a limit of a day is counted once the credential is known to hold", {
    "defi.governance.proposals.create": 4,
    "defi.governance.delegation.set": 5,
    "defi.governance.delegation.remove": 4,
    "auth.data.ask-export": 6,
    "mobile.user.data.ask-export": 5,
    "keys.create": 4,
    "keys.rotate": 5,
    "jobs.create": 3,
  }),
  ...because("the provider is asked in between, and the table told before and after", {
    "payments.create": 9,
    "payments.create, by somebody new to the provider": 10,
    "payments.psp": 4,
    "payments.setup-intents.create": 4,
    "payments.cards.create": 7,
    "payments.validate": 9,
    "payments.merchant.create": 4,
    "mobile.wallet.topup": 10,
    "mobile.cards.create": 9,
    "mobile.cards.details": 5,
    "mobile.cards.pin": 5,
    "mobile.cards.freeze": 6,
    "mobile.cards.unfreeze": 5,
    "mobile.cards.settings": 4,
  }),
  ...because(
    "who is paid and for what is known once what names them was read; no receiver is told of before the payer has the money",
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
  ...because("of a developer's own sandbox, where a move of its clock and a reset go in steps", {
    "public.test.advance": 20,
    "public.test.clock": 10,
    "public.test.reset": 11,
    "public.test.faucet": 13,
  }),
  ...because(
    "what is changed is read first, once its caller is admitted: it changes rarely, and moves no money",
    {
      "auth.sessions.end": 3,
      "auth.sessions.end-others": 3,
      "auth.two-factor.enable": 4,
      "auth.verify-phone.request": 9,
      "mobile.user.two-factor.enable": 4,
      "mobile.auth.logout": 3,
      "mobile.auth.logout-all": 4,
      "mobile.user.profile.update": 3,
      "mobile.notifications.read": 3,
      "mobile.user.devices.revoke": 3,
      "mobile.loyalty.leave": 3,
      "mobile.loyalty.enroll": 4,
      "mobile.sync.pull": 3,
      "mobile.sync.push": 3,
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
    },
  ),
]);
