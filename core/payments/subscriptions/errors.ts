import { defineError } from "../../kernel/errors.ts";

export const UnknownPlan = defineError(
  "UNKNOWN_PLAN",
  "unprocessable",
  "A subscription is to one of our plans, at its price.",
  "Un abonnement porte sur une de nos formules, à son prix.",
);
