import { adviceTools } from "./advice.ts";
import { exchangeTools } from "./exchange.ts";
import { governanceTools } from "./governance.ts";
import { paymentTools } from "./payments.ts";
import { personTools } from "./person.ts";
import { priceTools } from "./prices.ts";
import { stakingTools } from "./staking.ts";
import type { Tool } from "./tool.ts";
import { transactionTools } from "./transactions.ts";
import { walletTools } from "./wallets.ts";

/** The 37 tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...personTools,
  ...walletTools,
  ...transactionTools,
  ...paymentTools,
  ...adviceTools,
  ...priceTools,
  ...exchangeTools,
  ...stakingTools,
  ...governanceTools,
];
