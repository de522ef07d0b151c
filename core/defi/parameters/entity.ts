import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const parameterGroup = entity({
  name: "Parameters",
  about: "A domain's parameters set by governance; absent while the defaults apply.",
  pk: "PARAMETERS#{mode}#{group}",
  sk: "CURRENT",
  schema: z.looseObject({ version: z.bigint() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "a domain's parameters": "GetItem pk, sk" },
});
