import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { accountItem, consentItem, transferItem } from "./schema.ts";

export const bankAccount = entity({
  name: "BankAccount",
  about: "An account at the bank, by the bank's id: its state and its owner, who may be unknown at first.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "ACCOUNT",
  schema: accountItem,
  holds: "the user's IBAN at the bank",
  erasure: { retained: "law", without: { iban: undefined } },
  answers: { "the owner and the state of an account": "GetItem pk, sk" },
});

export const unassignedEvent = entity({
  name: "BankUnassignedEvent",
  about:
    "An event of the bank on an account with an unknown owner. It is processed again once the owner is known.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "UNASSIGNED#{eventId}",
  schema: z.object({ eventId: z.string(), body: z.string() }),
  holds: "the bank's data on an account with an unknown owner: names, IBANs",
  erasure: { retained: "law" },
  answers: { "the events to assign to an account's owner": "Query pk, sk begins with UNASSIGNED#" },
});

export const bankConsent = entity({
  name: "BankConsent",
  about: "A consent to access accounts at the bank (DSP2), by the bank's id: its state, scopes and expiry.",
  pk: "BANKCONSENT#{consentId}",
  sk: "CONSENT",
  schema: consentItem,
  holds: "nothing",
  erasure: { retained: "law" },
  answers: { "the state of a consent": "GetItem pk, sk" },
});

export const bankTransfer = entity({
  name: "BankTransfer",
  about: "A bank transfer by the bank's id: its state, its user, and its entries in the ledger.",
  pk: "BANKTRANSFER#{transactionId}",
  sk: "TRANSFER",
  schema: transferItem,
  holds: "the name of the counterparty, and the description",
  erasure: { retained: "law", without: { counterparty: undefined, description: undefined } },
  answers: { "the state of a transfer": "GetItem pk, sk" },
});
