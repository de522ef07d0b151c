import { letter } from "../letter.ts";

/**
 * Letters about getting into the account. A link stands alone on its line, and never in `short`, which is shown
 * on locked screens.
 */

interface Link {
  readonly link?: string | undefined;
  readonly code?: string | undefined;
}

const open = {
  fr: "Votre compte est ouvert. Vous pouvez dès maintenant ouvrir un portefeuille.",
  en: "Your account is open. You can open a wallet right away.",
};

/** What to do with a link and a code that are both good. */
const steps = {
  fr: ({ link = "", code = "" }: Link) =>
    `Ouvrez ce lien, connecté à votre compte :\n\n${link}\n\nou saisissez ce code : ${code}\n\nIls sont valables 24 heures, une seule fois.`,
  en: ({ link = "", code = "" }: Link) =>
    `Open this link, signed in to your account:\n\n${link}\n\nor enter this code: ${code}\n\nThey hold for 24 hours, once.`,
};

export const welcome = letter<unknown>({
  fr: () => ({ subject: "Bienvenue", short: "Votre compte est ouvert.", body: open.fr }),
  en: () => ({ subject: "Welcome", short: "Your account is open.", body: open.en }),
});

export const welcomeWithLink = letter<Link>({
  fr: (about) => ({
    subject: "Bienvenue : confirmez votre adresse",
    short: "Votre compte est ouvert. Confirmez votre adresse e-mail.",
    body:
      `${open.fr} Il reste à confirmer que cette adresse est la vôtre. ${steps.fr(about)}\n\n` +
      "Si vous n'avez pas ouvert de compte, ne faites rien : sans votre mot de passe, ce lien ne sert à personne.",
  }),
  en: (about) => ({
    subject: "Welcome: confirm your address",
    short: "Your account is open. Confirm your e-mail address.",
    body:
      `${open.en} What is left is to confirm that this address is yours. ${steps.en(about)}\n\n` +
      "If you opened no account, do nothing: signed in to none, nobody can use this link.",
  }),
});

export const verifyEmail = letter<Link>({
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
});

export const resetPassword = letter<{ readonly link: string }>({
  fr: ({ link, occurredAt }, say) => ({
    subject: "Choisissez un nouveau mot de passe",
    short: "Un nouveau mot de passe a été demandé pour votre compte.",
    body:
      `Un nouveau mot de passe a été demandé pour votre compte le ${say.minute(occurredAt)}. Pour le choisir :\n\n${link}\n\n` +
      "Ce lien est valable 30 minutes, une seule fois. Il ferme toutes les sessions et révoque les clés d'API.\n\n" +
      "Si ce n'était pas vous, ne faites rien : votre mot de passe reste le même.",
  }),
  en: ({ link, occurredAt }, say) => ({
    subject: "Choose a new password",
    short: "A new password was asked for your account.",
    body:
      `A new password was asked for your account on ${say.minute(occurredAt)}. To choose it:\n\n${link}\n\n` +
      "This link holds for 30 minutes, once. It ends every session and every API key.\n\n" +
      "If it was not you, do nothing: your password stays the same.",
  }),
});

export const passwordChanged = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Votre mot de passe a été changé",
    short: "Votre mot de passe a été changé. Si ce n'était pas vous, choisissez-en un nouveau.",
    body:
      `Le mot de passe de votre compte a été changé le ${say.minute(occurredAt)} ; toutes les autres sessions et les clés d'API ont pris fin. ` +
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe par « mot de passe oublié » et écrivez-nous.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Your password was changed",
    short: "Your password was changed. If it was not you, choose a new one.",
    body:
      `The password of your account was changed on ${say.minute(occurredAt)}; all other sessions and the API keys have ended. ` +
      "If it was not you, choose a new password at once by “forgot password”, and write to us.",
  }),
});

export const confirmEmail = letter<Link>({
  fr: (about) => ({
    subject: "Confirmez votre nouvelle adresse",
    short: "Confirmez votre nouvelle adresse e-mail.",
    body:
      `Cette adresse a été demandée comme nouvelle adresse d'un compte. ${steps.fr(about)}\n\n` +
      "Si vous n'avez rien demandé, ne faites rien : rien ne change.",
  }),
  en: (about) => ({
    subject: "Confirm your new address",
    short: "Confirm your new e-mail address.",
    body:
      `This address was asked for as the new address of an account. ${steps.en(about)}\n\n` +
      "If you asked for nothing, do nothing: nothing changes.",
  }),
});

