import * as z from "zod";
import { LastAdministrator, UserNotFound } from "../../core/identity/errors.ts";
import {
  AddressNotProven,
  OwnRole,
  OwnRoleRequest,
  RoleRequestMismatch,
  RoleRequestNotFound,
  RoleRequestWaits,
  UserIsBlocked,
  UserIsErased,
} from "../../core/identity/roles/errors.ts";
import { email } from "../../core/identity/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { ErasureBlocked, ErasureRequestNotFound, OwnErasureRequest } from "../../core/people/errors.ts";
import { role, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { approvalId, pendingApproval, reason, shared, userId } from "./schemas.ts";

/** Users as administrators see them, their roles and blocks. Not in the specification. */

const route = defineFamily({
  ...shared,
  id: "admin.users",
  path: "/api/admin/users",
  grants: { table: "write" },
});

const account = z
  .object({
    id: userId,
    name: z.string(),
    email: z.string(),
    emailVerified: timestamp.nullable(),
    role,
    blocked: z.boolean(),
    secondFactor: z.boolean().describe("Whether sign-in requires a second factor"),
    createdAt: timestamp,
  })
  .meta({ id: "AdminUser" });

const params = z.object({ id: userId });
const one = z.object({ user: account });

export const search = route({
  id: "search",
  method: "GET",
  summary: "Find an account by its email address or id",
  description:
    "Give the complete `email` or `id`; accounts cannot be browsed. The list is empty if there is no such account.",
  request: {
    query: z
      .strictObject({ email: email.optional(), id: userId.optional() })
      .refine((query) => (query.email === undefined) !== (query.id === undefined), {
        path: ["email"],
        message: rule("or id is required, but not both", "ou id est obligatoire, mais pas les deux"),
      })
      .meta({ examples: [{ email: "ada@example.com" }] }),
  },
  response: { description: "At most one", body: z.object({ users: z.array(account) }) },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve an account with its debts and pending role change",
  description:
    "The access is recorded in the audit trail. Only the last digits of the phone number are shown.",
  request: { params },
  response: {
    description: "The account",
    body: z.object({
      user: account.extend({
        phone: z
          .string()
          .nullable()
          .meta({ examples: ["…4567"] }),
        language: z.enum(["fr", "en"]).nullable().describe("Null if none was chosen"),
        owed: z.array(z.object({ asset: z.string(), amount: z.string() })),
      }),
    }),
  },
  errors: [UserNotFound],
});

export const setRole = route({
  id: "set-role",
  method: "PUT",
  path: "/{id}/role",
  summary: "Grant or revoke a user's role",
  description:
    "Applies from the user's next request on, and the user is notified. `PARTICULIER` revokes a role. The account must have a verified address. " +
    "Administrators cannot change their own role, and the last one keeps it. Repeating it changes nothing.\n\n" +
    "**Four eyes** (`ROLE_FOUR_EYES`, on in a deployed stack). To grant or revoke `EMPLOYE` or `ADMIN`, the response is 202 with a `pendingApproval`. " +
    "Another administrator makes the change by sending the same role with its id as `approvalId` within 24 hours. A user has at most one pending " +
    "change.",
  proof: "always",
  request: { params, body: z.strictObject({ role, reason, approvalId: approvalId.optional() }) },
  responses: {
    200: { description: "The user has the role", body: one },
    202: {
      description: "Nothing has changed yet: a second administrator must approve it",
      body: pendingApproval,
    },
  },
  errors: [
    UserNotFound,
    OwnRole,
    AddressNotProven,
    UserIsBlocked,
    LastAdministrator,
    RoleRequestNotFound,
    OwnRoleRequest,
    RoleRequestMismatch,
    RoleRequestWaits,
  ],
});

export const refuseRole = route({
  id: "refuse-role",
  method: "DELETE",
  path: "/{id}/role-requests/{approvalId}",
  summary: "Withdraw or reject a pending role change",
  proof: "always",
  request: { params: params.extend({ approvalId }) },
  response: { description: "It is no longer pending", body: z.object({ id: approvalId }) },
  errors: [RoleRequestNotFound],
});

export const erase = route({
  id: "erase",
  method: "POST",
  path: "/{id}/erasure",
  summary: "Erase a user's data",
  description:
    "Executed after the same period as a user's own request (`dueAt`); a sign-in before cancels it, and the user is notified. Blockers are listed with " +
    "what to do. **Four eyes**, as for roles: the response is 202 with a `pendingApproval`, and another administrator sends its id as `approvalId` " +
    "within 24 hours. Both are recorded in the audit trail. If the staff blocked the account after its owner requested the erasure, this approves the " +
    "owner's request with its `dueAt`, which may be in the past.",
  proof: "always",
  request: { params, body: z.strictObject({ reason, approvalId: approvalId.optional() }) },
  responses: {
    200: { description: "The date is set", body: z.object({ erasure: z.object({ dueAt: timestamp }) }) },
    202: { description: "A second administrator must approve it", body: pendingApproval },
  },
  errors: [UserNotFound, OwnRole, ErasureBlocked, ErasureRequestNotFound, OwnErasureRequest],
});

export const block = route({
  id: "block",
  method: "POST",
  path: "/{id}/block",
  summary: "Block a user",
  description:
    "Applies immediately, with one administrator: sign-in is rejected, every session, device and API key ends, and scheduled payments are not made. " +
    "Money stays. The user is notified, without the reason. Repeating it changes nothing.",
  proof: "always",
  request: { params, body: z.strictObject({ reason }) },
  response: { description: "The user is blocked", body: one },
  errors: [UserNotFound, OwnRole, LastAdministrator],
});

export const unblock = route({
  id: "unblock",
  method: "POST",
  path: "/{id}/unblock",
  summary: "Unblock a user",
  description:
    "The user can sign in again and is notified. Sessions and keys that the block ended are not restored. Repeating it changes nothing.",
  proof: "always",
  request: { params, body: z.strictObject({ reason }) },
  response: { description: "The user is not blocked", body: one },
  errors: [UserNotFound, OwnRole, UserIsErased],
});
