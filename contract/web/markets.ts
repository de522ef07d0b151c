import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { page } from "./page.ts";

const route = defineFamily({
  id: "web.markets",
  path: "/markets",
  family: "web",
  auth: "none",
  limit: limits.page,
});

export const index = route({
  id: "index",
  method: "GET",
  summary: "Live prices with the last week, and the exchange's pairs",
  responses: page,
  grants: { table: "read" },
});
