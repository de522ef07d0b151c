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

let ask: Ask = () => Promise.resolve(false);

export const registerProofDialog = (dialog: Ask): void => {
  ask = dialog;
};

/** Returns whether the user has given a proof. */
export const askForProof = (details: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const methods = Array.isArray(details["methods"]) ? details["methods"] : [];
  const allowedFrom = typeof details["allowedFrom"] === "string" ? details["allowedFrom"] : undefined;
  return ask({ methods: proofMethods.filter((one) => methods.includes(one)), allowedFrom });
};
