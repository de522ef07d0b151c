import { defineError } from "../../kernel/errors.ts";

export const QrInvalid = defineError(
  "QR_INVALID",
  "invalid",
  "This is not a valid payment code. Ask for a new code and scan it.",
  "Ce code de paiement n'est pas valide. Demandez un nouveau code et scannez-le.",
);
export const QrExpired = defineError(
  "QR_EXPIRED",
  "invalid",
  "This code has expired. Ask for a new one.",
  "Ce code a expiré. Demandez-en un nouveau.",
);
export const QrAlreadyUsed = defineError(
  "QR_ALREADY_USED",
  "conflict",
  "This code has already been paid. Ask for a new one.",
  "Ce code a déjà été payé. Demandez-en un nouveau.",
);
