import { defineError } from "../../kernel/errors.ts";

export const TwoFactorAlreadyOn = defineError(
  "TWO_FACTOR_ALREADY_ON",
  "conflict",
  "The second factor is on already. To use another authenticator, switch it off first.",
  "Le second facteur est déjà activé. Pour utiliser une autre application, désactivez-le d'abord.",
);
export const TwoFactorNotBegun = defineError(
  "TWO_FACTOR_NOT_BEGUN",
  "conflict",
  "No second factor is being set up, or it took longer than 10 minutes. Begin again.",
  "Aucun second facteur n'est en cours d'activation, ou cela a pris plus de 10 minutes. Recommencez.",
);
