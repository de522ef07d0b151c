import * as z from "zod";
import { AccountNotLinked, LastSignInMethod } from "../../core/identity/errors.ts";
import { linkedAccounts } from "../account.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Accounts at providers that can sign in. The session layer links them. Not in the specification. */

const route = defineFamily({
  id: "auth.accounts",
  path: "/api/auth/accounts",
  family: "auth",
  auth: "session",
  limit: limits.sessions,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the accounts at providers that can sign in",
  response: { description: "The accounts, oldest first", body: z.object({ accounts: linkedAccounts }) },
  grants: { table: "read" },
});

export const unlink = route({
  id: "unlink",
  method: "DELETE",
  path: "/{provider}",
  summary: "Unlink the user's accounts at a provider",
  description:
    "They can no longer sign in. Sessions that they have started remain: end those with `POST /api/auth/sessions/end-others`. The user is notified. The " +
    "last way to sign in cannot be removed.",
  proof: "always",
  request: { params: z.object({ provider: z.string().meta({ examples: ["google"] }) }) },
  response: { status: 204, description: "Unlinked" },
  errors: [AccountNotLinked, LastSignInMethod],
  grants: { table: "write" },
});
