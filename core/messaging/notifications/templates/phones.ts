import * as z from "zod";
import * as Events from "../../../identity/phones/events.ts";
import * as Letters from "../../../texts/letters/phones.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About the phone number of an account. */

const ofNumber = z.object({ userId, ending: z.string() });

export const phones: Templates = [
  [Events.phoneVerified.type, securityTemplate(ofNumber, Letters.phoneVerified)],
  [Events.phoneGivenUp.type, securityTemplate(ofNumber, Letters.phoneGivenUp)],
  [Events.phoneMoved.type, securityTemplate(ofNumber, Letters.phoneMoved)],
];
