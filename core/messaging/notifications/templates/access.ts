import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { providerNameOf } from "../../../identity/oauth/names.ts";
import { emailTemplate, securityTemplate, type Templates, userId } from "./template.ts";

/**
 * Access to the account: its password, its email address, its links. A link has a line of its own, and is never in
 * `short`, which locked screens show.
 */

const plain = z.object({ userId });
const withLink = z.object({ userId, link: z.string() });
const withCode = withLink.extend({ code: z.string() });
const to = z.string();
const ofProvider = z.object({ userId, provider: z.string() });

const namesOf = (providers: readonly string[]): string => providers.map(providerNameOf).join(", ");

const open = {
  fr: "Votre compte est ouvert. Vous pouvez dès maintenant ouvrir un portefeuille.",
  en: "Your account is open. You can open a wallet right away.",
};

interface Secrets {
  readonly link?: string | undefined;
  readonly code?: string | undefined;
}

/** The instructions for a link and a code of the same request. */
const steps = {
  fr: ({ link, code }: Secrets) =>
    `Ouvrez ce lien, connecté à votre compte :\n\n${link}\n\nou saisissez ce code : ${code}\n\nLe lien et le code sont valables 24 heures et ne peuvent servir qu'une fois.`,
  en: ({ link, code }: Secrets) =>
    `Open this link, signed in to your account:\n\n${link}\n\nor enter this code: ${code}\n\nThe link and the code are valid for 24 hours and can be used once.`,
};

