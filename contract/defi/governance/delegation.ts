import * as z from "zod";
import {
  DelegatorLimit,
  InsufficientVotingPower,
  InvalidDelegate,
} from "../../../core/defi/governance/errors.ts";
import { Contention } from "../../../core/kernel/errors.ts";
import { timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { address } from "./schemas.ts";

/** Delegating voting power: spec 2, sections 2.5 and 4.5. */

const route = defineFamily({
  id: "defi.governance.delegation",
  path: "/api/defi/governance/delegation",
  family: "defi",
  auth: "session",
});

const delegation = z
  .object({
    address,
    delegatedTo: address.nullable().meta({ description: "null where the power is the caller's own" }),
    since: timestamp.nullable(),
    delegators: z.int().meta({ description: "How many accounts have delegated to the caller" }),
  })
  .meta({ id: "DefiDelegation" });

export const read = route({
  id: "read",
  method: "GET",
  summary: "Whom the caller's voting power is delegated to",
  responses: { 200: { description: "The delegation", body: delegation } },
  grants: { table: "read" },
});

export const set = route({
  id: "set",
  method: "PUT",
  summary: "Delegate the caller's voting power to another account",
  description:
    "All of it but what the multipliers of stakes add, to one account, until it is taken back or given to another; to the caller's " +
    "own address takes it back. What the caller has from others stays: it is not handed on. Holds for votes whose `snapshotTime` " +
    "is not before this moment. An account has at most 1,000 delegators: when it has, whoever has at least 10 % more to delegate than " +
    "the weakest of them takes that one's place, whose power is its own again and who is told by e-mail; who has less is refused " +
    "(`DELEGATOR_LIMIT_REACHED`). Takes at least 1 token to delegate at this moment (`INSUFFICIENT_VOTING_POWER`). An account delegates and takes back at most 30 times in 24 hours, together.",
  limit: limits.delegate,
  idempotent: true,
  request: {
    body: z.strictObject({
      delegatee: z
        .string()
        .trim()
        .max(42)
        .meta({ examples: ["0x3c78610499be4a5C7354c07C62360BA9c764A0Af"] }),
    }),
  },
  responses: { 200: { description: "The delegation from now on", body: delegation } },
  errors: [InvalidDelegate, InsufficientVotingPower, DelegatorLimit, Contention],
  grants: { table: "write" },
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  summary: "Take the caller's voting power back",
  description:
    "Nothing happens where it is the caller's own already. An account delegates and takes back at most 30 times in 24 hours, " +
    "together.",
  limit: limits.delegate,
  idempotent: true,
  responses: { 200: { description: "The delegation from now on", body: delegation } },
  grants: { table: "write" },
});
