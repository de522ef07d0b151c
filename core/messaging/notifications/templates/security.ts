import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** The second factor, recovery codes, passkeys, biometrics, and the phone number, of which messages show only the last digits. */

const ofUser = z.object({ userId });
const ofNumber = z.object({ userId, ending: z.string() });

export const security: Templates = [
  securityTemplate(Events.secondFactorOn, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : l'authentification à deux facteurs est activée",
      short: "L'authentification à deux facteurs est activée.",
      body:
        `L'authentification à deux facteurs a été activée sur votre compte le ${at} : chaque connexion demande désormais un ` +
        "code. Conservez vos codes de secours en lieu sûr. Si ce n'était pas vous, contactez-nous immédiatement.",
    }),
    en: ({ at }) => ({
      subject: "Security: two-factor authentication is on",
      short: "Two-factor authentication is on.",
      body:
        `Two-factor authentication was turned on for your account on ${at}: every sign-in now requires a code. ` +
        "Keep your recovery codes in a safe place. If this was not you, contact us immediately.",
    }),
  }),
  securityTemplate(Events.secondFactorOff, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : l'authentification à deux facteurs est désactivée",
      short: "L'authentification à deux facteurs est désactivée.",
      body:
        `L'authentification à deux facteurs a été désactivée sur votre compte le ${at} : votre mot de passe suffit pour vous connecter. ` +
        "Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: two-factor authentication is off",
      short: "Two-factor authentication is off.",
      body:
        `Two-factor authentication was turned off for your account on ${at}: the password alone is enough to sign in. ` +
        "If this was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.authenticatorRemoved, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : votre application d'authentification a été retirée",
      short: "Votre application d'authentification a été retirée de votre compte.",
      body:
        `Votre application d'authentification a été retirée de votre compte le ${at}. Vos clés d'accès et vos codes de secours ` +
        "restent valables. Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: your authenticator app was removed",
      short: "Your authenticator app was removed from your account.",
      body:
        `Your authenticator app was removed from your account on ${at}. Your passkeys and recovery codes remain valid. ` +
        "If this was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.passkeyAdded, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : une clé d'accès a été ajoutée",
      short: "Une clé d'accès a été ajoutée à votre compte.",
      body:
        `Une clé d'accès a été ajoutée à votre compte le ${at}. Elle permet de se connecter sans mot de passe et de confirmer les ` +
        "opérations sensibles. Si ce n'était pas vous, retirez-la sur la page Sécurité, changez votre mot de passe et contactez-nous immédiatement.",
    }),
    en: ({ at }) => ({
      subject: "Security: a passkey was added",
      short: "A passkey was added to your account.",
      body:
        `A passkey was added to your account on ${at}. It signs in without a password and confirms sensitive operations. ` +
        "If this was not you, remove it on the Security page, change your password and contact us immediately.",
    }),
  }),
  securityTemplate(Events.passkeyRemoved, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : une clé d'accès a été retirée",
      short: "Une clé d'accès a été retirée de votre compte.",
      body:
        `Une clé d'accès a été retirée de votre compte le ${at} et ne permet plus de se connecter. ` +
        "Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: a passkey was removed",
      short: "A passkey was removed from your account.",
      body:
        `A passkey was removed from your account on ${at} and no longer signs in. ` +
        "If this was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.passkeyCopied, ofUser.extend({ addedAt: z.string() }), {
    fr: ({ addedAt, at }, say) => ({
      subject: "Alerte de sécurité : une clé d'accès a peut-être été copiée",
      short: "Nous avons refusé une clé d'accès de votre compte : elle a peut-être été copiée.",
      body:
        `Nous avons refusé le ${at} la clé d'accès que vous avez ajoutée le ${say.day(addedAt)} : son compteur montre qu'une copie ` +
        "existe peut-être. Retirez-la sur la page Sécurité et ajoutez-en une nouvelle. Si ce n'était pas vous, contactez-nous immédiatement.",
    }),
    en: ({ addedAt, at }, say) => ({
      subject: "Security alert: a passkey may have been copied",
      short: "We rejected a passkey of your account because it may have been copied.",
      body:
        `On ${at} we rejected the passkey that you added on ${say.day(addedAt)}: its counter shows that a copy may exist. ` +
        "Remove it on the Security page and add a new one. If this was not you, contact us immediately.",
    }),
  }),
  securityTemplate(Events.recoveryCodeUsed, ofUser.extend({ left: z.int() }), {
    fr: ({ left, at }) => ({
      subject: "Sécurité : un code de secours a été utilisé",
      short: "Un code de secours a été utilisé.",
      body:
        `Un code de secours de votre compte a été utilisé le ${at}. Codes restants : ${left}. Si ce n'était ` +
        "pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ left, at }) => ({
      subject: "Security: a recovery code was used",
      short: "A recovery code was used.",
      body:
        `A recovery code of your account was used on ${at}. Codes left: ${left}. If this was not you, change ` +
        "your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.recoveryCodesRenewed, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : vous avez de nouveaux codes de secours",
      short: "De nouveaux codes de secours remplacent les anciens.",
      body:
        `De nouveaux codes de secours ont été créés pour votre compte le ${at} ; les anciens ne sont ` +
        "plus valables. Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Security: you have new recovery codes",
      short: "New recovery codes replaced the previous ones.",
      body:
        `New recovery codes were created for your account on ${at}; the previous ones are no longer valid. If this ` +
        "was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.wrongCodesTried, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : des codes incorrects ont été saisis",
      short: "Des codes incorrects ont été saisis sur votre compte.",
      body:
        `Dix codes incorrects ont été saisis sur votre compte, le dernier le ${at}. L'auteur connaît votre mot de ` +
        "passe ou possède un de vos appareils ; sans code, il n'a pas pu se connecter. Si ce n'était pas vous, changez immédiatement votre mot de passe.",
    }),
    en: ({ at }) => ({
      subject: "Security: incorrect codes were entered",
      short: "Incorrect codes were entered on your account.",
      body:
        `Ten incorrect codes were entered on your account, the last on ${at}. The person knows your password or has one ` +
        "of your devices, but could not sign in without a code. If this was not you, change your password immediately.",
    }),
  }),
  securityTemplate(Events.biometricsOn, ofUser, {
    fr: ({ at }) => ({
      subject: "Sécurité : la biométrie est activée sur un appareil",
      short: "La biométrie est activée sur un de vos appareils.",
      body:
        `La biométrie a été activée le ${at} sur un de vos appareils, pour confirmer les opérations sensibles. ` +
        "Si ce n'était pas vous, déconnectez cet appareil dans l'application et changez votre mot de passe.",
    }),
    en: ({ at }) => ({
      subject: "Security: biometrics are on for a device",
      short: "Biometrics are on for one of your devices.",
      body:
        `Biometrics were turned on for one of your devices on ${at}, which uses them to confirm sensitive ` +
        "operations. If this was not you, sign that device out in the app and change your password.",
    }),
  }),
  securityTemplate(Events.phoneVerified, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone est confirmé",
      short: `Le numéro qui se termine par ${ending} est confirmé : vous pouvez recevoir des paiements avec ce numéro.`,
      body:
        `Le numéro de téléphone qui se termine par ${ending} a été confirmé sur votre compte le ${at}. ` +
        "Vous pouvez désormais recevoir des paiements avec ce numéro. Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number is confirmed",
      short: `The number ending in ${ending} is confirmed: you can receive payments with it.`,
      body:
        `The phone number ending in ${ending} was confirmed for your account on ${at}. You can now receive ` +
        "payments with this number. If this was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.phoneGivenUp, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone a été retiré",
      short: `Le numéro qui se termine par ${ending} n'est plus associé à votre compte.`,
      body:
        `Depuis le ${at}, le numéro de téléphone qui se termine par ${ending} n'est plus associé à votre compte : ` +
        "vous ne pouvez plus recevoir de paiements avec ce numéro. Si ce n'était pas vous, changez immédiatement votre mot de passe et contactez-nous.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number was removed",
      short: `The number ending in ${ending} is no longer linked to your account.`,
      body:
        `On ${at} the phone number ending in ${ending} was removed from your account: you can no longer receive ` +
        "payments with it. If this was not you, change your password immediately and contact us.",
    }),
  }),
  securityTemplate(Events.phoneMoved, ofNumber, {
    fr: ({ ending, at }) => ({
      subject: "Votre numéro de téléphone a été confirmé par un autre compte",
      short: `Le numéro qui se termine par ${ending} a été confirmé par un autre compte.`,
      body:
        `Le ${at}, un autre compte a confirmé le numéro de téléphone qui se termine par ${ending}, avec un code reçu à ce numéro. ` +
        "L'argent envoyé à ce numéro ne vous parvient plus. Si ce numéro est encore le vôtre, une autre personne lit vos SMS : confirmez-le de nouveau et contactez-nous.",
    }),
    en: ({ ending, at }) => ({
      subject: "Your phone number was confirmed by another account",
      short: `The number ending in ${ending} was confirmed by another account.`,
      body:
        `On ${at} another account confirmed the phone number ending in ${ending} with a code that was sent to it. ` +
        "Money sent to this number no longer reaches you. If the number is still yours, another person reads your text messages: confirm it again and contact us.",
    }),
  }),
];