export const emailChangeAsked = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Un changement d'adresse a été demandé",
    short: "Une autre adresse a été demandée pour votre compte.",
    body:
      `Une autre adresse e-mail a été demandée pour votre compte le ${say.minute(occurredAt)}. Elle prend effet quand elle est confirmée. ` +
      "Si ce n'était pas vous, changez tout de suite votre mot de passe : la demande prend fin avec lui.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "A change of address was asked for",
    short: "Another address was asked for your account.",
    body:
      `Another e-mail address was asked for your account on ${say.minute(occurredAt)}. It takes effect once it is confirmed. ` +
      "If it was not you, change your password at once: the request ends with it.",
  }),
});

export const emailChanged = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "L'adresse de votre compte a été changée",
    short: "L'adresse e-mail de votre compte a été changée.",
    body:
      `L'adresse e-mail de votre compte a été changée le ${say.minute(occurredAt)}. L'ancienne adresse n'ouvre plus le compte. ` +
      "Si ce n'était pas vous, écrivez-nous tout de suite.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Your account's address was changed",
    short: "Your account's e-mail address was changed.",
    body:
      `The e-mail address of your account was changed on ${say.minute(occurredAt)}. The former address no longer opens the account. ` +
      "If it was not you, write to us at once.",
  }),
});

export const letIn = letter<{ readonly link: string }>({
  fr: ({ link, occurredAt }, say) => ({
    subject: "Connexion ralentie : est-ce vous ?",
    short: "Trop d'essais de connexion : un e-mail vous laisse entrer.",
    body:
      `Depuis des adresses inconnues, trop de mots de passe ont été essayés sur votre compte (${say.minute(occurredAt)}). Si vous cherchez à vous ` +
      `connecter, ouvrez ce lien sur l'appareil que vous utilisez :\n\n${link}\n\n` +
      "Il est valable 30 minutes, une seule fois, et ne connecte personne sans le mot de passe. Si ce n'est pas vous, ne faites rien.",
  }),
  en: ({ link, occurredAt }, say) => ({
    subject: "Sign-in slowed down: is it you?",
    short: "Too many tries to sign in: a mail lets you in.",
    body:
      `From unknown addresses, too many passwords were tried on your account (${say.minute(occurredAt)}). If you are trying to sign in, ` +
      `open this link on the device that you use:\n\n${link}\n\n` +
      "It holds for 30 minutes, once, and signs nobody in without the password. If it is not you, do nothing.",
  }),
});

export const newSignIn = letter<{ readonly ip: string }>({
  fr: ({ ip, occurredAt }, say) => ({
    subject: "Nouvelle connexion à votre compte",
    short: "Votre compte a été ouvert depuis un nouvel endroit.",
    body:
      `Votre compte a été ouvert le ${say.minute(occurredAt)} depuis l'adresse ${ip}, où il ne l'avait pas été récemment. ` +
      "Si c'était vous, tout va bien. Sinon, changez tout de suite votre mot de passe : toutes les sessions prennent fin avec lui.",
  }),
  en: ({ ip, occurredAt }, say) => ({
    subject: "New sign-in to your account",
    short: "Your account was signed in to from a new place.",
    body:
      `Your account was signed in to on ${say.minute(occurredAt)} from the address ${ip}, where it had not been recently. ` +
      "If it was you, all is well. If not, change your password at once: every session ends with it.",
  }),
});

export const newDevice = letter<{ readonly ip: string }>({
  fr: ({ ip, occurredAt }, say) => ({
    subject: "Nouvel appareil connecté à votre compte",
    short: "Un nouvel appareil est connecté à votre compte.",
    body:
      `Un nouvel appareil s'est connecté à votre compte dans l'application le ${say.minute(occurredAt)}, depuis l'adresse ${ip}. ` +
      "Si c'était vous, tout va bien. Sinon, changez tout de suite votre mot de passe : tous les appareils sont déconnectés avec lui.",
  }),
  en: ({ ip, occurredAt }, say) => ({
    subject: "New device signed in to your account",
    short: "A new device is signed in to your account.",
    body:
      `A new device signed in to your account in the app on ${say.minute(occurredAt)}, from the address ${ip}. ` +
      "If it was you, all is well. If not, change your password at once: every device is signed out with it.",
  }),
});
