import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const parameterGroup = entity({
  name: "Parameters",
  about: "A domain's parameters as governance has set them; absent as long as the defaults hold.",
  pk: "PARAMETERS#{mode}#{group}",
  sk: "CURRENT",
  schema: z.looseObject({ version: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "a domain's parameters": "GetItem pk, sk" },
});
