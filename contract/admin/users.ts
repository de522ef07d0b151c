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
import * as limits from "../limits.ts";
import { approvalId, reason, userId } from "./schemas.ts";

/** Users as administrators see them, their roles and blocks. Not in the specification. */

const route = defineFamily({
  id: "admin.users",
  path: "/api/admin/users",
  family: "admin",
  auth: "admin",
  limit: limits.administration,
});

const account = z
  .object({
    id: userId,
    name: z.string(),
    email: z.string(),
    emailVerified: timestamp.nullable(),
    role,
    blocked: z.boolean(),
    secondFactor: z.boolean().meta({ description: "Whether signing in takes a second factor" }),
    createdAt: timestamp,
  })
  .meta({ id: "AdminUser" });

const params = z.object({ id: userId });
const one = z.object({ user: account });

export const search = route({
  id: "search",
  method: "GET",
  summary: "The account of an e-mail address or of an id",
  description:
    "Either `email` or `id`, whole: accounts are found by what is known of them, and not leafed through. An empty list where there " +
    "is none.",
  request: {
    query: z
      .strictObject({ email: email.optional(), id: userId.optional() })
      .refine((query) => (query.email === undefined) !== (query.id === undefined), {
        path: ["email"],
        message: rule("or id must be given, not both", "ou id doit être donné, pas les deux"),
      })
      .meta({ examples: [{ email: "ada@example.com" }] }),
  },
  responses: {
    200: { description: "At most one", body: z.object({ users: z.array(account) }) },
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "An account with what it owes, and the change of its role that waits",
  description:
    "That it was looked at, and by whom, is on the trail. Of the telephone number the last digits alone are shown.",
  request: { params },
  responses: {
    200: {
      description: "The account",
      body: z.object({
        user: account.extend({
          phone: z
            .string()
            .nullable()
            .meta({ examples: ["…4567"] }),
          language: z.enum(["fr", "en"]).nullable().meta({ description: "Null where none was chosen" }),
          owed: z.array(z.object({ asset: z.string(), amount: z.string() })),
        }),
      }),
    },
  },
  errors: [UserNotFound],
  grants: { table: "write" },
});

export const setRole = route({
  id: "set-role",
  method: "PUT",
  path: "/{id}/role",
  summary: "Give a user a role, or take it back",
  description:
    "In force at the user's next call, whatever token it comes with; the user is told. A role is taken by giving `PARTICULIER`. Only " +
    "accounts with a verified address are given one. Nobody changes the own role, and the last administrator keeps it. Again, it " +
    "changes nothing.\n\n" +
    "**Four eyes** (`ROLE_FOUR_EYES`, on in a deployed stack). Where `EMPLOYE` or `ADMIN` is given or taken, nothing changes yet: the " +
    "answer is 202 with a `pendingApproval`. Another administrator who sends the same role with its id as `approvalId` within 24 " +
    "hours makes the change, if both are administrators then. At most one change waits for a user.",
  request: { params, body: z.strictObject({ role, reason, approvalId: approvalId.optional() }) },
  responses: {
    200: { description: "The user has the role", body: one },
    202: {
      description: "Nothing has changed yet: a second administrator must approve it",
      body: z.object({ pendingApproval: z.object({ id: approvalId, expiresAt: timestamp }) }),
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
  grants: { table: "write" },
});

export const refuseRole = route({
  id: "refuse-role",
  method: "DELETE",
  path: "/{id}/role-requests/{approvalId}",
  summary: "Withdraw or refuse a change of a role that waits",
  request: { params: params.extend({ approvalId }) },
  responses: { 200: { description: "It waits no more", body: z.object({ id: approvalId }) } },
  errors: [RoleRequestNotFound],
  grants: { table: "write" },
});

export const erase = route({
  id: "erase",
  method: "POST",
  path: "/{id}/erasure",
  summary: "Have a user's data erased",
  description:
    "Carried out after the same time as where the user asks (`dueAt`), and called off by a sign-in before; the user is told. What is in " +
    "the way is named, with what to do. **Four eyes**, as for roles: the answer is 202 with a `pendingApproval`, and another " +
    "administrator sends its id as `approvalId` within 24 hours. Both stand on the trail. Where the staff has blocked an account after its owner " +
    "asked for the erasure, this approves the owner's wish, on the day that it has (`dueAt`, which may be over).",
  request: { params, body: z.strictObject({ reason, approvalId: approvalId.optional() }) },
  responses: {
    200: { description: "The day is set", body: z.object({ erasure: z.object({ dueAt: timestamp }) }) },
    202: {
      description: "A second administrator must approve it",
      body: z.object({ pendingApproval: z.object({ id: approvalId, expiresAt: timestamp }) }),
    },
  },
  errors: [UserNotFound, OwnRole, ErasureBlocked, ErasureRequestNotFound, OwnErasureRequest],
  grants: { table: "write" },
});

export const block = route({
  id: "block",
  method: "POST",
  path: "/{id}/block",
  summary: "Block a user",
  description:
    "At once and by one administrator: sign-in is refused, every session, device and API key ends, and what was scheduled does not " +
    "take place. Money stays where it is. The user is told, without the reason. Again, it changes nothing.",
  request: { params, body: z.strictObject({ reason }) },
  responses: { 200: { description: "The user is blocked", body: one } },
  errors: [UserNotFound, OwnRole, LastAdministrator],
  grants: { table: "write" },
});

export const unblock = route({
  id: "unblock",
  method: "POST",
  path: "/{id}/unblock",
  summary: "Let a blocked user in again",
  description:
    "The user can sign in again and is told so. What ended with the block stays ended. Again, it changes nothing.",
  request: { params, body: z.strictObject({ reason }) },
  responses: { 200: { description: "The user is not blocked", body: one } },
  errors: [UserNotFound, OwnRole, UserIsErased],
  grants: { table: "write" },
});
