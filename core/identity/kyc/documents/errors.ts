import { defineError } from "../../../kernel/errors.ts";

export const DocumentTooLarge = defineError(
  "DOCUMENT_TOO_LARGE",
  "too-large",
  "A file that is sent here has at most 5 MB. Ask with ?presign=true for an uploadUrl: it takes up to 20 MB.",
  "Un fichier envoyé ici fait au plus 5 Mo. Demandez une uploadUrl avec ?presign=true : elle accepte jusqu'à 20 Mo.",
);
