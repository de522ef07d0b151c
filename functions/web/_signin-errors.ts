import * as limits from "../../contract/limits.ts";

/** As people say it: `15 minutes`. */
const wait = new Intl.NumberFormat("en", { style: "unit", unit: "minute", unitDisplay: "long" }).format(
  Math.ceil(limits.signIn.windowSeconds / 60),
);

/**
 * What the sign-in page says for an `?error=` of Auth.js's names. Whatever else stands there is never shown.
 */
const sentences: Readonly<Record<string, string>> = {
  CredentialsSignin: "The e-mail or the password is wrong.",
  RateLimited: `Too many attempts. Wait ${wait} and try again.`,
  SignInChallenged:
    "Too many passwords were tried on this account from unknown addresses. If it exists, we have written to its address: the link of the letter lets you sign in from here.",
  AccessDenied: "Access was refused. Nothing was changed.",
  OAuthSignin: "The provider does not answer. Try again in a moment, or sign in another way.",
  OAuthCallback: "The sign-in could not be finished. Start it again from here.",
  OAuthAccountNotLinked:
    "This provider's account cannot open an account here: its e-mail address is not verified there, or it is linked to another user. Sign in the way you used first.",
  TwoFactorRequired:
    "This account asks for a code too. Enter the one that your authenticator shows, or a recovery code.",
  TwoFactorInvalid: "The code is wrong, too old or was used before. Wait for the next one and try again.",
  TwoFactorExpired: "The sign-in took too long. Start it again from here.",
  SessionRequired: "Sign in to see this page.",
};

/** The sentence for an error's name; a general one for names that we do not know. */
export const sentenceFor = (error: string): string =>
  Object.hasOwn(sentences, error) ? (sentences[error] ?? "") : "Signing in did not work. Try again.";
