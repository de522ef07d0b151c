import { KEY_PATTERN } from "../../core/platform/idempotency/errors.ts";
import type { RouteSpec } from "../route.ts";
import type { Json } from "./schemas.ts";

/** How the document tells of the `Idempotency-Key`. */

const replayed =
  "What was done is not done again: the first answer comes again, with `Idempotency-Replayed: true`.";

/** Spec 3, section 7, has the payments routes refuse what was done before. */
const refused =
  "What was done is not done again: it is a 409 `ALREADY_PROCESSED` that names the result, or the first answer again " +
  "with `Prefer: return=representation`.";

const rules = [
  "Of several at once one is carried out, and the others are answered as repetitions of it.",
  "Another body, path or query under the key is a 422 `IDEMPOTENCY_KEY_REUSED`.",
  "**A request that was refused** has done nothing, and nothing is kept of it: repeated under its key it is tried anew, " +
    "and carried out once what refused it is gone. A card that its bank refused is a payment that failed: that stays so " +
    "under its key.",
  "**After 7 days** a key is forgotten: the same request is then a new one, and carried out. Whoever repeats one so late " +
    "looks first whether it was done; a swap is safe by its `deadline`.",
  "A key is its caller's alone, for this operation alone; those of test keys are apart from those of live ones.",
];

export const idempotencyHeader = ({ signed, family }: RouteSpec): Json => ({
  name: "Idempotency-Key",
  in: "header",
  required: signed ?? false,
  schema: { type: "string", pattern: KEY_PATTERN.source },
  // Tools that import the document send it as it is.
  example: "order-1843",
  description: [
    "A key of your own for this request: with it a retry within 7 days is harmless.",
    family === "payments" ? refused : replayed,
    ...rules,
  ].join("\n\n"),
});

/** The header of an answer that was given before. */
export const replayedHeader: Json = {
  schema: { type: "string", enum: ["true"] },
  description: "There where the request was carried out before, under this `Idempotency-Key`",
};
