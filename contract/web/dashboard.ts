import { defineFamily } from "../family.ts";
import { below, pageOf, SIGN_IN } from "./page.ts";

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
  summary: "The dashboard; without a session, the way to the sign-in page",
  responses: { 200: pageOf("The page") },
});

export const billing = route({
  id: "billing",
  method: "GET",
  path: "/billing",
  summary: "The plan, and the latest payments, orders and refunds",
  responses: { 200: pageOf("The page") },
});

export const page = route({
  id: "page",
  method: "GET",
  path: "/{path+}",
  summary: "Any page below the dashboard, behind the same guard",
  request: { params: below },
  responses: { 200: pageOf("The page") },
});
