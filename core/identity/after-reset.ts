import { fail, type SvcError } from "../kernel/errors.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { toIso } from "../kernel/time.ts";
import { strongMethods, type UserActor } from "./actor.ts";
import { StepUpRequired } from "./errors.ts";
import { isRecent } from "./recent-proof.ts";
import { hadFactorBefore, waitEndMs } from "./resets.ts";

/** What a reset of the credentials (`resets.ts`) delays, unless a passkey or second factor from before it proves who acts. */

interface Delayed {
  /** For the developer of an app. */
  readonly reason: string;
  readonly wait: Text;
}

const CHANGED = text(
  "Your password or email address was changed less than 24 hours ago.",
  "Votre mot de passe ou votre adresse e-mail a été modifié il y a moins de 24 heures.",
);

/* @__NO_SIDE_EFFECTS__ */
const after = (en: string, fr: string): Text => text(`${CHANGED.en} ${en}`, `${CHANGED.fr} ${fr}`);

const PROVE = after(
  "Confirm with your passkey or authenticator.",
  "Confirmez avec votre clé d'accès ou votre application d'authentification.",
);

export const newRecipient: Delayed = {
  reason: "a new recipient within 24 hours after a reset of the credentials",
  wait: after(
    "You can pay new recipients when these 24 hours are over.",
    "Vous pourrez payer de nouveaux destinataires après ce délai.",
  ),
};

const cardControl: Delayed = {
  reason: "the use of a card within 24 hours after a reset of the credentials",
  wait: after(
    "You can do this when these 24 hours are over. You can freeze a card at any time.",
    "Cette opération sera possible après ce délai. Vous pouvez bloquer une carte à tout moment.",
  ),
};

/** Returns when an actor may do what waits without a strong proof, in milliseconds; undefined if it may now. */
export const allowedFromMs = (actor: UserActor): number | undefined =>
  actor.mode === "live" && !hasStrongProof(actor) ? waitEndMs(actor) : undefined;

/** The creation of an API key needs the strongest proof that the account has. */
const hasStrongProof = (actor: UserActor): boolean =>
  hadFactorBefore(actor) && (actor.channel === "apiKey" || isRecent(actor, strongMethods));

/** Asserts that an actor may get the secrets of a card, or more use of it. @throws STEP_UP_REQUIRED, as `recentResetError` */
export function assertCardControl(actor: UserActor): void {
  const allowedFrom = allowedFromMs(actor);
  if (allowedFrom !== undefined) throw recentResetError(actor, allowedFrom, cardControl);
}

/** Returns STEP_UP_REQUIRED for a payment that the platform makes for an account in the wait, without a person who could prove it. */
export const waitError = (allowedFromMs: number): SvcError =>
  fail(StepUpRequired, {
    message: newRecipient.wait,
    details: { methods: [], reason: newRecipient.reason, allowedFrom: toIso(allowedFromMs) },
  });

/** Returns STEP_UP_REQUIRED with the methods of the account, and `allowedFrom` (ISO 8601). */
export function recentResetError(actor: UserActor, allowedFromMs: number, delayed: Delayed): SvcError {
  const canProve = actor.channel !== "apiKey" && hadFactorBefore(actor);
  const methods = canProve ? [...(actor.means.passkey ? ["passkey"] : []), "totp", "recovery"] : [];
  return fail(StepUpRequired, {
    message: canProve ? PROVE : delayed.wait,
    details: {
      methods,
      reason: delayed.reason,
      allowedFrom: toIso(allowedFromMs),
    },
  });
}
