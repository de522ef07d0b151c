import * as z from "zod";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";

/** What the administrators' routes share. Not in the specification. */

export const userId = z
  .string()
  .regex(
    pattern("user"),
    rule(
      "must be the id of a user such as usr_01jd…",
      "doit être l'identifiant d'un utilisateur, comme usr_01jd…",
    ),
  );

export const approvalId = z
  .string()
  .regex(
    pattern("approval"),
    rule(
      "must be the id of a pending approval such as apr_01jd…",
      "doit être l'identifiant d'une approbation en attente, comme apr_01jd…",
    ),
  );

/** Why something is done to somebody: whoever reads the trail later must understand it. */
export const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ examples: ["Asked for by the customer, ticket 4711"] });

/** The end of a list's page. */
export const next = z
  .string()
  .nullable()
  .meta({ description: "Asks for the page after, as `after`; null on the last" });
