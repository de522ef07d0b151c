import { expect, test } from "vitest";
import * as z from "zod";
import { type AnyEntity, entities } from "../core/people/inventory.ts";
import { credentials, SECRET } from "../core/platform/table/schema.ts";

/** Which items are secret: the entities say so by their partition keys. */

const kindsOf = ({ pk }: Pick<AnyEntity, "pk">) =>
  Object.entries(credentials)
    .filter(([, beginning]) => String(pk).startsWith(beginning))
    .map(([kind]) => kind);
const isSecret = ({ pk }: Pick<AnyEntity, "pk">): boolean => String(pk).startsWith(SECRET);

test("every secret entity is of one kind, and every kind has one", () => {
  const kinds = entities.filter(isSecret).map(kindsOf);
  expect(kinds.every((of) => of.length === 1)).toBe(true);
  expect(kinds.flat().toSorted()).toEqual(Object.keys(credentials).toSorted());
});

test("no secret item is in an index, in an export or on a device", () => {
  for (const { name, indexes, exported, sync } of entities.filter(isSecret))
    expect([indexes, exported, sync], name).toEqual([undefined, undefined, undefined]);
});

test("what is sealed is in secret items alone, so that it takes the item and the key to open it", () => {
  const sealing = entities.filter(({ sealed }) => sealed !== undefined);
  expect(sealing.length).toBeGreaterThan(0);
  expect(sealing.filter((one) => !isSecret(one)).map(({ name }) => name)).toEqual([]);
});

/** Attributes that sound like a credential. */
const SOUNDS = /password|secret|sealed|hash|verifier|nonce|signing|private|token$|pin$|cvc/i;

/** Those of entities that are open, each with why whoever reads it has nothing of it. */
const harmless: Readonly<Record<string, string>> = {
  "User.passwordId": "a name of the password, by which nobody finds it",
  "Session.refreshHash": "the hash of 256 random bits",
  "Session.previousHash": "the hash of 256 random bits",
  "ApiKey.current.hash": "the hash of 256 random bits",
  "ApiKey.former.hash": "the hash of 256 random bits",
  "Job.lease.token": "a lease is of use to whom it was given alone",
  "Job.endedBy.token": "of a lease that has ended",
  "PushRegistration.token": "sends only with the app's credentials at Apple or Google, which are in SNS",
  "PspCustomer.detailsHash": "of what the profile says in words",
  "SavebackPayoutRequest.planHash": "of a plan that whoever decides is shown",
  "JournalEntry.transactionHash": "its parties' to show",
  "JournalEntry.link.prevHash": "of the entry before, which says as much as this one",
  "WalletHistoryLine.hash": "of what the line says",
  "WalletHistoryLine.entryHash": "of what the line's entry says",
  "WalletHistoryLine.previousHash": "of the line before",
  "ProposalContent.transactionHash": "public",
  "Vote.transactionHash": "public",
  "Swap.transactionHash": "its owner's to show",
  "PaidReward.transactionHash": "its owner's to show",
};

/** The attributes that a schema names, those within it too. */
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

const sounding = (all: readonly AnyEntity[]): string[] => [
  ...new Set(
    all.flatMap(({ name, schema }) =>
      attributesOf(schema)
        .filter((attribute) => SOUNDS.test(attribute))
        .map((attribute) => `${name}.${attribute}`),
    ),
  ),
];

test("what sounds like a credential is in a secret item, or it is written down why it is of no use", () => {
  expect(sounding(entities.filter((one) => !isSecret(one))).toSorted()).toEqual(
    Object.keys(harmless).toSorted(),
  );
  // The search finds them where they are.
  expect(sounding(entities.filter(isSecret))).toEqual(
    expect.arrayContaining([
      "SecondFactor.secret",
      "WebhookSecrets.former.secret",
      "MailLink.sealedCode",
      "OAuthFlow.codeVerifier",
      "ApiKeySigning.current.signing",
    ]),
  );
});
