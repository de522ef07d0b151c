import { defineFamily } from "../family.ts";
import { below, redirect, SIGN_IN, page as shown } from "./page.ts";

/** The addresses of the dashboard, which require a session (spec 1, section 4.1, protected routes). The console has its screens. */

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
  summary: "Redirect to the console",
  responses: { 302: redirect },
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

export const page = route({
  id: "page",
  method: "GET",
  path: "/{path+}",
  summary: "Redirect to the console's screen for an address of the dashboard",
  request: { params: below },
  responses: { 302: redirect },
});
