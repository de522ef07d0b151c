/** What a user may do next to be verified. */
export const nextSteps = [
  "upload_documents",
  "take_selfie",
  "start_verification",
  "wait",
  "contact_support",
  "none",
] as const;
export type NextStep = (typeof nextSteps)[number];
