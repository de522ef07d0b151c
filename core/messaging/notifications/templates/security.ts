import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** What protects the account beside its password, and its phone number, of which letters show only the last digits. */

const ofUser = z.object({ userId });
const ofNumber = z.object({ userId, ending: z.string() });

export const security: Templates = [
  securityTemplate(Events.secondFactorOn, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : le second facteur est activé",
      short: "Le second facteur est activé.",
      body:
        `Le second facteur a été activé sur votre compte le ${at} : chaque connexion demande maintenant un ` +
        "code. Conservez vos codes de secours. Si ce n'était pas vous, écrivez-nous tout de suite.",
    }),
    en: ({ at }) => ({
      subject: "Security: the second factor is on",
      short: "The second factor is on.",
      body:
        `The second factor was switched on for your account on ${at}: every sign-in takes a code from now ` +
        "on. Keep your recovery codes. If it was not you, write to us at once.",
    }),
  }),
  securityTemplate(Events.secondFactorOff, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : le second facteur est désactivé",
      short: "Le second facteur est désactivé.",
      body:
        `Le second facteur a été désactivé sur votre compte le ${at} : le mot de passe suffit de nouveau. ` +
        "Si ce n'était pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: the second factor is off",
      short: "The second factor is off.",
      body:
        `The second factor was switched off for your account on ${at}: the password alone signs in again. ` +
        "If it was not you, change your password at once and write to us.",
    }),
  }),
  securityTemplate(Events.recoveryCodeUsed, ofUser.extend({ left: z.int() }), {
    fr: ({ left, at }) => ({
      subject: "Sécurité : un code de secours a été utilisé",
      short: "Un code de secours a été utilisé.",
      body:
        `Un code de secours de votre compte a été utilisé le ${at}. Codes restants : ${left}. Si ce n'était ` +
        "pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
    }),
    en: ({ left, at }) => ({
      subject: "Security: a recovery code was used",
      short: "A recovery code was used.",
      body:
        `A recovery code of your account was used on ${at}. Codes left: ${left}. If it was not you, change ` +
        "your password at once and write to us.",
    }),
  }),
  securityTemplate(Events.recoveryCodesRenewed, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : vous avez de nouveaux codes de secours",
      short: "De nouveaux codes de secours remplacent les anciens.",
      body:
        `De nouveaux codes de secours ont été créés pour votre compte le ${at} ; les anciens ne servent ` +
        "plus. Si ce n'était pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: you have new recovery codes",
      short: "New recovery codes took the place of those before.",
      body:
        `New recovery codes were made for your account on ${at}; those before are of no use any more. If it ` +
        "was not you, change your password at once and write to us.",
    }),
  }),
  securityTemplate(Events.wrongCodesTried, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : des codes faux ont été essayés",
      short: "Des codes faux ont été essayés sur votre compte.",
      body:
        `Dix codes faux ont été essayés sur votre compte, le dernier le ${at}. Qui essaie connaît votre mot de ` +
        "passe ou tient un de vos appareils ; sans code, il n'est pas entré. Si ce n'était pas vous, changez votre mot de passe tout de suite.",
    }),
    en: ({ at }) => ({
      subject: "Security: wrong codes were tried",
      short: "Wrong codes were tried on your account.",
      body:
        `Ten wrong codes were tried on your account, the last on ${at}. Whoever tries knows your password or holds one ` +
        "of your devices; without a code nobody got in. If it was not you, change your password at once.",
    }),
  }),
  securityTemplate(Events.biometricsOn, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : un appareil confirme par biométrie",
      short: "Un appareil confirme maintenant par biométrie.",
      body:
        `La biométrie a été activée sur un de vos appareils le ${at} : il confirme avec elle ce qui est sensible. ` +
        "Si ce n'était pas vous, déconnectez cet appareil dans l'application et changez votre mot de passe.",
    }),
    en: ({ at }) => ({
      subject: "Security: a device confirms by biometrics",
      short: "A device confirms by biometrics now.",
      body:
        `Biometrics were switched on for one of your devices on ${at}: it confirms with them what is ` +
        "sensitive. If it was not you, sign that device out in the app and change your password.",
    }),
  }),
  securityTemplate(Events.phoneVerified, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone est confirmé",
      short: `Le numéro qui se termine par ${ending} est confirmé : on peut vous payer par ce numéro.`,
      body:
        `Le numéro de téléphone qui se termine par ${ending} a été confirmé sur votre compte le ${at}. ` +
        "On peut désormais vous payer par ce numéro. Si ce n'était pas vous, changez tout de suite votre mot de passe et écrivez-nous.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number is confirmed",
      short: `The number that ends with ${ending} is confirmed: you can be paid by it.`,
      body:
        `The phone number that ends with ${ending} was confirmed for your account on ${at}. You can be paid ` +
        "by this number from now on. If it was not you, change your password at once and write to us.",
    }),
  }),
  securityTemplate(Events.phoneGivenUp, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone a été retiré",
      short: `Le numéro qui se termine par ${ending} n'est plus celui de votre compte.`,
      body:
        `Depuis le ${at}, le numéro de téléphone qui se termine par ${ending} n'est plus celui de votre compte : ` +
        "personne ne peut plus vous payer par ce numéro. Si ce n'était pas vous, changez tout de suite votre mot de passe et écrivez-nous.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number was taken away",
      short: `The number that ends with ${ending} is no longer your account's.`,
      body:
        `Since ${at} the phone number that ends with ${ending} is no longer your account's: nobody can pay ` +
        "you by it any more. If it was not you, change your password at once and write to us.",
    }),
  }),
  securityTemplate(Events.phoneMoved, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone a été confirmé par un autre compte",
      short: `Le numéro qui se termine par ${ending} a été confirmé par un autre compte.`,
      body:
        `Le ${at}, un autre compte a confirmé le numéro de téléphone qui se termine par ${ending}, par un code reçu à ce numéro. ` +
        "L'argent envoyé à ce numéro ne vous parvient plus. Si ce numéro est encore le vôtre, confirmez-le de nouveau et écrivez-nous : quelqu'un lit vos SMS.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number was confirmed by another account",
      short: `The number that ends with ${ending} was confirmed by another account.`,
      body:
        `On ${at} another account confirmed the phone number that ends with ${ending}, by a code that came to it. ` +
        "Money that is sent to this number no longer comes to you. If the number still is yours, confirm it again and write to us: somebody reads your text messages.",
    }),
  }),
];
