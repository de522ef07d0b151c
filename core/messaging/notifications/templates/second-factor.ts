import * as z from "zod";
import { biometricsOn } from "../../../identity/biometrics/events.ts";
import * as SecondFactor from "../../../identity/second-factor/events.ts";
import * as Letters from "../../../texts/letters/second-factor.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About how an account is guarded beside its password. */

const ofUser = z.object({ userId });

export const guards: Templates = [
  [SecondFactor.secondFactorOn.type, securityTemplate(ofUser, Letters.secondFactorOn)],
  [SecondFactor.secondFactorOff.type, securityTemplate(ofUser, Letters.secondFactorOff)],
  [
    SecondFactor.recoveryCodeUsed.type,
    securityTemplate(ofUser.extend({ left: z.int() }), Letters.recoveryCodeUsed),
  ],
  [SecondFactor.recoveryCodesRenewed.type, securityTemplate(ofUser, Letters.recoveryCodesRenewed)],
  [SecondFactor.wrongCodesTried.type, securityTemplate(ofUser, Letters.wrongCodesTried)],
  [biometricsOn.type, securityTemplate(ofUser, Letters.biometricsOn)],
];
