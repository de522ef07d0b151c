import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { pageOf } from "./page.ts";

/** The page of live prices. */

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
  summary: "Live prices with a week's course, and the exchange's pairs",
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});
