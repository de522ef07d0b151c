import { expect, it } from "vitest";
import { entities } from "../people/inventory.ts";
import { Book } from "./book.ts";
import { audit, checkers } from "./index.ts";
import { SHARED } from "./kinds.ts";

/** The entities that the audit does not read, by reason. A new entity needs a checker, or an entry here. */
const notAudited: Readonly<Record<string, readonly string[]>> = {
  "Identity and authentication, without money.": [
    ...[
      "User",
      "Password",
      "EmailClaim",
      "PhoneClaim",
      "ProviderAccount",
      "Session",
      "SessionSecret",
      "DeviceKey",
      "DeviceList",
    ],
    ...["KnownClient", "FraudRecord", "StaffRoster", "RoleRequest", "SecondFactor", "HalfwaySignIn"],
    ...["Passkey", "PasskeyClaim", "PasskeyChallenge"],
    ...[
      "UsedAssertion",
      "MailLink",
      "EmailReversal",
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
  "A counter that limits parallel requests. It moves no money.": [
    ...["BeneficiaryCount", "ScheduledPaymentCount", "WalletCount", "JobTemplateCount", "LoyaltyCardCount"],
    ...["ReferralCount", "WebhookCount", "DelegatorCount", "RateLimitLog", "RateLimitCount"],
    ...["KycMoved", "AdjustmentTally", "CardSpending", "PaidIn"],
  ],
  "A record of movements for readers. The audit recomputes the movements from the journal.": [
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
  "A pending operation. Money moves by an entry when it is executed.": [
    ...["ScheduledPayment", "PaymentCode", "WaitingAdjustment", "SavebackPayoutRequest", "WaitingPayout"],
    ...["AwaitingPayment", "Attempt", "Beneficiary"],
  ],
  "A reference from one id to another, or from a list to its items.": [
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
  "The terms of a card, merchant, program or account outside the ledger, not its money.": [
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
  "Voting power or parameters. An execution moves money by an entry.": [
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
  "A mark that the supply was issued. `supply` (funds.ts) compares the supply itself.": ["Genesis"],
  "A message, a job, a feed, a price or a lease.": [
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
      "LiveTicket",
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

it("the audit reads every entity, except those listed with a reason", () => {
  const names = entities.filter((one) => !audited.has(one)).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.values(notAudited).flat().sort());
  expect([...audited].filter((one) => !entities.includes(one))).toEqual([]);
});

it("entities that the audit does not read share only the declared partitions with audited ones", () => {
  const partitions = new Set([...audited].map(({ pk }) => partitionOf(pk)));
  const shared = entities.filter((one) => !audited.has(one) && partitions.has(partitionOf(one.pk)));
  expect([...new Set(shared.map(({ pk }) => partitionOf(pk)))]).toEqual(["USER"]);
  expect(SHARED).toContain("USER");
});

it("the audit reports an item in the ledger's partitions that belongs to no entity", async () => {
  const { differences } = await audit(() => [{ pk: "ENTRY#txn_x", sk: "NOTE" }]);
  expect(differences).toEqual(["the item ENTRY#txn_x NOTE is of no known kind"]);
});
