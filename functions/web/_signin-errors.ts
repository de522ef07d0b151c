import * as limits from "../../contract/limits.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";

const waitMinutes = Math.ceil(limits.signIn.windowSeconds / 60);

/** The sign-in page's messages by Auth.js's error names, which come in `?error=`. */
const messages: Readonly<Record<string, Text>> = {
  CredentialsSignin: text(
    "The email address or password is incorrect.",
    "L'adresse e-mail ou le mot de passe est incorrect.",
  ),
  RateLimited: text(
    `Too many attempts. Wait ${waitMinutes} minutes and try again.`,
    `Trop de tentatives. Attendez ${waitMinutes} minutes et réessayez.`,
  ),
  SignInChallenged: text(
    "There were too many failed sign-ins to this account. If the account exists, we sent an email to its address: open the link in it to sign in from this device.",
    "Il y a eu trop d'échecs de connexion à ce compte. Si le compte existe, nous avons envoyé un e-mail à son adresse : ouvrez le lien qu'il contient pour vous connecter depuis cet appareil.",
  ),
  AccessDenied: text(
    "Access was denied. Nothing was changed.",
    "L'accès a été refusé. Rien n'a été modifié.",
  ),
  OAuthSignin: text(
    "The provider is not responding. Try again in a moment, or use another sign-in method.",
    "Le fournisseur d'identité ne répond pas. Réessayez dans un instant, ou utilisez un autre moyen de connexion.",
  ),
  OAuthCallback: text(
    "The sign-in could not be completed. Sign in again.",
    "La connexion n'a pas pu aboutir. Connectez-vous de nouveau.",
  ),
  OAuthAccountNotLinked: text(
    "You cannot sign in with this provider account: its email address is not verified there, or it is linked to another user. Use your original sign-in method.",
    "Vous ne pouvez pas vous connecter avec ce compte du fournisseur d'identité : son adresse e-mail n'y est pas vérifiée, ou il est lié à un autre utilisateur. Utilisez votre moyen de connexion d'origine.",
  ),
  TwoFactorRequired: text(
    "This account also requires a code. Enter the code from your authenticator app, or a recovery code, or sign in with a passkey.",
    "Ce compte demande aussi un code. Saisissez celui de votre application d'authentification, ou un code de secours, ou connectez-vous avec une clé d'accès.",
  ),
  TwoFactorInvalid: text(
    "The code is incorrect, expired or already used. Wait for the next code and try again.",
    "Le code est incorrect, expiré ou déjà utilisé. Attendez le prochain code et réessayez.",
  ),
  TwoFactorExpired: text(
    "The sign-in has expired. Sign in again.",
    "La connexion a expiré. Connectez-vous de nouveau.",
  ),
  SessionRequired: text("Sign in to see this page.", "Connectez-vous pour voir cette page."),
};

const FAILED = text("The sign-in failed. Try again.", "La connexion a échoué. Réessayez.");

/** Returns the message for an error's name. Unknown names get a general message and are never shown. */
export const messageFor = (error: string): Text =>
  (Object.hasOwn(messages, error) ? messages[error] : undefined) ?? FAILED;
