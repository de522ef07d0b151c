import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { type Text, text } from "../language.tsx";
import type { BadgeTone } from "../ui/surface.tsx";

export type Document = Schemas["KycDocument"];
export type DocumentType = Document["documentType"];

/** The place of a document, which another file replaces. */
export interface Slot {
  readonly documentType: DocumentType;
  readonly side: Document["side"];
}

/** How often files that are being checked are asked for, in milliseconds. Each route of identity allows ten requests a minute. */
const WATCH_MS = 4_000;
const MAX_RETRIES = 3;

/** Whether the platform is still checking the file. */
export const isBeingChecked = ({ status, format, reason }: Document): boolean =>
  status === "pending_verification" && format === null && reason === null;

/** How long a refused request waits, in milliseconds; undefined for another failure. */
function waitOf(error: Error): number | undefined {
  if (!(error instanceof Problem) || error.status !== 429) return undefined;
  const seconds = Number(error.details["retryAfter"]);
  return (Number.isFinite(seconds) ? seconds : 1) * 1000;
}

export const identityQuery = queryOptions({
  queryKey: ["identity", "status"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/identity/status")),
  retry: (failures, error) =>
    failures < MAX_RETRIES &&
    (waitOf(error) !== undefined || !(error instanceof Problem) || error.status === 0 || error.status >= 500),
  retryDelay: (failures, error) => waitOf(error) ?? 1000 * 2 ** failures,
});

export type Identity = Awaited<ReturnType<NonNullable<typeof identityQuery.queryFn>>>;

/** Reads the documents until all are checked, and then the status again. */
export function useChecks({ documents }: Identity): void {
  const queries = useQueryClient();
  const isChecking = documents.some(isBeingChecked);
  const { data } = useQuery({
    queryKey: ["identity-documents", documents.map(({ documentId }) => documentId)],
    queryFn: async () => (await dataOf(client.GET("/api/v1/mobile/identity/documents"))).documents,
    enabled: isChecking,
    refetchInterval: ({ state }) => (state.data?.some(isBeingChecked) === false ? false : WATCH_MS),
    retry: false,
  });
  const isOver = isChecking && data?.some(isBeingChecked) === false;
  useEffect(() => {
    if (isOver) queries.invalidateQueries(identityQuery);
  }, [isOver, queries]);
}

export const verificationQuery = queryOptions({
  queryKey: ["identity", "verification"],
  queryFn: () => dataOf(client.GET("/api/v1/mobile/identity/verification/status")),
});

export const documentTypes: Readonly<Record<DocumentType, Text>> = {
  passport: text("Passport", "Passeport"),
  national_id: text("Identity card", "Carte d'identité"),
  driving_licence: text("Driving licence", "Permis de conduire"),
  residence_permit: text("Residence permit", "Titre de séjour"),
  proof_of_address: text("Proof of address", "Justificatif de domicile"),
  selfie: text("Photo of your face", "Photo de votre visage"),
};

const sideNames: Readonly<Record<Slot["side"], Text>> = {
  front: text("front", "recto"),
  back: text("back", "verso"),
};

/** Names a slot. The sides are named only if the document has two. */
export function slotName({ documentType, side }: Slot, hasTwoSides: boolean): Text {
  const name = documentTypes[documentType];
  if (!hasTwoSides) return name;
  const sideName = sideNames[side];
  return text(`${name.en}, ${sideName.en}`, `${name.fr}, ${sideName.fr}`);
}

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

const documentStatuses: Readonly<Record<Document["status"], readonly [Text, BadgeTone]>> = {
  awaiting_upload: [text("Not received", "Non reçu"), "warn"],
  pending_verification: [text("Received", "Reçu"), "info"],
  in_review: [text("In review", "En cours d'examen"), "info"],
  verified: [text("Accepted", "Accepté"), "good"],
  rejected: [text("Not accepted", "Refusé"), "bad"],
};
const CHECKING: readonly [Text, BadgeTone] = [text("Being checked", "En cours de contrôle"), "plain"];

export const statusOf = (document: Document): readonly [Text, BadgeTone] =>
  isBeingChecked(document) ? CHECKING : documentStatuses[document.status];
