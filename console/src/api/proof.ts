/**
 * Asks the user who acts, when a request needs a recent proof. The dialog registers itself here, so that the client
 * imports no component.
 */

export const proofMethods = ["passkey", "biometric", "totp", "recovery", "password", "provider"] as const;
export type ProofMethod = (typeof proofMethods)[number];

export interface ProofRequest {
  readonly methods: readonly ProofMethod[];
  /** Until when new recipients need a strong method, after a reset of the account. ISO 8601. */
  readonly allowedFrom?: string | undefined;
}

type Ask = (request: ProofRequest) => Promise<boolean>;

// The dialog is loaded after the screen. A request that needs it before waits.
const dialog = Promise.withResolvers<Ask>();

export const registerProofDialog = dialog.resolve;

/** Returns whether the user has given a proof. */
export const askForProof = async (details: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const methods = Array.isArray(details["methods"]) ? details["methods"] : [];
  const allowedFrom = typeof details["allowedFrom"] === "string" ? details["allowedFrom"] : undefined;
  const ask = await dialog.promise;
  return ask({ methods: proofMethods.filter((one) => methods.includes(one)), allowedFrom });
};
