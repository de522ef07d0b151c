import * as z from "zod";

/** What the routes of governance share. */

export const power = z.string().meta({
  description: "Voting power: decimal string, in whole units of the platform's token",
  examples: ["1250000.5"],
});

export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .meta({
    description:
      "Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id",
    examples: ["0xEC999567019347B478544E89335C192f0fD0Fc6B"],
  });

export const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ description: "`0x` and the SHA-256 of what was recorded, in its canonical form" });
