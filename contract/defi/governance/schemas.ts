import * as z from "zod";
import { targets } from "../../../core/defi/governance/actions/schema.ts";
import { MAX_DESCRIPTION, MAX_TITLE } from "../../../core/defi/governance/schema.ts";
import { line, text } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";

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

/** What somebody proposes. */
export const title = line
  .min(1)
  .max(MAX_TITLE)
  .meta({ examples: ["Lower the exchange fee"] });

export const description = text
  .min(1)
  .max(MAX_DESCRIPTION)
  .meta({ description: "Markdown", examples: ["A lower fee brings more trades."] });

export const actions = z
  .unknown()
  .optional()
  .meta({
    type: "array",
    maxItems: 10,
    items: {
      type: "object",
      required: ["target", "value", "signature", "calldata"],
      properties: {
        target: { type: "string", examples: [targets.exchange] },
        value: { type: "string", examples: ["0"] },
        signature: { type: "string", examples: ["setFee(uint256)"] },
        calldata: { type: "string", examples: [`0x${"0".repeat(62)}19`] },
      },
    },
  });

export const discussionUrl = z
  .url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    error: rule("must be an https address", "doit être une adresse https"),
  })
  .max(2000);
