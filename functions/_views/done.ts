import { type Reader, text } from "../../core/kernel/texts/index.ts";

/** Messages of responses that only confirm the request. */
const messages = {
  emailChanged: text("Your email address was changed.", "Votre adresse e-mail a été modifiée."),
  confirmationSent: text(
    "We sent an email to the new address. Open its link to confirm the change.",
    "Nous avons envoyé un e-mail à la nouvelle adresse. Ouvrez le lien pour confirmer le changement.",
  ),
  resetLinkSent: text(
    "If this address has an account, we sent an email with a link to it.",
    "Si un compte existe pour cette adresse, nous y avons envoyé un e-mail contenant un lien.",
  ),
  passwordChanged: text(
    "Your password was changed. Sign in with the new one.",
    "Votre mot de passe a été modifié. Connectez-vous avec le nouveau.",
  ),
  othersEnded: text("All other sessions were ended.", "Toutes les autres sessions ont été fermées."),
  sessionEnded: text("The session was ended.", "La session a été fermée."),
  secondFactorOff: text(
    "Two-factor authentication is off.",
    "L'authentification à deux facteurs est désactivée.",
  ),
  passkeyRemoved: text("The passkey was removed.", "La clé d'accès a été retirée."),
  emailVerified: text("Your email address is verified.", "Votre adresse e-mail est vérifiée."),
  emailSent: text("We sent you an email.", "Nous vous avons envoyé un e-mail."),
  codeTexted: text("We sent you a text message with a code.", "Nous vous avons envoyé un SMS avec un code."),
  phoneVerified: text("Your phone number is verified.", "Votre numéro de téléphone est vérifié."),
  biometricsOn: text("Biometrics are on.", "La biométrie est activée."),
  signedOutEverywhere: text(
    "You are signed out on all devices.",
    "Vous êtes déconnecté de tous vos appareils.",
  ),
  signedOut: text("You are signed out.", "Vous êtes déconnecté."),
  programLeft: text(
    "You have left the program. Your points remain for 90 days.",
    "Vous avez quitté le programme. Vos points sont conservés pendant 90 jours.",
  ),
  deviceSignedOut: text("The device is signed out.", "L'appareil est déconnecté."),
};

/** Makes a response that only confirms the request. */
export const done = ({ language }: Reader, key: keyof typeof messages) => ({
  success: true as const,
  message: messages[key].in(language),
});

/** Makes the envelope of a successful response of the payments routes (spec 3, section 4.1). */
export const success = <T>(data: T): { readonly success: true; readonly data: T } => ({
  success: true,
  data,
});
