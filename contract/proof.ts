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
export const staffDecision = because(
  "it gives no access and no role, and names the staff member in the audit trail",
);
export const ownFiles = because("its files are parts of the caller's data, not an export of all of it");
export const sandboxOnly = because("it acts on a sandbox");
