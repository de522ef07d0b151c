import { expect, test } from "vitest";
import * as z from "zod";
import { type AnyEntity, entities } from "../core/people/inventory.ts";
import { credentials, SECRET } from "../core/platform/table/schema.ts";

/** Secret items are recognized by the partition keys of their entities. */

const kindsOf = ({ pk }: Pick<AnyEntity, "pk">) =>
  Object.entries(credentials)
    .filter(([, beginning]) => String(pk).startsWith(beginning))
    .map(([kind]) => kind);
const isSecret = ({ pk }: Pick<AnyEntity, "pk">): boolean => String(pk).startsWith(SECRET);

test("every secret entity belongs to one kind of credentials, and every kind has an entity", () => {
  const kinds = entities.filter(isSecret).map(kindsOf);
  expect(kinds.every((of) => of.length === 1)).toBe(true);
  expect([...new Set(kinds.flat())].toSorted()).toEqual(Object.keys(credentials).toSorted());
});

test("no secret entity is in an index, in an export or on a device", () => {
  for (const { name, indexes, exported, sync } of entities.filter(isSecret))
    expect([indexes, exported, sync], name).toEqual([undefined, undefined, undefined]);
});

test("only secret entities have sealed values, so that both the item and the key are needed to read them", () => {
  const sealing = entities.filter(({ sealed }) => sealed !== undefined);
  expect(sealing.length).toBeGreaterThan(0);
  expect(sealing.filter((one) => !isSecret(one)).map(({ name }) => name)).toEqual([]);
});

/** Attribute names that suggest a credential. */
const SOUNDS = /password|secret|sealed|hash|verifier|nonce|signing|private|token$|pin$|cvc/i;

/** Attributes with such names in entities that are not secret, with the reason why they are harmless. */
const harmless: Readonly<Record<string, string>> = {
  "User.passwordId": "an id of the password, which does not lead to it",
  "Session.refreshHash": "the hash of 256 random bits",
  "Session.previousHash": "the hash of 256 random bits",
  "SessionSecret.hash": "the hash of 128 random bits",
  "ApiKey.current.hash": "the hash of 256 random bits",
  "ApiKey.former.hash": "the hash of 256 random bits",
  "Job.lease.token": "a lease is valid only for its worker",
  "Job.endedBy.token": "of a lease that has ended",
  "PushRegistration.token": "sends only with the app's credentials at Apple or Google, which are in SNS",
  "PspCustomer.detailsHash": "of the profile's fields, which are not secret",
  "SavebackPayoutRequest.planHash": "of a plan that the approver sees",
  "JournalEntry.transactionHash": "may be shown to its parties",
  "JournalEntry.link.prevHash": "of the previous entry, which is no more secret than this one",
  "WalletHistoryLine.hash": "of the line's content",
  "WalletHistoryLine.entryHash": "of the entry's content",
  "WalletHistoryLine.previousHash": "of the previous line",
  "LiveTicket.hash": "of a random value of 256 bits",
  "TrailLine.hash": "of the content, which staff see",
  "TrailLine.previousHash": "of the previous line",
  "TrailHead.hash": "of the last line",
  "ProposalContent.transactionHash": "public",
  "Vote.transactionHash": "public",
  "Swap.transactionHash": "may be shown to its owner",
  "PaidReward.transactionHash": "may be shown to its owner",
};

/** Returns the attribute names of a schema, at any depth. */
function attributesOf(schema: unknown, at = ""): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, of]) => [
      `${at}${name}`,
      ...attributesOf(of, `${at}${name}.`),
    ]);
  if (schema instanceof z.ZodPipe) return attributesOf(schema.in, at);
  if (schema instanceof z.ZodArray) return attributesOf(schema.element, at);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return attributesOf(schema.unwrap(), at);
  return schema instanceof z.ZodUnion ? schema.options.flatMap((one) => attributesOf(one, at)) : [];
}

const suspiciousAttributes = (all: readonly AnyEntity[]): string[] => [
  ...new Set(
    all.flatMap(({ name, schema }) =>
      attributesOf(schema)
        .filter((attribute) => SOUNDS.test(attribute))
        .map((attribute) => `${name}.${attribute}`),
    ),
  ),
];

test("attributes with credential-like names are in secret entities, or are listed as harmless", () => {
  expect(suspiciousAttributes(entities.filter((one) => !isSecret(one))).toSorted()).toEqual(
    Object.keys(harmless).toSorted(),
  );
  // The search must find the real credentials.
  expect(suspiciousAttributes(entities.filter(isSecret))).toEqual(
    expect.arrayContaining([
      "SecondFactor.secret",
      "WebhookSecrets.former.secret",
      "MailLink.sealedCode",
      "OAuthFlow.codeVerifier",
      "ApiKeySigning.current.signing",
    ]),
  );
});
