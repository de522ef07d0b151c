/** The reasons why routes that touch credentials or money need no recent proof. A route with its own reason states it itself. */

const because = <const Reason extends string>(notNeeded: Reason) => ({ notNeeded }) as const;

export const staysOwn = because("the money stays in the caller's accounts");
export const movesNothing = because("it moves no money");
export const paidByCard = because("the cardholder confirms the payment to the card's issuer");
export const signsIn = because("its request proves the credentials");
export const confirmsByMessage = because(
  "the code or link proves the address or number, and a change of one was confirmed when it was requested",
);
export const endsOwnAccess = because(
  "the bearer token is enough to end access (specification 1, sections 2.6 and 4.2)",
);
export const ownFiles = because(
  "its statements show the session what the session can read anyway; sharing one, and an export of all data, need a proof",
);
export const sandboxOnly = because("it acts on a sandbox");

/** The part of a description of routes that pay others. */
export const afterReset =
  "\n\nIn the 24 hours after a reset of the password or a change of the email address, a new recipient needs a proof by a passkey, " +
  "authenticator or recovery code that the account had before, for any amount; an API key needs no proof if the account had one. Otherwise " +
  "403 `STEP_UP_REQUIRED`: `details.allowedFrom` is the end of the wait, and `details.methods` is empty if the account had none of them.";
