import { type Reader, text } from "../../core/kernel/texts/index.ts";

/** Responses that only say that the request was done. */
const messages = {
  newAddress: text("The account has the new address.", "Le compte a la nouvelle adresse."),
  letterToNewAddress: text(
    "A letter to the new address confirms it.",
    "Un message à la nouvelle adresse la confirme.",
  ),
  letterIfKnown: text(
    "If this address has an account, a letter is on its way to it.",
    "Si cette adresse a un compte, un message est en route vers elle.",
  ),
  newPassword: text(
    "The password is another one. Sign in with it.",
    "Le mot de passe est changé. Connectez-vous avec le nouveau.",
  ),
  othersEnded: text("Every other session has ended.", "Toutes les autres sessions sont fermées."),
  sessionEnded: text("The session has ended.", "La session est fermée."),
  secondFactorOff: text("The second factor is off.", "Le second facteur est désactivé."),
  addressVerified: text("The address is verified.", "L'adresse est vérifiée."),
  letterSent: text("The letter is on its way.", "Le message est en route."),
  codeTexted: text("A text message with a code is on its way.", "Un SMS avec un code est en route."),
  phoneVerified: text("The phone number is confirmed.", "Le numéro de téléphone est confirmé."),
  biometricsOn: text("Biometrics are on.", "La biométrie est activée."),
  signedOutEverywhere: text("Signed out everywhere.", "Vous êtes déconnecté partout."),
  signedOut: text("Signed out.", "Vous êtes déconnecté."),
  programLeft: text(
    "You have left the program. What you earned is kept for 90 days.",
    "Vous avez quitté le programme. Ce que vous avez gagné est conservé 90 jours.",
  ),
  deviceSignedOut: text("The device is signed out.", "L'appareil est déconnecté."),
};

/** Makes the response of a request that has nothing else to return. */
export const done = ({ language }: Reader, what: keyof typeof messages) => ({
  success: true as const,
  message: messages[what].in(language),
});

/** The envelope of every success of the payments routes (spec 3, section 4.1). */
export const success = <T>(data: T): { readonly success: true; readonly data: T } => ({
  success: true,
  data,
});
