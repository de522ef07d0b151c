import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import * as Letters from "../../../texts/letters/people.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About a person's data: its export, and its erasure. */

const plain = z.object({ userId });

export const people: Templates = [
  [Events.exportReady.type, securityTemplate(plain.extend({ until: z.string() }), Letters.exportReady)],
  [Events.erasureAsked.type, securityTemplate(plain.extend({ dueAt: z.string() }), Letters.erasureAsked)],
  [Events.erasureCanceled.type, securityTemplate(plain, Letters.erasureCanceled)],
  [Events.erasureHeldUp.type, securityTemplate(plain, Letters.erasureHeldUp)],
];
