import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import * as Letters from "../../../texts/letters/access.ts";
import { letterTemplate, securityTemplate, type Templates, userId } from "./template.ts";

/** About getting into the account: its password, its address, its links. */

const plain = z.object({ userId });
const link = z.object({ userId, link: z.string() });
const withCode = link.extend({ code: z.string() });
const to = z.string();

export const access: Templates = [
  [
    Events.UserRegistered.type,
    securityTemplate(withCode.partial({ link: true, code: true }), ({ link }) =>
      link === undefined ? Letters.welcome : Letters.welcomeWithLink,
    ),
  ],
  [Events.verificationRequested.type, letterTemplate(withCode, Letters.verifyEmail)],
  [Events.passwordResetRequested.type, letterTemplate(link, Letters.resetPassword)],
  [Events.passwordChanged.type, securityTemplate(plain, Letters.passwordChanged)],
  [Events.emailChangeRequested.type, letterTemplate(withCode.extend({ to }), Letters.confirmEmail)],
  [Events.emailChangeTold.type, securityTemplate(plain.extend({ to }), Letters.emailChangeAsked)],
  [Events.emailChanged.type, letterTemplate(plain.extend({ to }), Letters.emailChanged)],
  [Events.signInChallenged.type, letterTemplate(link, Letters.letIn)],
  [Events.signedInOnNewDevice.type, securityTemplate(plain.extend({ ip: z.string() }), Letters.newDevice)],
  [Events.signedInFromNewClient.type, securityTemplate(plain.extend({ ip: z.string() }), Letters.newSignIn)],
];
