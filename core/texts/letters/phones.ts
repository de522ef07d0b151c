import { letter } from "../letter.ts";

/** Letters about the phone number of an account. Of a number they show the end alone. */

interface OfNumber {
  readonly ending: string;
}

export const phoneVerified = letter<OfNumber>({
  fr: ({ ending, occurredAt }, say) => ({
    subject: "Votre numéro de téléphone est confirmé",
    short: `Le numéro qui se termine par ${ending} est confirmé : on peut vous payer par ce numéro.`,
    body:
      `Le numéro de téléphone qui se termine par ${ending} a été confirmé sur votre compte le ${say.minute(occurredAt)}. ` +
      "On peut désormais vous payer par ce numéro. Si ce n'était pas vous, changez tout de suite votre mot de passe et écrivez-nous.",
  }),
  en: ({ ending, occurredAt }, say) => ({
    subject: "Your phone number is confirmed",
    short: `The number that ends with ${ending} is confirmed: you can be paid by it.`,
    body:
      `The phone number that ends with ${ending} was confirmed for your account on ${say.minute(occurredAt)}. ` +
      "You can be paid by this number from now on. If it was not you, change your password at once and write to us.",
  }),
});

export const phoneGivenUp = letter<OfNumber>({
  fr: ({ ending, occurredAt }, say) => ({
    subject: "Votre numéro de téléphone a été retiré",
    short: `Le numéro qui se termine par ${ending} n'est plus celui de votre compte.`,
    body:
      `Depuis le ${say.minute(occurredAt)}, le numéro de téléphone qui se termine par ${ending} n'est plus celui de votre compte : ` +
      "personne ne peut plus vous payer par ce numéro. Si ce n'était pas vous, changez tout de suite votre mot de passe et écrivez-nous.",
  }),
  en: ({ ending, occurredAt }, say) => ({
    subject: "Your phone number was taken away",
    short: `The number that ends with ${ending} is no longer your account's.`,
    body:
      `Since ${say.minute(occurredAt)} the phone number that ends with ${ending} is no longer your account's: ` +
      "nobody can pay you by it any more. If it was not you, change your password at once and write to us.",
  }),
});

export const phoneMoved = letter<OfNumber>({
  fr: ({ ending, occurredAt }, say) => ({
    subject: "Votre numéro de téléphone a été confirmé par un autre compte",
    short: `Le numéro qui se termine par ${ending} a été confirmé par un autre compte.`,
    body:
      `Le ${say.minute(occurredAt)}, un autre compte a confirmé le numéro de téléphone qui se termine par ${ending}, par un code reçu à ce numéro. ` +
      "L'argent envoyé à ce numéro ne vous parvient plus. Si ce numéro est encore le vôtre, confirmez-le de nouveau et écrivez-nous : quelqu'un lit vos SMS.",
  }),
  en: ({ ending, occurredAt }, say) => ({
    subject: "Your phone number was confirmed by another account",
    short: `The number that ends with ${ending} was confirmed by another account.`,
    body:
      `On ${say.minute(occurredAt)} another account confirmed the phone number that ends with ${ending}, by a code that came to it. ` +
      "Money that is sent to this number no longer comes to you. If the number still is yours, confirm it again and write to us: somebody reads your text messages.",
  }),
});
