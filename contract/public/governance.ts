import * as z from "zod";
import {
  DelegatorLimit,
  InsufficientVotingPower,
  InvalidDelegate,
} from "../../core/defi/governance/errors.ts";
import { Contention } from "../../core/kernel/errors.ts";
import { defineFamily } from "../family.ts";
import {
  delegation as delegationObject,
  reading,
  votingPower as votingPowerObject,
  writing,
} from "./governance/schemas.ts";
import { shared } from "./schemas.ts";

/** Governance of the public API: the DeFi family's, with a key. */

const route = defineFamily({ ...shared, id: "public.governance", path: "/v1/governance" });
export const votingPower = route({
  ...reading,
  id: "voting-power",
  method: "GET",
  path: "/voting-power",
  summary: "Retrieve the caller's voting power",
  description:
    "While `delegated_to` names another account the caller's own part counts there, and `total_power` is `delegated_power` alone. Tokens " +
    "in the exchange's pools and in farms have no vote: a pool's reserves change with every swap, and whoever moves them could vote twice.",
  responses: { 200: { description: "What it is made of, now", body: votingPowerObject } },
  errors: [Contention],
  timeoutSeconds: 25,
});

export const delegation = route({
  ...writing,
  id: "delegation",
  method: "PUT",
  path: "/delegation",
  summary: "Delegate voting power",
  description:
    "All of it but what the multipliers of stakes add, to one account, until it is taken back (`null`, or one's own address) or given to another. " +
    "Holds for votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).",
  request: {
    body: z.strictObject({
      delegate: z
        .string()
        .trim()
        .max(42)
        .nullable()
        .meta({ examples: ["0x3c78610499be4a5C7354c07C62360BA9c764A0Af"] }),
    }),
  },
  responses: { 200: { description: "The delegation from now on", body: delegationObject } },
  errors: [InvalidDelegate, InsufficientVotingPower, DelegatorLimit, Contention],
});
