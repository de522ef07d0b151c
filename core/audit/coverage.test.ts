import { expect, it } from "vitest";
import { entities } from "../people/inventory.ts";
import { Book } from "./book.ts";
import { audit, checkers } from "./index.ts";
import { SHARED } from "./kinds.ts";

/** The entities that the audit does not read, by the reason. A new entity is read by a checker, or is listed here. */
const notAudited: Readonly<Record<string, readonly string[]>> = {
  "It says who somebody is and what opens the account, and nothing of money.": [
    ...[
      "User",
      "Password",
      "EmailClaim",
      "PhoneClaim",
      "ProviderAccount",
      "Session",
      "DeviceKey",
      "DeviceList",
    ],
    ...[
      "KnownClient",
      "FraudRecord",
      "StaffRoster",
      "RoleRequest",
      "TrailLine",
      "SecondFactor",
      "HalfwaySignIn",
    ],
    ...[
      "UsedAssertion",
      "MailLink",
      "OAuthFlow",
      "PhoneCode",
      "TextsSent",
      "ApiKey",
      "ApiKeySigning",
      "ApiKeyUse",
    ],
    ...["ApiKeyCount", "UsedSignature", "UserPlan", "Sandbox", "Erasure", "HeldUpErasure"],
    ...["KycDocument", "KycUpload", "KycStanding", "KycChange", "KycVerification", "KycWaiting"],
  ],
  "It counts, so that parallel requests stay within a limit. No money moves by it.": [
    ...["BeneficiaryCount", "ScheduledPaymentCount", "WalletCount", "JobTemplateCount", "LoyaltyCardCount"],
    ...["ReferralCount", "WebhookCount", "DelegatorCount", "RateLimitLog", "RateLimitCount"],
    ...["KycMoved", "AdjustmentTally", "CardSpending", "PaidIn"],
  ],
  "It records for readers what an entry of the journal has moved, which the audit recomputes.": [
    ...[
      "Transaction",
      "TransactionMetadata",
      "BankTransfer",
      "TransferSplit",
      "Trade",
      "VolumeBucket",
      "Swap",
    ],
    ...[
      "AdjustmentRequest",
      "MerchantVolume",
      "ClosedSaveback",
      "LoyaltyPointsLine",
      "CountedPayment",
      "ApiEvent",
    ],
    ...["IdempotencyRecord", "CheckoutOrder"],
  ],
  "It says what is to be done. Money moves by an entry once it is.": [
    ...["ScheduledPayment", "PaymentCode", "WaitingAdjustment", "SavebackPayoutRequest", "WaitingPayout"],
    ...["AwaitingPayment", "Attempt", "Beneficiary"],
  ],
  "It leads from one id to another, or from a list to its items.": [
    ...["WithdrawalReference", "MadePaymentReference", "TransactionReference", "CardReference", "CardSetup"],
    ...[
      "PspCustomer",
      "PspCustomerReference",
      "IssuedCardReference",
      "MerchantAccount",
      "UserMerchant",
      "Debtor",
    ],
    ...[
      "LoyaltyCardNumber",
      "LoyaltyMember",
      "MerchantProgram",
      "LoyaltyCatalogueEntry",
      "OwnedLoyaltyProgram",
    ],
  ],
  "It is a card, merchant, program or account outside the ledger: its terms, not its money.": [
    ...["CardHolder", "Card", "IssuedCardHolder", "IssuedCard", "CardOffer", "CardLook", "Merchant"],
    ...[
      "BankAccount",
      "BankUnassignedEvent",
      "BankConsent",
      "LoyaltyProgram",
      "LoyaltyChallenge",
      "LoyaltyProgress",
    ],
    ...["ReferralCode", "OwnReferralCode", "Referral", "ReferredUser"],
  ],
  "It is voting power or parameters. What executes moves money by an entry.": [
    ...[
      "Proposal",
      "ProposalContent",
      "TallyShard",
      "Vote",
      "Delegation",
      "DelegationCheckpoint",
      "Delegator",
    ],
    ...["FormerDelegator", "Parameters", "StakeCheckpoint"],
  ],
  "The supply itself is compared (supply.ts); this only says that it was issued.": ["Genesis"],
  "It is a message, a job, a feed, a price or a lease.": [
    ...[
      "InboundEvent",
      "OutboxEvent",
      "Notification",
      "NotificationMark",
      "OpenStreams",
      "SentEvent",
      "Notice",
    ],
    ...["UnreadNotice", "PushRegistration", "PushToken", "Webhook", "WebhookSecrets", "WebhookDelivery"],
    ...[
      "NextAttempt",
      "WebhookQueueEntry",
      "WebhookReplay",
      "Job",
      "JobQueueEntry",
      "JobTemplate",
      "SharedJob",
    ],
    ...[
      "LiveConnection",
      "LiveHolder",
      "LatestTicks",
      "PriceSnapshot",
      "PriceCandle",
      "SyncHead",
      "SyncEntry",
    ],
    ...["SyncDevice", "Lease", "BackfillRun", "BackfillSegment"],
  ],
};

const readings = [new Book(), ...checkers.map((open) => open())].flatMap(({ reads }) => reads);
const audited = new Set(readings.map(({ kind }) => kind.entity));
const partitionOf = (pk: string): string => pk.split("#")[0] ?? "";

it("reads every entity, or a reason says why not", () => {
  const names = entities.filter((one) => !audited.has(one)).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.values(notAudited).flat().sort());
  expect([...audited].filter((one) => !entities.includes(one))).toEqual([]);
});

it("shares only the stated partitions with entities that it does not read", () => {
  const partitions = new Set([...audited].map(({ pk }) => partitionOf(pk)));
  const shared = entities.filter((one) => !audited.has(one) && partitions.has(partitionOf(one.pk)));
  expect([...new Set(shared.map(({ pk }) => partitionOf(pk)))]).toEqual(["USER"]);
  expect(SHARED).toContain("USER");
});

it("reports an item of the ledger that is of no entity", async () => {
  const { differences } = await audit(() => [{ pk: "ENTRY#txn_x", sk: "NOTE" }]);
  expect(differences).toEqual(["the item ENTRY#txn_x NOTE is of no kind that is known"]);
});
