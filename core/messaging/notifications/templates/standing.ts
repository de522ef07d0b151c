import * as z from "zod";
import { roles } from "../../../identity/actor.ts";
import { roleChanged, userBlocked, userUnblocked } from "../../../identity/events.ts";
import * as Letters from "../../../texts/letters/standing.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About what an account may do: what administrators change of it. */

const ofUser = z.object({ userId });
const role = z.enum(roles);

export const standing: Templates = [
  [roleChanged.type, securityTemplate(ofUser.extend({ role, before: role }), Letters.roleChanged)],
  [userBlocked.type, securityTemplate(ofUser, Letters.blocked)],
  [userUnblocked.type, securityTemplate(ofUser, Letters.unblocked)],
];
