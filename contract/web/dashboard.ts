import * as z from "zod";
import { NotFound } from "../../core/kernel/errors.ts";
import { UnsupportedAsset, WalletLimit } from "../../core/wallets/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { below, FORM, form, pageOf, redirect, SIGN_IN } from "./page.ts";

/** The dashboard, behind its guard (spec 1, section 4.1, protected routes). */

const route = defineFamily({
  id: "web.dashboard",
  path: "/dashboard",
  family: "web",
  auth: "session",
  signInAt: SIGN_IN,
  grants: { table: "read" },
});

export const index = route({
  id: "index",
  method: "GET",
  summary: "The dashboard: wallets and what they are worth; without a session, the way to the sign-in page",
  responses: { 200: pageOf("The page") },
});

export const open = route({
  id: "open",
  method: "POST",
  summary: "Open a wallet, by the dashboard's form",
  description: "A wallet that is open already stays as it is. Programs use `POST /api/defi/wallets`.",
  request: { body: form.extend({ assetSymbol: z.string().max(10) }), contentTypes: [FORM] },
  responses: { 302: redirect },
  errors: [UnsupportedAsset, WalletLimit],
  grants: { table: "write" },
});

export const billing = route({
  id: "billing",
  method: "GET",
  path: "/billing",
  summary: "The plan, and the latest payments, orders and refunds",
  responses: { 200: pageOf("The page") },
});

export const admin = route({
  id: "admin",
  method: "GET",
  path: "/admin",
  summary: "What waits for administrators, and what they did last",
  description: "For ADMIN alone. It shows; what is to be done, the routes of `/api/admin` do.",
  roles: [],
  responses: { 200: pageOf("The page") },
});

export const twoFactor = route({
  id: "two-factor",
  method: "GET",
  path: "/two-factor",
  summary: "The second factor: whether it is on, and how to change that",
  responses: { 200: pageOf("The page") },
  grants: { table: "read", credentials: ["secondFactor"] },
});

export const changeTwoFactor = route({
  id: "change-two-factor",
  method: "POST",
  path: "/two-factor",
  summary: "Set up, verify or switch off the second factor, by the page's forms",
  description: "Programs use `POST /api/auth/2fa/…`.",
  limit: limits.twoFactor,
  request: {
    body: form.extend({
      action: z.enum(["begin", "verify", "renew", "disable"]),
      code: z.string().max(100).optional(),
      password: z.string().max(1000).optional(),
    }),
    contentTypes: [FORM],
  },
  responses: { 200: pageOf("The page, with what is shown once") },
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
});

export const page = route({
  id: "page",
  method: "GET",
  path: "/{path+}",
  summary: "Any other address below the dashboard: the same guard, and no page behind it",
  description: "A browser gets its 404 as a page.",
  request: { params: below },
  responses: { 204: { description: "Not given: signed in, every such address is a 404" } },
  errors: [NotFound],
});
