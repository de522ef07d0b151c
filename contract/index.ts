import * as kycReview from "./admin/kyc.ts";
import * as adminQueues from "./admin/queues.ts";
import * as savebackPayout from "./admin/saveback-payout.ts";
import * as adminTrail from "./admin/trail.ts";
import * as adminUsers from "./admin/users.ts";
import * as authAccounts from "./auth/accounts.ts";
import * as changeEmail from "./auth/change-email.ts";
import * as authData from "./auth/data.ts";
import * as framework from "./auth/framework.ts";
import * as passkeys from "./auth/passkeys.ts";
import * as password from "./auth/password.ts";
import * as sessions from "./auth/sessions.ts";
import * as authTwoFactor from "./auth/two-factor.ts";
import * as verifyEmail from "./auth/verify-email.ts";
import * as verifyPhone from "./auth/verify-phone.ts";
import * as auth from "./auth.ts";
import * as liquidity from "./defi/dex/liquidity.ts";
import * as dex from "./defi/dex.ts";
import * as delegation from "./defi/governance/delegation.ts";
import * as proposals from "./defi/governance/proposals.ts";
import * as governance from "./defi/governance.ts";
import { livePrices } from "./defi/prices/live.ts";
import * as prices from "./defi/prices.ts";
import * as staking from "./defi/staking.ts";
import * as wallets from "./defi/wallets.ts";
import * as inbound from "./inbound.ts";
import * as jobTemplates from "./job-templates.ts";
import * as jobs from "./jobs.ts";
import * as keys from "./keys.ts";
import * as loyaltyChallenges from "./loyalty/challenges.ts";
import * as loyaltyPrograms from "./loyalty/programs.ts";
import * as prompts from "./mcp/prompts.ts";
import * as resources from "./mcp/resources.ts";
import * as mcp from "./mcp.ts";
import * as mobilePasskeys from "./mobile/auth/passkeys.ts";
import * as mobileAuth from "./mobile/auth.ts";
import * as mobileCards from "./mobile/cards.ts";
import * as mobileIdentityDocuments from "./mobile/identity/documents.ts";
import * as mobileIdentityVerification from "./mobile/identity/verification.ts";
import * as mobileIdentity from "./mobile/identity.ts";
import * as mobileLoyalty from "./mobile/loyalty.ts";
import * as mobileNotificationPreferences from "./mobile/notifications/preferences.ts";
import * as mobileNotifications from "./mobile/notifications.ts";
import * as mobilePayees from "./mobile/payees.ts";
import * as mobilePaymentCodes from "./mobile/payments/qr.ts";
import * as mobileScheduled from "./mobile/payments/scheduled.ts";
import * as mobilePayments from "./mobile/payments.ts";
import * as mobileSync from "./mobile/sync.ts";
import * as mobileData from "./mobile/user/data.ts";
import * as mobileDevices from "./mobile/user/devices.ts";
import * as mobilePreferences from "./mobile/user/preferences.ts";
import * as mobileProfile from "./mobile/user/profile.ts";
import * as mobileTwoFactor from "./mobile/user/two-factor.ts";
import * as mobileWallet from "./mobile/wallet.ts";
import * as notifications from "./notifications.ts";
import * as cards from "./payments/cards.ts";
import * as merchant from "./payments/merchant.ts";
import * as setupIntents from "./payments/setup-intents.ts";
import * as payments from "./payments.ts";
import * as publicBalances from "./public/balances.ts";
import * as publicEvents from "./public/events.ts";
import * as publicPairs from "./public/exchange/pairs.ts";
import * as publicLiquidity from "./public/exchange/positions.ts";
import * as publicSwaps from "./public/exchange/swaps.ts";
import * as publicExchange from "./public/exchange.ts";
import * as publicFarms from "./public/farming/farms.ts";
import * as publicFarming from "./public/farming/positions.ts";
import * as publicProposals from "./public/governance/proposals.ts";
import * as publicGovernance from "./public/governance.ts";
import * as publicHolds from "./public/holds.ts";
import * as publicPortfolio from "./public/portfolio.ts";
import * as publicPriceTickets from "./public/price-tickets.ts";
import * as publicPrices from "./public/prices.ts";
import * as publicStakingPools from "./public/staking/pools.ts";
import * as publicStakingPositions from "./public/staking/positions.ts";
import * as publicStaking from "./public/staking.ts";
import * as publicStatements from "./public/statements.ts";
import * as publicTest from "./public/test.ts";
import * as publicTransfers from "./public/transfers.ts";
import * as publicWallets from "./public/wallets.ts";
import { isRoute, type RouteSpec } from "./route.ts";
import type { SocketSpec } from "./socket.ts";
import * as accountPages from "./web/account.ts";
import * as dashboard from "./web/dashboard.ts";
import * as webDocs from "./web/docs.ts";
import * as markets from "./web/markets.ts";
import * as webOpenapi from "./web/openapi.ts";
import * as web from "./web.ts";
import * as deliveries from "./webhooks/deliveries.ts";
import * as webhooks from "./webhooks.ts";

/** Every module with routes, in the order of the API document. Handlers import their own module, never this one. */
const modules: readonly object[] = [
  auth,
  password,
  verifyEmail,
  verifyPhone,
  changeEmail,
  sessions,
  authAccounts,
  framework,
  authData,
  authTwoFactor,
  passkeys,
  mobileAuth,
  mobilePasskeys,
  mobileProfile,
  mobilePreferences,
  mobileNotifications,
  mobilePayees,
  mobileNotificationPreferences,
  mobileData,
  mobileTwoFactor,
  mobileWallet,
  mobilePayments,
  mobilePaymentCodes,
  mobileDevices,
  mobileLoyalty,
  mobileCards,
  mobileScheduled,
  mobileSync,
  mobileIdentity,
  mobileIdentityDocuments,
  mobileIdentityVerification,
  wallets,
  dex,
  liquidity,
  staking,
  prices,
  governance,
  proposals,
  delegation,
  payments,
  cards,
  setupIntents,
  merchant,
  loyaltyPrograms,
  loyaltyChallenges,
  savebackPayout,
  adminUsers,
  adminQueues,
  adminTrail,
  kycReview,
  inbound,
  webhooks,
  deliveries,
  jobs,
  jobTemplates,
  notifications,
  keys,
  publicTransfers,
  publicWallets,
  publicPortfolio,
  publicTest,
  publicExchange,
  publicPairs,
  publicSwaps,
  publicLiquidity,
  publicEvents,
  publicFarms,
  publicFarming,
  publicGovernance,
  publicProposals,
  publicPrices,
  publicPriceTickets,
  publicStaking,
  publicStakingPools,
  publicStakingPositions,
  publicHolds,
  publicBalances,
  publicStatements,
  mcp,
  resources,
  prompts,
  web,
  accountPages,
  markets,
  dashboard,
  webOpenapi,
  webDocs,
];

export const routes: readonly RouteSpec[] = modules.flatMap((module) =>
  Object.values(module).filter(isRoute),
);

export const sockets: readonly SocketSpec[] = [livePrices];
