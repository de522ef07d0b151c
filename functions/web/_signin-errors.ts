import * as limits from "../../contract/limits.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";

const waitMinutes = Math.ceil(limits.signIn.windowSeconds / 60);

/**
 * What the sign-in page says for an `?error=` of Auth.js's names. Whatever else stands there is never shown.
 */
const sentences: Readonly<Record<string, Text>> = {
  CredentialsSignin: text(
    "The e-mail or the password is wrong.",
    "L'adresse e-mail ou le mot de passe est incorrect.",
  ),
  RateLimited: text(
    `Too many attempts. Wait ${waitMinutes} minutes and try again.`,
    `Trop de tentatives. Attendez ${waitMinutes} minutes et réessayez.`,
  ),
  SignInChallenged: text(
    "Too many passwords were tried on this account from unknown addresses. If it exists, we have written to its address: the link of the letter lets you sign in from here.",
    "Trop de mots de passe ont été essayés sur ce compte depuis des adresses inconnues. S'il existe, nous avons écrit à son adresse : le lien du message vous permet de vous connecter d'ici.",
  ),
  AccessDenied: text(
    "Access was refused. Nothing was changed.",
    "L'accès a été refusé. Rien n'a été modifié.",
  ),
  OAuthSignin: text(
    "The provider does not answer. Try again in a moment, or sign in another way.",
    "Le fournisseur ne répond pas. Réessayez dans un instant, ou connectez-vous autrement.",
  ),
  OAuthCallback: text(
    "The sign-in could not be finished. Start it again from here.",
    "La connexion n'a pas pu aboutir. Recommencez-la d'ici.",
  ),
  OAuthAccountNotLinked: text(
    "This provider's account cannot open an account here: its e-mail address is not verified there, or it is linked to another user. Sign in the way you used first.",
    "Ce compte du fournisseur ne peut pas ouvrir de compte ici : son adresse e-mail n'y est pas vérifiée, ou il est lié à un autre utilisateur. Connectez-vous comme la première fois.",
  ),
  TwoFactorRequired: text(
    "This account asks for a code too. Enter the one that your authenticator shows, or a recovery code.",
    "Ce compte demande aussi un code. Saisissez celui de votre application d'authentification, ou un code de secours.",
  ),
  TwoFactorInvalid: text(
    "The code is wrong, too old or was used before. Wait for the next one and try again.",
    "Le code est faux, trop ancien ou a déjà servi. Attendez le suivant et réessayez.",
  ),
  TwoFactorExpired: text(
    "The sign-in took too long. Start it again from here.",
    "La connexion a pris trop de temps. Recommencez-la d'ici.",
  ),
  SessionRequired: text("Sign in to see this page.", "Connectez-vous pour voir cette page."),
};

const FAILED = text("Signing in did not work. Try again.", "La connexion n'a pas fonctionné. Réessayez.");

/** The sentence for an error's name; a general one for names that we do not know. */
export const sentenceFor = (error: string): Text =>
  (Object.hasOwn(sentences, error) ? sentences[error] : undefined) ?? FAILED;
