import * as z from "zod";
import { PoolNotFound } from "../../../core/defi/staking/errors.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import { pool, poolId, reading } from "../staking.ts";

const route = defineFamily({
  ...shared,
  ...reading,
  id: "public.staking.pools",
  path: "/v1/staking/pools",
  method: "GET",
});

export const list = route({
  id: "list",
  summary: "List staking pools",
  description:
    "Rewards are simple interest per second. Governance may change rate, bounds and `active`; a new rate applies from its change on. " +
    "`created_at` is when the ledger began.",
  request: { query: z.strictObject(paging) },
  response: { description: "The pools, the shortest lock first", body: listOf(pool) },
});

export const read = route({
  id: "read",
  path: "/{id}",
  summary: "Retrieve a staking pool",
  request: { params: z.object({ id: poolId }) },
  response: { description: "The pool", body: pool },
  errors: [PoolNotFound],
});