export const access: Templates = [
  securityTemplate(Events.UserRegistered, withCode.partial({ link: true, code: true }), {
    fr: (about) =>
      about.link === undefined
        ? { subject: "Bienvenue", short: "Votre compte est ouvert.", body: open.fr }
        : {
            subject: "Bienvenue : confirmez votre adresse",
            short: "Votre compte est ouvert. Confirmez votre adresse e-mail.",
            body:
              `${open.fr} Il vous reste à confirmer votre adresse e-mail. ${steps.fr(about)}\n\n` +
              "Si vous n'avez pas ouvert de compte, ignorez cet e-mail : personne ne peut utiliser ce lien sans se connecter au compte.",
          },
    en: (about) =>
      about.link === undefined
        ? { subject: "Welcome", short: "Your account is open.", body: open.en }
        : {
            subject: "Welcome: confirm your address",
            short: "Your account is open. Confirm your email address.",
            body:
              `${open.en} Please confirm your email address. ${steps.en(about)}\n\n` +
              "If you did not open an account, ignore this email: the link cannot be used without signing in.",
          },
  }),
  emailTemplate(Events.verificationRequested, withCode, {
    fr: (about) => ({
      subject: "Confirmez votre adresse",
      short: "Confirmez votre adresse e-mail.",
      body: `Pour confirmer que cette adresse est la vôtre, ${steps.fr(about).replace("Ouvrez", "ouvrez")}`,
    }),
    en: (about) => ({
      subject: "Confirm your address",
      short: "Confirm your email address.",
      body: `To confirm that this address is yours, ${steps.en(about).replace("Open", "open")}`,
    }),
  }),
  emailTemplate(Events.passwordResetRequested, withLink, {
    fr: ({ link, at }) => ({
      subject: "Choisissez un nouveau mot de passe",
      short: "Un nouveau mot de passe a été demandé pour votre compte.",
      body:
        `Un nouveau mot de passe a été demandé pour votre compte le ${at}. Pour le choisir, ouvrez ce lien :\n\n${link}\n\n` +
        "Ce lien est valable 30 minutes et ne peut servir qu'une fois. Le changement ferme toutes les sessions et révoque les clés d'API.\n\n" +
        "Si ce n'était pas vous, ignorez cet e-mail : votre mot de passe ne changera pas.",
    }),
    en: ({ link, at }) => ({
      subject: "Choose a new password",
      short: "A new password was requested for your account.",
      body:
        `A new password was requested for your account on ${at}. To choose it, open this link:\n\n${link}\n\n` +
        "The link is valid for 30 minutes and can be used once. Changing your password signs out every session and " +
        "revokes every API key.\n\nIf this was not you, ignore this email: your password will not change.",
    }),
  }),
  securityTemplate(
    Events.passwordChanged,
    plain.extend({ providers: z.array(z.string()), removed: z.boolean().optional() }),
    {
      fr: ({ providers, removed, at }) => ({
        subject: "Votre mot de passe a été changé",
        short: "Votre mot de passe a été changé. Si ce n'était pas vous, choisissez-en un nouveau.",
        body:
          `Le mot de passe de votre compte a été changé le ${at}. Toutes les autres sessions ont été fermées et les clés d'API révoquées. ` +
          `Si ce n'était pas vous, choisissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » et contactez-nous.${
            providers.length === 0
              ? ""
              : `\n\nComptes liés qui permettent toujours de se connecter : ${namesOf(providers)}. Si vous n'en connaissez pas un, déliez-le sur la page Sécurité.`
          }${
            removed
              ? "\n\nVotre mot de passe ou votre adresse avait déjà été modifié dans les 24 heures précédentes. Les clés d'accès, l'application d'authentification, les comptes liés, bénéficiaires, " +
                "paiements programmés, webhooks et partages ajoutés entre-temps ont donc été supprimés, annulés ou désactivés. Ajoutez de nouveau ceux dont vous avez besoin."
              : ""
          }`,
      }),
      en: ({ providers, removed, at }) => ({
        subject: "Your password was changed",
        short: "Your password was changed. If this was not you, choose a new one.",
        body:
          `The password of your account was changed on ${at}. All other sessions were signed out, and the API keys revoked. ` +
          `If this was not you, choose a new password immediately with “Forgot password”, and contact us.${
            providers.length === 0
              ? ""
              : `\n\nLinked accounts that can still sign in: ${namesOf(providers)}. If you do not know one of them, unlink it on the security page.`
          }${
            removed
              ? "\n\nYour password or address was already changed in the 24 hours before. Passkeys, authenticator, linked accounts, payees, scheduled payments, " +
                "webhooks and shares that were added in between were therefore removed, cancelled or disabled. Add those that you need again."
              : ""
          }`,
      }),
    },
  ),
  securityTemplate(Events.providerLinked, ofProvider, {
    fr: ({ provider, at }) => ({
      subject: "Sécurité : un compte a été lié au vôtre",
      short: `Un compte ${providerNameOf(provider)} permet maintenant de se connecter à votre compte.`,
      body:
        `Un compte ${providerNameOf(provider)} a été lié à votre compte le ${at} : il permet de s'y connecter. Si ce n'était pas vous, ` +
        "choisissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » en déliant les comptes liés, et contactez-nous.",
    }),
    en: ({ provider, at }) => ({
      subject: "Security: an account was linked to yours",
      short: `A ${providerNameOf(provider)} account can now sign in to your account.`,
      body:
        `A ${providerNameOf(provider)} account was linked to your account on ${at} and can sign in to it. If this was not you, choose a ` +
        "new password immediately with “Forgot password”, unlink the linked accounts there, and contact us.",
    }),
  }),
  securityTemplate(Events.providerUnlinked, ofProvider, {
    fr: ({ provider, at }) => ({
      subject: "Sécurité : un compte a été délié du vôtre",
      short: `Votre compte ${providerNameOf(provider)} ne permet plus de se connecter.`,
      body:
        `Votre compte ${providerNameOf(provider)} a été délié le ${at} : il ne permet plus de se connecter. Si ce n'était pas vous, ` +
        "choisissez immédiatement un nouveau mot de passe avec « Mot de passe oublié » et contactez-nous.",
    }),
    en: ({ provider, at }) => ({
      subject: "Security: an account was unlinked from yours",
      short: `Your ${providerNameOf(provider)} account can no longer sign in.`,
      body:
        `Your ${providerNameOf(provider)} account was unlinked on ${at} and can no longer sign in. If this was not you, choose a new ` +
        "password immediately with “Forgot password”, and contact us.",
    }),
  }),
  emailTemplate(Events.emailChangeRequested, withCode.extend({ to }), {
    fr: (about) => ({
      subject: "Confirmez votre nouvelle adresse",
      short: "Confirmez votre nouvelle adresse e-mail.",
      body:
        `Un utilisateur souhaite utiliser cette adresse e-mail pour son compte. ${steps.fr(about)}\n\nSi ce ` +
        "n'était pas vous, ignorez cet e-mail : rien ne changera.",
    }),
    en: (about) => ({
      subject: "Confirm your new address",
      short: "Confirm your new email address.",
      body:
        `A user wants to use this email address for their account. ${steps.en(about)}\n\nIf this was not ` +
        "you, ignore this email: nothing will change.",
    }),
  }),
  securityTemplate(Events.emailChangeReported, plain.extend({ to }), {
    fr: ({ at }) => ({
      subject: "Un changement d'adresse a été demandé",
      short: "Une autre adresse a été demandée pour votre compte.",
      body:
        `Une autre adresse e-mail a été demandée pour votre compte le ${at}. Elle prendra effet une fois confirmée. ` +
        "Si ce n'était pas vous, changez immédiatement votre mot de passe : cela annule la demande.",
    }),
    en: ({ at }) => ({
      subject: "A change of your email address was requested",
      short: "A new email address was requested for your account.",
      body:
        `A new email address was requested for your account on ${at}. It takes effect once it is confirmed. ` +
        "If this was not you, change your password immediately: this cancels the request.",
    }),
  }),
  emailTemplate(Events.emailChanged, plain.extend({ to, link: z.string().optional() }), {
    fr: ({ link, at }) => ({
      subject: "L'adresse de votre compte a été changée",
      short: "L'adresse e-mail de votre compte a été changée.",
      body:
        `L'adresse e-mail de votre compte a été changée le ${at}. L'ancienne adresse ne permet plus de se ` +
        `connecter.${
          link === undefined
            ? " Si ce n'était pas vous, contactez-nous immédiatement."
            : `\n\nSi ce n'était pas vous, annulez ce changement avec ce lien :\n\n${link}\n\nIl est valable 7 jours, même si le mot de passe a ` +
              "été changé. Il rétablit cette adresse, ferme toutes les sessions et révoque le mot de passe et les clés d'API."
        }`,
    }),
    en: ({ link, at }) => ({
      subject: "Your account's email address was changed",
      short: "Your account's email address was changed.",
      body:
        `The email address of your account was changed on ${at}. You can no longer sign in with the former ` +
        `address.${
          link === undefined
            ? " If this was not you, contact us immediately."
            : `\n\nIf this was not you, undo the change with this link:\n\n${link}\n\nThe link is valid for 7 days, even if the password was ` +
              "changed. It restores this address, ends all sessions, and revokes the password and the API keys."
        }`,
    }),
  }),
  emailTemplate(Events.emailRestored, plain.extend({ to }), {
    fr: ({ at }) => ({
      subject: "Le changement d'adresse a été annulé",
      short: "L'ancienne adresse e-mail du compte est rétablie.",
      body:
        `Le changement de l'adresse e-mail du compte a été annulé le ${at} : l'ancienne adresse est rétablie. Toutes les sessions et ` +
        "toutes les clés d'API ont pris fin, et le mot de passe n'est plus valable. Les paiements programmés, bénéficiaires, webhooks et partages " +
        "ajoutés depuis le changement sont annulés, supprimés ou désactivés. Si ce compte est le vôtre, choisissez un nouveau mot de passe avec « Mot de passe oublié ».",
    }),
    en: ({ at }) => ({
      subject: "The change of the email address was undone",
      short: "The account has its former email address again.",
      body:
        `The change of the account's email address was undone on ${at}: it has its former address again. All sessions and API keys have ` +
        "ended, and the password is no longer valid. Scheduled payments, payees, webhooks and shares that were added since the change were " +
        "cancelled, removed or disabled. If the account is yours, choose a new password with “Forgot password”.",
    }),
  }),
  emailTemplate(Events.signInChallenged, withLink, {
    fr: ({ link, at }) => ({
      subject: "Est-ce bien vous qui vous connectez ?",
      short: "Trop de tentatives de connexion : un e-mail vous permet de vous connecter.",
      body:
        `Trop de mots de passe ont été essayés sur votre compte depuis des adresses inconnues (${at}). Si vous cherchez à vous ` +
        `connecter, ouvrez ce lien sur l'appareil que vous utilisez :\n\n${link}\n\n` +
        "Il est valable 30 minutes, ne peut servir qu'une fois et demande toujours le mot de passe. Si ce n'est pas vous, ignorez cet e-mail.",
    }),
    en: ({ link, at }) => ({
      subject: "Are you trying to sign in?",
      short: "Too many sign-in attempts: use the link in our email to sign in.",
      body:
        `Too many passwords were tried on your account from unknown addresses (${at}). If you are trying ` +
        `to sign in, open this link on the device that you use:\n\n${link}\n\nThe link is valid for 30 minutes, ` +
        "can be used once, and still requires your password. If this is not you, ignore this email.",
    }),
  }),
  securityTemplate(Events.signedInOnNewDevice, plain.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Nouvel appareil connecté à votre compte",
      short: "Un nouvel appareil est connecté à votre compte.",
      body:
        `Un nouvel appareil s'est connecté à votre compte dans l'application le ${at}, depuis l'adresse ${ip}. ` +
        "Si c'était vous, tout va bien. Sinon, changez immédiatement votre mot de passe : cela déconnecte tous les appareils.",
    }),
    en: ({ ip, at }) => ({
      subject: "New device signed in to your account",
      short: "A new device is signed in to your account.",
      body:
        `A new device signed in to your account in the app on ${at}, from the address ${ip}. If this was you, ` +
        "no action is needed. If not, change your password immediately: this signs out every device.",
    }),
  }),
  securityTemplate(Events.signedInFromNewClient, plain.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Nouvelle connexion à votre compte",
      short: "Nouvelle connexion à votre compte depuis une adresse inhabituelle.",
      body:
        `Une connexion à votre compte a eu lieu le ${at} depuis l'adresse ${ip}, qui n'avait pas été utilisée récemment. ` +
        "Si c'était vous, tout va bien. Sinon, changez immédiatement votre mot de passe : cela ferme toutes les sessions.",
    }),
    en: ({ ip, at }) => ({
      subject: "New sign-in to your account",
      short: "New sign-in to your account from an unusual address.",
      body:
        `A sign-in to your account took place on ${at} from the address ${ip}, which was not used recently. If ` +
        "this was you, no action is needed. If not, change your password immediately: this signs out every session.",
    }),
  }),
];
