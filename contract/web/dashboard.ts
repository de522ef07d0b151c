import * as z from "zod";
import { NotFound } from "../../core/kernel/errors.ts";
import { UnsupportedAsset, WalletLimit } from "../../core/wallets/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { below, form, pageOf, posted, redirect, SIGN_IN, page as shown, toConfirm } from "./page.ts";

/** The dashboard, which requires a session (spec 1, section 4.1, protected routes). */

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
  summary: "The dashboard: wallets and their worth",
  responses: shown,
});

export const open = route({
  id: "open",
  method: "POST",
  summary: "Open a wallet (form)",
  description: "An existing wallet does not change. Programs use `POST /api/defi/wallets`.",
  request: posted(form.extend({ assetSymbol: z.string().max(10) })),
  responses: { 302: redirect },
  errors: [UnsupportedAsset, WalletLimit],
  grants: { table: "write" },
});

export const billing = route({
  id: "billing",
  method: "GET",
  path: "/billing",
  summary: "The plan, and the latest payments, orders and refunds",
  responses: shown,
});

export const admin = route({
  id: "admin",
  method: "GET",
  path: "/admin",
  summary: "Items that wait for administrators, and their latest actions",
  description: "For ADMIN only, and read-only: the routes of `/api/admin` make changes.",
  roles: [],
  responses: shown,
});

export const twoFactor = route({
  id: "two-factor",
  method: "GET",
  path: "/two-factor",
  summary: "The second factor: its status, and how to change it",
  proof: { notNeeded: "it shows no secret" },
  request: { query: z.object({ done: z.string().max(40).optional() }) },
  responses: shown,
  grants: { table: "read", credentials: ["secondFactor"] },
});

export const changeTwoFactor = route({
  id: "change-two-factor",
  method: "POST",
  path: "/two-factor",
  summary: "Set up, verify or turn off the second factor (form)",
  description: "Programs use `POST /api/auth/2fa/…`.",
  limit: limits.twoFactor,
  proof: { when: "`action` is not `verify`; `password` or `code` in the form can be it" },
  request: posted(
    form.extend({
      action: z.enum(["begin", "verify", "renew", "disable"]),
      code: z.string().max(100).optional(),
      password: z.string().max(1000).optional(),
    }),
  ),
  responses: { 200: pageOf("The page, with secrets that are shown once"), 303: toConfirm },
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
});

export const accounts = route({
  id: "accounts",
  method: "GET",
  path: "/accounts",
  summary: "The linked accounts at providers, and forms to link and unlink them",
  description: "Programs use `GET /api/auth/accounts`.",
  request: { query: z.object({ done: z.string().max(40).optional() }) },
  responses: shown,
});

export const unlinkAccount = route({
  id: "unlink-account",
  method: "POST",
  path: "/accounts",
  summary: "Unlink the accounts at a provider (form)",
  description: "Programs use `DELETE /api/auth/accounts/{provider}`.",
  proof: "always",
  limit: limits.sessions,
  request: posted(form.extend({ provider: z.string().max(40) })),
  responses: { 200: pageOf("The page, with the problem"), 302: redirect, 303: toConfirm },
  grants: { table: "write" },
});

export const page = route({
  id: "page",
  method: "GET",
  path: "/{path+}",
  summary: "Any other address of the dashboard",
  description: "A 404, for a browser as a page.",
  request: { params: below },
  response: { status: 204, description: "Not used: with a session, every such address is a 404" },
  errors: [NotFound],
});
