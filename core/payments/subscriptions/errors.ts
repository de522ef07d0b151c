import { defineError } from "../../kernel/errors.ts";

export const UnknownPlan = defineError(
  "UNKNOWN_PLAN",
  "unprocessable",
  "This is not one of our plans, or not its price. See details.",
  "Cette formule n'existe pas, ou à un autre prix. Consultez details.",
);
