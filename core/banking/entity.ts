import { entity } from "../platform/table/entity.ts";

export const bankAccount = entity({
  name: "BankAccount",
  about:
    "An account at the bank, by the bank's id: its state, and whose it is. Written also where that is not known yet.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "ACCOUNT",
  answers: { "whose account is this, and is it open": "GetItem pk, sk" },
});

export const waitingEvent = entity({
  name: "BankWaitingEvent",
  about:
    "An event of the bank on an account of which nobody knows whose it is: carried out again once that is known.",
  pk: "BANKACCOUNT#{accountId}",
  sk: "WAITING#{eventId}",
  answers: { "what waits for this account's owner": "Query pk, sk begins with WAITING#" },
});

export const bankConsent = entity({
  name: "BankConsent",
  about:
    "A consent to reach accounts at the bank (DSP2), by the bank's id: its state, what it is for, until when.",
  pk: "BANKCONSENT#{consentId}",
  sk: "CONSENT",
  answers: { "does this consent hold": "GetItem pk, sk" },
});

export const bankTransfer = entity({
  name: "BankTransfer",
  about:
    "A transfer that the bank told of, by the bank's id: its state, whose it is, and what the ledger has booked for it.",
  pk: "BANKTRANSFER#{transactionId}",
  sk: "TRANSFER",
  answers: { "what became of this transfer": "GetItem pk, sk" },
});
