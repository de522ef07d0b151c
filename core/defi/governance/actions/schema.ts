import * as z from "zod";
import { defineError } from "../../../kernel/errors.ts";

/** As Compound's Governor Bravo. */
export const MAX_ACTIONS = 10;

/**
 * The targets of proposals by fixed addresses: the last 20 bytes of the Keccak-256 of `svc/target/<name>`,
 * with EIP-55's checksum. `targets.ts` has their functions.
 */
export const targets = {
  treasury: "0xB7E039a82f30056fe09afB96a74D353455b39fE8",
  exchange: "0x3c78610499be4a5C7354c07C62360BA9c764A0Af",
  staking: "0xf116b03A61108493F9a931795571B00f58352598",
  farming: "0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763",
  governance: "0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39",
} as const;
export type TargetName = keyof typeof targets;

/** The targets' functions for proposers, in Markdown. */
export const listOfTargets = [
  `- treasury \`${targets.treasury}\`: \`transfer(address,string,uint256)\` - recipient (an account's address), symbol of an ` +
    "asset, amount in its base units. Opens the recipient's wallet if it does not exist. " +
    "`redeemShares(string,uint256,uint256,uint256)` - a pair's id (`BTC-USDC`), the number of the treasury's shares of its pool to " +
    "redeem, and the minimum of token0 and of token1 to receive at execution, all in base units; the tokens go to the " +
    "treasury. `fundRewards(uint256)` - base units of the platform's token for the account that pays staking rewards.",
  `- exchange \`${targets.exchange}\`: \`setFee(uint256)\` - swap fee in hundredths of a percent, 0 to 100.`,
  `- staking \`${targets.staking}\`: \`setPool(string,uint256,uint256,uint256,bool)\` - pool, APY in hundredths of a percent (0 to ` +
    "10000), minimum and maximum of one stake in base units, whether the pool accepts new stakes.",
  `- farming \`${targets.farming}\`: \`createFarm(string,string,uint256,uint256)\` - the new farm's id, a pair's id, the duration of ` +
    "its emissions in seconds (1 day to 4 years), and the first reward in base units from the treasury, or 0. " +
    "`fundFarm(string,uint256)` - farm, reward from the treasury: a new period begins, which also emits the rest of the current one. " +
    "`endFarm(string)` - ends its emission: unearned rewards return to the treasury, shares can still be withdrawn. " +
    "`setFarmDuration(string,uint256)` - farm, duration of its next emissions in seconds. The current emission must be over.",
  `- governance \`${targets.governance}\`: \`setParameters(uint256,uint256,uint256,uint256,uint256)\` - threshold in base units ` +
    "(1,000 to 50,000,000 tokens), quorum in hundredths of a percent (100 to 2000), voting delay (1 hour to 14 days), voting " +
    "period (1 to 30 days) and timelock (2 to 30 days) in seconds. Applies to proposals created afterwards.",
].join("\n");

/** One call that a proposal makes when it is executed. */
export const action = z.strictObject({
  /** The address of a target. */
  target: z.string().max(42),
  /** Native value: always "0". */
  value: z.string().max(80),
  /** `setFee(uint256)` */
  signature: z.string().max(200),
  /** The ABI-encoded arguments as hex, without the selector. */
  calldata: z.string().max(4096),
});
export type Action = z.output<typeof action>;

export const InvalidActions = defineError(
  "INVALID_ACTIONS",
  "invalid",
  "The actions are not valid.",
  "Les actions ne sont pas valides.",
);
