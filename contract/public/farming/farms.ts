import * as z from "zod";
import { FarmNotFound } from "../../../core/defi/farming/errors.ts";
import { defineFamily } from "../../family.ts";
import { pair } from "../exchange.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import { farm, farmId, reading } from "./schemas.ts";

const route = defineFamily({
  ...shared,
  ...reading,
  id: "public.farming.farms",
  path: "/v1/farming/farms",
  method: "GET",
  expands: { pair: { scope: "exchange:read", body: pair } },
});

export const list = route({
  id: "list",
  summary: "List farms",
  description:
    "Farms take shares of a pool and distribute an emission per second. Governance creates, funds and ends them.",
  request: { query: z.strictObject(paging) },
  response: { description: "The farms, those from the start first", body: listOf(farm) },
});

export const read = route({
  id: "read",
  path: "/{id}",
  summary: "Retrieve a farm",
  request: { params: z.object({ id: farmId }) },
  response: { description: "The farm", body: farm },
  errors: [FarmNotFound],
});
