import * as z from "zod";
import { biometricsOn } from "../../../identity/biometrics/events.ts";
import { recoveryCodeUsed, secondFactorOff, secondFactorOn } from "../../../identity/second-factor/events.ts";
import * as Letters from "../../../texts/letters/second-factor.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About how an account is guarded beside its password. */

const ofUser = z.object({ userId });

export const guards: Templates = [
  [secondFactorOn.type, securityTemplate(ofUser, Letters.secondFactorOn)],
  [secondFactorOff.type, securityTemplate(ofUser, Letters.secondFactorOff)],
  [recoveryCodeUsed.type, securityTemplate(ofUser.extend({ left: z.int() }), Letters.recoveryCodeUsed)],
  [biometricsOn.type, securityTemplate(ofUser, Letters.biometricsOn)],
];
