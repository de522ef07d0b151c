import * as z from "zod";
import { timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { movesNothing } from "../../proof.ts";
import { delegateErrors } from "../errors.ts";
import { address } from "../governance.ts";

/** Delegation of voting power: spec 2, sections 2.5 and 4.5. */

const route = defineFamily({
  id: "defi.governance.delegation",
  path: "/api/defi/governance/delegation",
  family: "defi",
  auth: "session",
});

const delegation = z
  .object({
    address,
    delegatedTo: address.nullable().describe("Null if the power is not delegated"),
    since: timestamp.nullable(),
    delegators: z.int().describe("How many accounts have delegated to the caller"),
  })
  .meta({ id: "DefiDelegation" });

const change = {
  limit: limits.delegate,
  idempotent: true,
  proof: movesNothing,
  grants: { table: "write" },
} as const;

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the caller's delegation",
  response: { description: "The delegation", body: delegation },
  grants: { table: "read" },
});

export const set = route({
  ...change,
  id: "set",
  method: "PUT",
  summary: "Delegate the caller's voting power to another account",
  description:
    "Delegates all voting power except stake multipliers to one account; your own address takes it back. Power delegated to the caller is " +
    "not passed on. Applies to votes whose `snapshotTime` is not before this moment. An account has at most 1,000 delegators: beyond that, a " +
    "delegator with at least 10 % more power than the weakest one replaces it, and the replaced account is notified by email; otherwise the " +
    "request fails with `DELEGATOR_LIMIT_REACHED`. Requires 1 token to delegate (`INSUFFICIENT_VOTING_POWER`).",
  request: {
    body: z.strictObject({
      delegatee: z
        .string()
        .trim()
        .max(42)
        .meta({ examples: ["0x3c78610499be4a5C7354c07C62360BA9c764A0Af"] }),
    }),
  },
  response: { description: "The new delegation", body: delegation },
  errors: delegateErrors,
});

export const remove = route({
  ...change,
  id: "remove",
  method: "DELETE",
  summary: "Take the caller's voting power back",
  description: "Changes nothing if the power is not delegated.",
  response: { description: "The new delegation", body: delegation },
});
