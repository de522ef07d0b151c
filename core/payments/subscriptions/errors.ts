import { defineError } from "../../kernel/errors.ts";

export const UnknownPlan = defineError(
  "UNKNOWN_PLAN",
  "unprocessable",
  "A subscription must be for one of our plans at its price. See details.",
  "Un abonnement doit porter sur une de nos formules, à son prix. Consultez details.",
);
