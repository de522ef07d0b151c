import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { letterTemplate, securityTemplate, type Templates, userId } from "./template.ts";

/**
 * Access to the account: its password, its address, its links. A link stands alone on its line, and never in `short`,
 * which locked screens show.
 */

const plain = z.object({ userId });
const withLink = z.object({ userId, link: z.string() });
const withCode = withLink.extend({ code: z.string() });
const to = z.string();

const open = {
  fr: "Votre compte est ouvert. Vous pouvez dès maintenant ouvrir un portefeuille.",
  en: "Your account is open. You can open a wallet right away.",
};

interface Secrets {
  readonly link?: string | undefined;
  readonly code?: string | undefined;
}

/** How to use a link and a code of the same request. */
const steps = {
  fr: ({ link, code }: Secrets) =>
    `Ouvrez ce lien, connecté à votre compte :\n\n${link}\n\nou saisissez ce code : ${code}\n\nIls sont valables 24 heures, une seule fois.`,
  en: ({ link, code }: Secrets) =>
    `Open this link, signed in to your account:\n\n${link}\n\nor enter this code: ${code}\n\nThey hold for 24 hours, once.`,
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
              `${open.fr} Il reste à confirmer que cette adresse est la vôtre. ${steps.fr(about)}\n\n` +
              "Si vous n'avez pas ouvert de compte, ne faites rien : sans votre mot de passe, ce lien ne sert à personne.",
          },
    en: (about) =>
      about.link === undefined
        ? { subject: "Welcome", short: "Your account is open.", body: open.en }
        : {
            subject: "Welcome: confirm your address",
            short: "Your account is open. Confirm your e-mail address.",
            body:
              `${open.en} What is left is to confirm that this address is yours. ${steps.en(about)}\n\n` +
              "If you opened no account, do nothing: signed in to none, nobody can use this link.",
          },
  }),
  letterTemplate(Events.verificationRequested, withCode, {
    fr: (about) => ({
      subject: "Confirmez votre adresse",
      short: "Confirmez votre adresse e-mail.",
      body: `Pour confirmer que cette adresse est la vôtre : ${steps.fr(about).replace("Ouvrez", "ouvrez")}`,
    }),
    en: (about) => ({
      subject: "Confirm your address",
      short: "Confirm your e-mail address.",
      body: `To confirm that this address is yours: ${steps.en(about).replace("Open", "open")}`,
    }),
  }),
  letterTemplate(Events.passwordResetRequested, withLink, {
    fr: ({ link, at }) => ({
      subject: "Choisissez un nouveau mot de passe",
      short: "Un nouveau mot de passe a été demandé pour votre compte.",
      body:
        `Un nouveau mot de passe a été demandé pour votre compte le ${at}. Pour le choisir :\n\n${link}\n\n` +
        "Ce lien est valable 30 minutes, une seule fois. Il ferme toutes les sessions et révoque les clés d'API.\n\n" +
        "Si ce n'était pas vous, ne faites rien : votre mot de passe reste le même.",
    }),
    en: ({ link, at }) => ({
      subject: "Choose a new password",
      short: "A new password was asked for your account.",
      body:
        `A new password was asked for your account on ${at}. To choose it:\n\n${link}\n\nThis link holds ` +
        "for 30 minutes, once. It ends every session and every API key.\n\nIf it was not you, do nothing: " +
        "your password stays the same.",
    }),
  }),
  securityTemplate(Events.passwordChanged, plain, {
    fr: ({ at }) => ({
      subject: "Votre mot de passe a été changé",
      short: "Votre mot de passe a été changé. Si ce n'était pas vous, choisissez-en un nouveau.",
      body:
        `Le mot de passe de votre compte a été changé le ${at} ; toutes les autres sessions et les clés d'API ont pris fin. ` +
        "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe par « mot de passe oublié » et écrivez-nous.",
    }),
    en: ({ at }) => ({
      subject: "Your password was changed",
      short: "Your password was changed. If it was not you, choose a new one.",
      body:
        `The password of your account was changed on ${at}; all other sessions and the API keys have ended. ` +
        "If it was not you, choose a new password at once by “forgot password”, and write to us.",
    }),
  }),
  letterTemplate(Events.emailChangeRequested, withCode.extend({ to }), {
    fr: (about) => ({
      subject: "Confirmez votre nouvelle adresse",
      short: "Confirmez votre nouvelle adresse e-mail.",
      body:
        `Cette adresse a été demandée comme nouvelle adresse d'un compte. ${steps.fr(about)}\n\nSi vous ` +
        "n'avez rien demandé, ne faites rien : rien ne change.",
    }),
    en: (about) => ({
      subject: "Confirm your new address",
      short: "Confirm your new e-mail address.",
      body:
        `This address was asked for as the new address of an account. ${steps.en(about)}\n\nIf you asked ` +
        "for nothing, do nothing: nothing changes.",
    }),
  }),
  securityTemplate(Events.emailChangeTold, plain.extend({ to }), {
    fr: ({ at }) => ({
      subject: "Un changement d'adresse a été demandé",
      short: "Une autre adresse a été demandée pour votre compte.",
      body:
        `Une autre adresse e-mail a été demandée pour votre compte le ${at}. Elle prend effet quand elle est confirmée. ` +
        "Si ce n'était pas vous, changez tout de suite votre mot de passe : la demande prend fin avec lui.",
    }),
    en: ({ at }) => ({
      subject: "A change of address was asked for",
      short: "Another address was asked for your account.",
      body:
        `Another e-mail address was asked for your account on ${at}. It takes effect once it is confirmed. ` +
        "If it was not you, change your password at once: the request ends with it.",
    }),
  }),
  letterTemplate(Events.emailChanged, plain.extend({ to }), {
    fr: ({ at }) => ({
      subject: "L'adresse de votre compte a été changée",
      short: "L'adresse e-mail de votre compte a été changée.",
      body:
        `L'adresse e-mail de votre compte a été changée le ${at}. L'ancienne adresse n'ouvre plus le ` +
        "compte. Si ce n'était pas vous, écrivez-nous tout de suite.",
    }),
    en: ({ at }) => ({
      subject: "Your account's address was changed",
      short: "Your account's e-mail address was changed.",
      body:
        `The e-mail address of your account was changed on ${at}. The former address no longer opens the ` +
        "account. If it was not you, write to us at once.",
    }),
  }),
  letterTemplate(Events.signInChallenged, withLink, {
    fr: ({ link, at }) => ({
      subject: "Connexion ralentie : est-ce vous ?",
      short: "Trop d'essais de connexion : un e-mail vous laisse entrer.",
      body:
        `Depuis des adresses inconnues, trop de mots de passe ont été essayés sur votre compte (${at}). Si vous cherchez à vous ` +
        `connecter, ouvrez ce lien sur l'appareil que vous utilisez :\n\n${link}\n\n` +
        "Il est valable 30 minutes, une seule fois, et ne connecte personne sans le mot de passe. Si ce n'est pas vous, ne faites rien.",
    }),
    en: ({ link, at }) => ({
      subject: "Sign-in slowed down: is it you?",
      short: "Too many tries to sign in: a mail lets you in.",
      body:
        `From unknown addresses, too many passwords were tried on your account (${at}). If you are trying ` +
        `to sign in, open this link on the device that you use:\n\n${link}\n\nIt holds for 30 minutes, ` +
        "once, and signs nobody in without the password. If it is not you, do nothing.",
    }),
  }),
  securityTemplate(Events.signedInOnNewDevice, plain.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Nouvel appareil connecté à votre compte",
      short: "Un nouvel appareil est connecté à votre compte.",
      body:
        `Un nouvel appareil s'est connecté à votre compte dans l'application le ${at}, depuis l'adresse ${ip}. ` +
        "Si c'était vous, tout va bien. Sinon, changez tout de suite votre mot de passe : tous les appareils sont déconnectés avec lui.",
    }),
    en: ({ ip, at }) => ({
      subject: "New device signed in to your account",
      short: "A new device is signed in to your account.",
      body:
        `A new device signed in to your account in the app on ${at}, from the address ${ip}. If it was you, ` +
        "all is well. If not, change your password at once: every device is signed out with it.",
    }),
  }),
  securityTemplate(Events.signedInFromNewClient, plain.extend({ ip: z.string() }), {
    fr: ({ ip, at }) => ({
      subject: "Nouvelle connexion à votre compte",
      short: "Votre compte a été ouvert depuis un nouvel endroit.",
      body:
        `Votre compte a été ouvert le ${at} depuis l'adresse ${ip}, où il ne l'avait pas été récemment. ` +
        "Si c'était vous, tout va bien. Sinon, changez tout de suite votre mot de passe : toutes les sessions prennent fin avec lui.",
    }),
    en: ({ ip, at }) => ({
      subject: "New sign-in to your account",
      short: "Your account was signed in to from a new place.",
      body:
        `Your account was signed in to on ${at} from the address ${ip}, where it had not been recently. If ` +
        "it was you, all is well. If not, change your password at once: every session ends with it.",
    }),
  }),
];
