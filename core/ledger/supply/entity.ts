import * as z from "zod";
import { entity } from "../../platform/table/entity.ts";

export const genesis = entity({
  name: "Genesis",
  about: "Says that the supply of the platform's token was issued, so that it is issued once.",
  pk: "SUPPLY#{mode}#{asset}",
  sk: "GENESIS",
  schema: z.object({ entryId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "was the supply issued": "GetItem pk, sk" },
});
