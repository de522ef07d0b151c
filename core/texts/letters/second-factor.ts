import { letter } from "../letter.ts";

/** Letters about how an account is guarded beside its password. */

export const secondFactorOn = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : le second facteur est activé",
    short: "Le second facteur est activé.",
    body:
      `Le second facteur a été activé sur votre compte le ${say.minute(occurredAt)} : chaque connexion demande maintenant un code. ` +
      "Conservez vos codes de secours. Si ce n'était pas vous, écrivez-nous tout de suite.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: the second factor is on",
    short: "The second factor is on.",
    body:
      `The second factor was switched on for your account on ${say.minute(occurredAt)}: every sign-in takes a code from now on. ` +
      "Keep your recovery codes. If it was not you, write to us at once.",
  }),
});

export const secondFactorOff = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : le second facteur est désactivé",
    short: "Le second facteur est désactivé.",
    body:
      `Le second facteur a été désactivé sur votre compte le ${say.minute(occurredAt)} : le mot de passe suffit de nouveau. ` +
      "Si ce n'était pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: the second factor is off",
    short: "The second factor is off.",
    body:
      `The second factor was switched off for your account on ${say.minute(occurredAt)}: the password alone signs in again. ` +
      "If it was not you, change your password at once and write to us.",
  }),
});

export const recoveryCodeUsed = letter<{ readonly left: number }>({
  fr: ({ left, occurredAt }, say) => ({
    subject: "Sécurité : un code de secours a été utilisé",
    short: "Un code de secours a été utilisé.",
    body:
      `Un code de secours de votre compte a été utilisé le ${say.minute(occurredAt)}. Codes restants : ${left}. ` +
      "Si ce n'était pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
  }),
  en: ({ left, occurredAt }, say) => ({
    subject: "Security: a recovery code was used",
    short: "A recovery code was used.",
    body:
      `A recovery code of your account was used on ${say.minute(occurredAt)}. Codes left: ${left}. ` +
      "If it was not you, change your password at once and write to us.",
  }),
});

export const recoveryCodesRenewed = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : vous avez de nouveaux codes de secours",
    short: "De nouveaux codes de secours remplacent les anciens.",
    body:
      `De nouveaux codes de secours ont été créés pour votre compte le ${say.minute(occurredAt)} ; les anciens ne servent plus. ` +
      "Si ce n'était pas vous, changez votre mot de passe tout de suite et écrivez-nous.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: you have new recovery codes",
    short: "New recovery codes took the place of those before.",
    body:
      `New recovery codes were made for your account on ${say.minute(occurredAt)}; those before are of no use any more. ` +
      "If it was not you, change your password at once and write to us.",
  }),
});

export const wrongCodesTried = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : des codes faux ont été essayés",
    short: "Des codes faux ont été essayés sur votre compte.",
    body:
      `Dix codes faux ont été essayés sur votre compte, le dernier le ${say.minute(occurredAt)}. Qui essaie connaît votre mot de ` +
      "passe ou tient un de vos appareils ; sans code, il n'est pas entré. Si ce n'était pas vous, changez votre mot de passe tout de suite.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: wrong codes were tried",
    short: "Wrong codes were tried on your account.",
    body:
      `Ten wrong codes were tried on your account, the last on ${say.minute(occurredAt)}. Whoever tries knows your password or holds one ` +
      "of your devices; without a code nobody got in. If it was not you, change your password at once.",
  }),
});

export const biometricsOn = letter<unknown>({
  fr: ({ occurredAt }, say) => ({
    subject: "Sécurité : un appareil confirme par biométrie",
    short: "Un appareil confirme maintenant par biométrie.",
    body:
      `La biométrie a été activée sur un de vos appareils le ${say.minute(occurredAt)} : il confirme avec elle ce qui est sensible. ` +
      "Si ce n'était pas vous, déconnectez cet appareil dans l'application et changez votre mot de passe.",
  }),
  en: ({ occurredAt }, say) => ({
    subject: "Security: a device confirms by biometrics",
    short: "A device confirms by biometrics now.",
    body:
      `Biometrics were switched on for one of your devices on ${say.minute(occurredAt)}: it confirms with them what is sensitive. ` +
      "If it was not you, sign that device out in the app and change your password.",
  }),
});
