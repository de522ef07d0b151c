import * as z from "zod";

/** What proposals can do: calls of fixed targets. */

/** As Compound's Governor Bravo. */
export const MAX_ACTIONS = 10;

/**
 * What proposals can act on: fixed addresses, the last 20 bytes of the Keccak-256 of `svc/target/<name>`,
 * with EIP-55's checksum. This folder's other files know what each does.
 */
export const targets = {
  treasury: "0xB7E039a82f30056fe09afB96a74D353455b39fE8",
  exchange: "0x3c78610499be4a5C7354c07C62360BA9c764A0Af",
  staking: "0xf116b03A61108493F9a931795571B00f58352598",
  governance: "0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39",
} as const;
export type TargetName = keyof typeof targets;

/** One call that a proposal makes when it is executed, as it was proposed. */
export const action = z.strictObject({
  /** The address of a target. */
  target: z.string().max(42),
  /** Native value sent along: "0", for no target takes any. */
  value: z.string().max(80),
  /** `setFee(uint256)` */
  signature: z.string().max(200),
  /** The arguments, ABI-encoded, as hex; without the selector, which the signature says. */
  calldata: z.string().max(4096),
});
export type Action = z.output<typeof action>;
