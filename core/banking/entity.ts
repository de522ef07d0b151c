import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { accountItem, consentItem, transferItem } from "./schema.ts";

export const bankAccount = entity({
  name: "BankAccount",
  about:
    "An account at the bank, by the bank's id: its state, and whose it is. Written also where that is not known yet.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "ACCOUNT",
  schema: accountItem,
  holds: "the user's IBAN at the bank",
  erasure: { kept: "law", without: { iban: undefined } },
  answers: { "whose account is this, and is it open": "GetItem pk, sk" },
});

export const unassignedEvent = entity({
  name: "BankUnassignedEvent",
  about:
    "An event of the bank on an account whose owner is not known: carried out again once the owner is known.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "UNASSIGNED#{eventId}",
  schema: z.object({ eventId: z.string(), body: z.string() }),
  holds: "what the bank says of an account whose owner is not known: names, IBANs",
  erasure: { kept: "law" },
  answers: { "what is to be assigned to this account's owner": "Query pk, sk begins with UNASSIGNED#" },
});

export const bankConsent = entity({
  name: "BankConsent",
  about:
    "A consent to reach accounts at the bank (DSP2), by the bank's id: its state, what it is for, until when.",
  pk: "BANKCONSENT#{consentId}",
  sk: "CONSENT",
  schema: consentItem,
  holds: "nothing",
  erasure: { kept: "law" },
  answers: { "does this consent hold": "GetItem pk, sk" },
});

export const bankTransfer = entity({
  name: "BankTransfer",
  about: "A bank transfer by the bank's id: its state, whose it is, and what the ledger has booked for it.",
  pk: "BANKTRANSFER#{transactionId}",
  sk: "TRANSFER",
  schema: transferItem,
  holds: "the name of the other side, and what was written",
  erasure: { kept: "law", without: { counterparty: undefined, description: undefined } },
  answers: { "what became of this transfer": "GetItem pk, sk" },
});
