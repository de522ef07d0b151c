import * as z from "zod";
import { defineFamily } from "../family.ts";
import { paging, shared } from "./schemas.ts";
import { reading, rewards as rewardsList } from "./staking/schemas.ts";

/** Staking of the public API: the DeFi family's, with a key. Pools and positions are beside this. */

const route = defineFamily({ ...shared, id: "public.staking", path: "/v1/staking" });

export const rewards = route({
  ...reading,
  id: "rewards",
  method: "GET",
  path: "/rewards",
  summary: "List staking rewards",
  description: "What was paid, entry by entry, and beside the list what each pool has earned, paid and owes.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The payments, newest first, and the sums by pool", body: rewardsList } },
});
