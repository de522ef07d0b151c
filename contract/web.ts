import * as z from "zod";
import { NotFound } from "../core/kernel/errors.ts";
import { route } from "./route.ts";

/** Pages for people, rendered on the server, and what they show (spec 1, section 4.1, protected routes). */

const HTML = "text/html; charset=utf-8";
const pageOf = (description: string) => ({ description, contentType: HTML }) as const;
const redirect = { description: "Elsewhere", headers: { Location: "Where" } } as const;
const SIGN_IN = "/auth/signin";
const below = z.object({ path: z.string() });

/** What a page reads of its query: anything else that a link carries is let be. */
const signInQuery = z.object({
  callbackUrl: z.string().optional().meta({ description: "Where to go once signed in: a path of ours" }),
  error: z.string().max(64).optional().catch(undefined),
});

export const home = route({
  id: "web.home",
  method: "GET",
  path: "/",
  family: "web",
  summary: "The home page",
  auth: "none",
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const markets = route({
  id: "web.markets.index",
  method: "GET",
  path: "/markets",
  family: "web",
  summary: "Live prices with a week's course, and the exchange's pairs",
  auth: "none",
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const signin = route({
  id: "web.signin",
  method: "GET",
  path: SIGN_IN,
  family: "web",
  summary: "The sign-in page",
  description:
    "Works without script: its forms post to the session layer. Whoever is signed in goes on to `callbackUrl`.",
  auth: "none",
  request: { query: signInQuery },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const register = route({
  id: "web.register",
  method: "GET",
  path: "/auth/register",
  family: "web",
  summary: "The registration page",
  auth: "none",
  request: { query: signInQuery },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read" },
});

export const dashboard = route({
  id: "web.dashboard.index",
  method: "GET",
  path: "/dashboard",
  family: "web",
  summary: "The dashboard; without a session, the way to the sign-in page",
  auth: "session",
  signInAt: SIGN_IN,
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const dashboardBilling = route({
  id: "web.dashboard.billing",
  method: "GET",
  path: "/dashboard/billing",
  family: "web",
  summary: "The plan, and the latest payments, orders and refunds",
  auth: "session",
  signInAt: SIGN_IN,
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const dashboardPage = route({
  id: "web.dashboard.page",
  method: "GET",
  path: "/dashboard/{path+}",
  family: "web",
  summary: "Any page below the dashboard, behind the same guard",
  auth: "session",
  signInAt: SIGN_IN,
  request: { params: below },
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const billing = route({
  id: "web.billing",
  method: "ANY",
  path: "/api/billing/{path+}",
  family: "web",
  summary: "Behind the dashboard's guard; there is nothing here yet",
  auth: "session",
  signInAt: SIGN_IN,
  request: { params: below },
  responses: { 204: { description: "Not given yet: signed in, every address here is a 404" } },
  errors: [NotFound],
  grants: { table: "read" },
});

export const asset = route({
  id: "web.asset",
  method: "GET",
  path: "/assets/{file}",
  family: "web",
  summary: "The badge of an asset, `btc.svg`",
  auth: "none",
  request: { params: z.object({ file: z.string() }) },
  responses: { 200: { description: "The badge", contentType: "image/svg+xml" } },
  errors: [NotFound],
});
