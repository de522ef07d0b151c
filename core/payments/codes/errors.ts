import { defineError } from "../../kernel/errors.ts";

export const QrInvalid = defineError(
  "QR_INVALID",
  "invalid",
  "This is no code of ours to be paid, or it was changed. Have it shown and scan it again.",
  "Ce n'est pas un de nos codes de paiement, ou il a été modifié. Faites-le afficher et scannez-le à nouveau.",
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
  "This code was paid before. Ask for a new one.",
  "Ce code a déjà été payé. Demandez-en un nouveau.",
);
