import { link } from "../identity/kyc/documents/files.ts";
import * as Documents from "../identity/kyc/documents/index.ts";
import type { Document } from "../identity/kyc/documents/schema.ts";
import * as Kyc from "../identity/kyc/index.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Bank from "../platform/bank.ts";

/** A user's file on its way to the bank, which verifies it and tells what came of it (`onboarding.ts`). */

/** How long the bank has to fetch a document, in seconds. Each delivery of the order makes links anew. */
const LINK_SECONDS = 3600;

/**
 * Hands a verification over to the bank. One that is decided already, or was begun by a former owner of the
 * account, goes nowhere; without a bank administrators decide. Once more changes nothing: the bank knows it by
 * its id.
 * @returns in a few words what was done
 * @throws OutboundFailure
 */
export async function hand(userId: string, verificationId: string): Promise<string> {
  const [user, { verification }] = await Promise.all([Users.fromId(userId), Kyc.current(userId, "none")]);
  if (!user || !verification?.isOpen || verification.verificationId !== verificationId)
    return "not open any more";
  if (verification.ownershipId !== user.ownershipId) return "of a former owner";
  if (!Bank.isThere()) return "no bank: administrators decide";
  const { documents } = await Documents.of(user);
  const asked = new Set(verification.documents.map(({ documentId }) => documentId));
  await Bank.order("/onboardings", verificationId, {
    verificationId,
    userId,
    kind: "KYC",
    level: verification.level,
    person: personOf(user),
    documents: await Promise.all(documents.filter(({ documentId }) => asked.has(documentId)).map(linked)),
  });
  return "handed to the bank";
}

const personOf = ({ firstName, lastName, email, phone, dateOfBirth, address }: User) => ({
  ...{ firstName, lastName, email, phone, dateOfBirth, address },
});

const linked = async (document: Document) => {
  const { documentId, documentType, side, format, bytes } = document;
  return { documentId, documentType, side, format, bytes, url: await link(document, LINK_SECONDS) };
};
