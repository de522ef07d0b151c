import * as z from "zod";
import { PoolNotFound } from "../../../core/defi/staking/errors.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import { pool, poolId, reading } from "./schemas.ts";

/** Staking pools of the public API. */

const route = defineFamily({ ...shared, id: "public.staking.pools", path: "/v1/staking/pools" });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List staking pools",
  description:
    "Rewards are simple interest by the second. Governance may change rate, bounds and `active`; a changed rate counts from " +
    "its change on. `created_at` is when the ledger began.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The pools, the shortest lock first", body: listOf(pool) } },
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a staking pool",
  request: { params: z.object({ id: poolId }) },
  responses: { 200: { description: "The pool", body: pool } },
  errors: [PoolNotFound],
});
