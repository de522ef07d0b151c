import * as z from "zod";
import { clearable, ignored, metadata, oneOf, text } from "./params.ts";

/** Parameters of connected accounts. */

const descriptor = text.transform((value, ctx) => {
  if (value.length >= 5 && value.length <= 22 && /[a-z]/i.test(value) && !/[<>\\'"*]/.test(value))
    return value;
  ctx.addIssue({
    code: "custom",
    message:
      "The statement descriptor must be between 5 and 22 characters, contain at least one letter, and none of < > \\ ' \" *.",
    params: { code: "invalid_statement_descriptor" },
  });
  return z.NEVER;
});

export const common = {
  email: clearable.optional(),
  business_type: oneOf("individual", "company", "non_profit", "government_entity").optional(),
  business_profile: z
    .strictObject({
      name: clearable.optional(),
      mcc: clearable.optional(),
      url: clearable.optional(),
      product_description: clearable.optional(),
      support_email: clearable.optional(),
      support_phone: clearable.optional(),
      support_url: clearable.optional(),
    })
    .optional(),
  capabilities: z.record(z.string(), z.strictObject({ requested: z.string().optional() })).optional(),
  company: ignored,
  individual: ignored,
  default_currency: text.optional(),
  metadata,
  settings: z
    .looseObject({ payments: z.strictObject({ statement_descriptor: descriptor.optional() }).optional() })
    .optional(),
  tos_acceptance: ignored,
  expand: ignored,
};

export const creating = {
  ...common,
  type: oneOf("custom", "express", "standard").optional(),
  controller: z
    .looseObject({
      stripe_dashboard: z.strictObject({ type: oneOf("express", "full", "none").optional() }).optional(),
    })
    .optional(),
  country: text.optional(),
};

export type Common = z.output<z.ZodObject<typeof common>>;
export type Creating = z.output<z.ZodObject<typeof creating>>;
