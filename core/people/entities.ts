import * as BankingBeneficiaries from "../banking/beneficiaries/entity.ts";
import * as Banking from "../banking/entity.ts";
import * as BankingScheduled from "../banking/scheduled/entity.ts";
import * as BankingWithdrawals from "../banking/withdrawals/entity.ts";
import * as DefiAdjustments from "../defi/adjustments/entity.ts";
import * as DefiExchange from "../defi/exchange/entity.ts";
import * as DefiFarming from "../defi/farming/entity.ts";
import * as DefiGovernance from "../defi/governance/entity.ts";
import * as DefiParameters from "../defi/parameters/entity.ts";
import * as DefiStaking from "../defi/staking/entity.ts";
import * as Flags from "../flags/entity.ts";
import * as IdentityApiKeys from "../identity/api-keys/entity.ts";
import * as IdentityDevices from "../identity/devices/entity.ts";
import * as Identity from "../identity/entity.ts";
import * as IdentityKycDocuments from "../identity/kyc/documents/entity.ts";
import * as IdentityKyc from "../identity/kyc/entity.ts";
import * as IdentityMailLinks from "../identity/mail-links/entity.ts";
import * as IdentityOauth from "../identity/oauth/entity.ts";
import * as IdentityPhones from "../identity/phones/entity.ts";
import * as IdentityPlans from "../identity/plans/entity.ts";
import * as IdentityRoles from "../identity/roles/entity.ts";
import * as IdentitySandboxes from "../identity/sandboxes/entity.ts";
import * as IdentitySecondFactor from "../identity/second-factor/entity.ts";
import * as IdentityStepUp from "../identity/step-up/entity.ts";
import * as IdentityTrail from "../identity/trail/entity.ts";
import * as Inbound from "../inbound/entity.ts";
import * as Jobs from "../jobs/entity.ts";
import * as Ledger from "../ledger/entity.ts";
import * as LedgerSupply from "../ledger/supply/entity.ts";
import * as Live from "../live/entity.ts";
import * as LoyaltyCards from "../loyalty/cards/entity.ts";
import * as LoyaltyChallenges from "../loyalty/challenges/entity.ts";
import * as LoyaltyCounting from "../loyalty/counting/entity.ts";
import * as LoyaltyPrograms from "../loyalty/programs/entity.ts";
import * as LoyaltyReferrals from "../loyalty/referrals/entity.ts";
import * as LoyaltySaveback from "../loyalty/saveback/entity.ts";
import * as MessagingInbox from "../messaging/inbox/entity.ts";
import * as MessagingNotifications from "../messaging/notifications/entity.ts";
import * as MessagingPush from "../messaging/push/entity.ts";
import * as MessagingWebhooks from "../messaging/webhooks/entity.ts";
import * as PaymentsCards from "../payments/cards/entity.ts";
import * as PaymentsCheckout from "../payments/checkout/entity.ts";
import * as PaymentsCodes from "../payments/codes/entity.ts";
import * as PaymentsCustomers from "../payments/customers/entity.ts";
import * as PaymentsIssuingAuthorizations from "../payments/issuing/authorizations/entity.ts";
import * as PaymentsIssuing from "../payments/issuing/entity.ts";
import * as PaymentsMade from "../payments/made/entity.ts";
import * as PaymentsMerchants from "../payments/merchants/entity.ts";
import * as PaymentsPayments from "../payments/payments/entity.ts";
import * as PaymentsRecords from "../payments/records/entity.ts";
import * as PlatformApiEvents from "../platform/api-events/entity.ts";
import * as PlatformAttempts from "../platform/attempts/entity.ts";
import * as PlatformBackfills from "../platform/backfills/entity.ts";
import * as PlatformIdempotency from "../platform/idempotency/entity.ts";
import * as PlatformLease from "../platform/lease/entity.ts";
import * as PlatformOutbox from "../platform/outbox/entity.ts";
import * as PlatformRatelimit from "../platform/ratelimit/entity.ts";
import { type Entity, keyOfItem } from "../platform/table/entity.ts";
import type * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/entity.ts";
import * as Prices from "../prices/entity.ts";
import * as Sync from "../sync/entity.ts";
import * as Transfers from "../transfers/entity.ts";
import * as Reservations from "../transfers/reservations/entity.ts";
import * as People from "./entity.ts";

/** Every entity of the table: what erasure and export go by. A test holds that none is missing. */

// Of all entities, whatever their keys need.
// biome-ignore lint/suspicious/noExplicitAny: the parameters of a key are an entity's own
export type AnyEntity = Entity<any, any, any>;

const modules: readonly object[] = [
  BankingBeneficiaries,
  Banking,
  BankingScheduled,
  BankingWithdrawals,
  DefiAdjustments,
  DefiExchange,
  DefiFarming,
  DefiGovernance,
  DefiParameters,
  DefiStaking,
  IdentityApiKeys,
  IdentityDevices,
  Identity,
  IdentityKycDocuments,
  IdentityKyc,
  Policy,
  IdentityMailLinks,
  IdentityOauth,
  IdentityPhones,
  IdentityPlans,
  IdentityRoles,
  IdentitySandboxes,
  IdentitySecondFactor,
  IdentityStepUp,
  IdentityTrail,
  Inbound,
  Jobs,
  Ledger,
  Flags,
  Reservations,
  Transfers,
  LedgerSupply,
  Live,
  LoyaltyCards,
  LoyaltyChallenges,
  LoyaltyCounting,
  LoyaltyPrograms,
  LoyaltyReferrals,
  LoyaltySaveback,
  MessagingInbox,
  MessagingNotifications,
  MessagingPush,
  MessagingWebhooks,
  PaymentsCards,
  PaymentsCheckout,
  PaymentsCodes,
  PaymentsCustomers,
  PaymentsIssuingAuthorizations,
  PaymentsIssuing,
  PaymentsMade,
  PaymentsMerchants,
  PaymentsPayments,
  PaymentsRecords,
  PlatformApiEvents,
  PlatformAttempts,
  PlatformBackfills,
  PlatformIdempotency,
  PlatformLease,
  PlatformOutbox,
  PlatformRatelimit,
  Prices,
  Sync,
  People,
];

export const isEntity = (value: unknown): value is AnyEntity =>
  typeof value === "object" && value !== null && "pk" in value && "sk" in value && "erasure" in value;

export const entities: readonly AnyEntity[] = modules.flatMap((module) =>
  Object.values(module).filter(isEntity),
);

/** What a partition key begins with: no two entities of one kind are told apart by it, all others are. */
const kindOf = (pk: string): string => pk.split("#")[0] ?? "";
const byKind = Map.groupBy(entities, ({ pk }) => kindOf(pk));

/** The entity whose an item is; undefined where none has such a key. */
export function entityOf(item: Table.Item): AnyEntity | undefined {
  const key = keyOfItem(item);
  return byKind.get(kindOf(key.pk))?.find((one) => one.paramsOf(key) !== undefined);
}
