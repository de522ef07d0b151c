import { queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { type Text, text } from "../language.tsx";
import type { BadgeTone } from "../ui/surface.tsx";

type Document = Schemas["KycDocument"];

/** How often files that are being checked are asked for, in milliseconds. */
const WATCH_MS = 2_000;

export const identityQuery = queryOptions({
  queryKey: ["identity", "status"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/identity/status")),
  refetchInterval: ({ state }) =>
    state.data?.documents.some(({ status }) => status === "pending_verification") ? WATCH_MS : false,
});
export const verificationQuery = queryOptions({
  queryKey: ["identity", "verification"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/identity/verification/status")),
});

export const documentTypes: Readonly<Record<Document["documentType"], Text>> = {
  passport: text("Passport", "Passeport"),
  national_id: text("Identity card", "Carte d'identité"),
  driving_licence: text("Driving licence", "Permis de conduire"),
  residence_permit: text("Residence permit", "Titre de séjour"),
  proof_of_address: text("Proof of address", "Justificatif de domicile"),
  selfie: text("Photo of your face", "Photo de votre visage"),
};

/** Why a document or a verification was not accepted, and what to do. */
export const reasonTexts: Readonly<Record<Schemas["KycReason"]["code"], Text>> = {
  document_unreadable: text(
    "It cannot be read. Take a sharp photo without reflections.",
    "Illisible. Prenez une photo nette, sans reflet.",
  ),
  document_expired: text("It has expired. Add a valid document.", "Il a expiré. Ajoutez un document valide."),
  document_not_accepted: text(
    "This kind is not accepted. Add another document.",
    "Ce type n'est pas accepté. Ajoutez un autre document.",
  ),
  document_incomplete: text(
    "A part is missing. Show the whole document.",
    "Une partie manque. Montrez le document entier.",
  ),
  name_mismatch: text(
    "The name differs from your profile. Correct one of them.",
    "Le nom diffère de votre profil. Corrigez l'un des deux.",
  ),
  selfie_mismatch: text(
    "The photo does not match the document. Take a new one.",
    "La photo ne correspond pas au document. Prenez-en une autre.",
  ),
  address_too_old: text(
    "The proof of address is too old. Add a recent one.",
    "Le justificatif de domicile est trop ancien. Ajoutez-en un récent.",
  ),
  other: text(
    "It was not accepted. Contact support for the reason.",
    "Il n'a pas été accepté. Contactez l'assistance pour en connaître la raison.",
  ),
};

export const documentStatuses: Readonly<Record<Document["status"], readonly [Text, BadgeTone]>> = {
  awaiting_upload: [text("Not received", "Non reçu"), "warn"],
  pending_verification: [text("Received", "Reçu"), "info"],
  in_review: [text("In review", "En cours d'examen"), "info"],
  verified: [text("Accepted", "Accepté"), "good"],
  rejected: [text("Not accepted", "Refusé"), "bad"],
};
