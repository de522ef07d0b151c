import * as z from "zod";
import { TICKET_SECONDS } from "../../core/live/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { object, shared } from "./schemas.ts";

/** Tickets of the live prices, new in v2: a browser opens a WebSocket without its owner's API key. */

const route = defineFamily({
  ...shared,
  orSession: false,
  id: "public.price-tickets",
  path: "/v2/price-tickets",
  scope: "prices:read",
});

const priceTicket = object("price_ticket", {
  ticket: z.string().meta({
    description: "For `?ticket=` of `/ws/prices`, once",
    examples: ["6Bq0Qq0gk3K5aXv7mZ2hTtq1b8uU9s4yJ0cN5dLrWxE"],
  }),
  expires_at: timestamp,
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a ticket for live prices",
  description:
    `Your server creates a ticket with its API key and passes it to a browser, which cannot send headers with a WebSocket: \`/ws/prices?ticket=…\`. A ticket opens one connection within ${TICKET_SECONDS} ` +
    "seconds, from any address. The connection counts for the API key. Every request creates another ticket.",
  responses: { 201: { description: "The ticket", body: priceTicket } },
  grants: { table: "write" },
});
