import { randomUUID } from "node:crypto";
import * as Kyc from "../../../core/identity/kyc/index.ts";
import * as Ids from "../../../core/kernel/ids/index.ts";
import { walletId } from "../../../core/ledger/accounts.ts";
import { changeStatus } from "../../../core/payments/cards/status.ts";
import * as Policy from "../../../core/policy/index.ts";
import { confirmSetup } from "../psp.ts";
import type { Person } from "./people.ts";

/** The writers of an account: its devices, the web, the bank, and other users. */

export interface Writer {
  readonly nth: number;
  readonly owner: Person;
  readonly recipient: Person;
  /** The beneficiary that this writer changes. */
  readonly beneficiary: { id: string; version: number };
}

interface Operation {
  /** The synchronized collections that it changes. */
  readonly collections: readonly string[];
  /** @returns the status of the request, or 200 */
  do(writer: Writer, step: number): Promise<number>;
}

const device = ({ owner, nth }: Writer) =>
  owner.devices[nth % owner.devices.length] as Person["devices"][number];

const status = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;

/** A repeated or concurrent request is rejected because the resource already exists. */
const conflictAsSuccess = (answered: number): number => (answered === 409 ? 200 : answered);

const push = async (writer: Writer, change: object): Promise<number> => {
  const sent = { clientChangeId: randomUUID(), collection: "beneficiaries", ...change };
  const { body } = await device(writer).call<{ results: { status: string; version: number }[] }>(
    "POST",
    "/sync/push",
    { body: { changes: [sent] } },
  );
  const [result] = body.results;
  if (result?.status !== "applied") return 409;
  writer.beneficiary.version = result.version;
  return 200;
};

const choice = (on: boolean) => ({ push: on, email: !on, inApp: true });
const always = { push: true, email: true, inApp: true };

export const addition: Operation = {
  collections: ["beneficiaries"],
  do(writer) {
    writer.beneficiary.id = Ids.create("beneficiary");
    const data = { name: `Payee ${writer.nth}`, iban: "FR7630006000011234567890189" };
    return push(writer, { id: writer.beneficiary.id, op: "upsert", baseVersion: null, data });
  },
};

export const deletion: Operation = {
  collections: ["beneficiaries"],
  do(writer) {
    const { id, version } = writer.beneficiary;
    return push(writer, { id, op: "delete", baseVersion: version });
  },
};

/** All operations, ordered so that each finds its inputs: a deletion follows an addition. */
export const operations: readonly Operation[] = [
  deletion,
  {
    collections: ["profile"],
    do: (writer, step) =>
      status(
        device(writer).call("PATCH", "/user/profile", {
          body: {
            address: {
              line1: `${writer.nth} Rue ${step}`,
              city: "Paris",
              postalCode: "75001",
              country: "FR",
            },
          },
        }),
      ),
  },
  {
    collections: ["accounts"],
    do: async ({ owner, nth }) =>
      conflictAsSuccess(
        await status(owner.web("POST", "/api/defi/wallets", { assetSymbol: nth % 2 ? "EUR" : "USDC" })),
      ),
  },
  {
    collections: ["accounts", "transactions", "notifications"],
    do: ({ owner, nth }, step) =>
      status(
        owner.web("PUT", `/api/defi/wallets/${walletId("live", owner.userId, nth % 2 ? "EUR" : "USDC")}`, {
          operation: "DEPOSIT",
          amount: 10 + step,
          reason: `deposit ${step}`,
        }),
      ),
  },
  addition,
  {
    collections: ["preferences"],
    do: (writer, step) =>
      status(
        device(writer).call("PUT", "/user/preferences", {
          body: {
            language: "en",
            currency: "EUR",
            timezone: "Europe/Paris",
            theme: step % 2 ? "dark" : "light",
            hideBalances: writer.nth % 2 === 0,
          },
        }),
      ),
  },
  {
    collections: ["accounts", "transactions"],
    async do({ owner, recipient }, step) {
      const account = ({ userId }: Person) => ({ account: walletId("live", userId, "EUR"), asset: "EUR" });
      try {
        const movement = { actorId: owner.userId, reason: `sent ${step}`, result: () => null };
        await Policy.transfer(account(owner), account(recipient), 1n, movement);
        return 200;
      } catch {
        return 400;
      }
    },
  },
  {
    collections: ["beneficiaries"],
    do: (writer, step) => {
      const { id, version } = writer.beneficiary;
      const data = { name: `Payee ${writer.nth}, ${step}`, iban: "FR7630006000011234567890189" };
      return push(writer, { id, op: "upsert", baseVersion: version, data });
    },
  },
  {
    collections: ["notificationPreferences"],
    do: (writer, step) =>
      status(
        device(writer).call("PUT", "/notifications/preferences", {
          body: {
            security: always,
            ...{
              payments: choice(step % 2 > 0),
              transfers: choice(writer.nth % 2 > 0),
              loyalty: choice(true),
            },
            ...{ governance: choice(false), jobs: choice(true), marketing: choice(false) },
          },
        }),
      ),
  },
  {
    collections: ["notifications"],
    async do(writer) {
      const { body } = await device(writer).call<{ notifications: { id: string; readAt: string | null }[] }>(
        "GET",
        "/notifications/history",
      );
      const unread = body.notifications.find(({ readAt }) => readAt === null);
      return unread ? status(device(writer).call("POST", `/notifications/${unread.id}/read`)) : 404;
    },
  },
  {
    collections: ["cards"],
    async do({ owner, nth }) {
      // The provider's double is slow, so only some writers call it.
      if (nth % 4 > 0) return 404;
      const begun = await owner.web<{ data: { id: string } }>("POST", "/api/payments/setup-intents");
      await confirmSetup(begun.body.data.id);
      const saved = await owner.web<{ data?: { id: string } }>("POST", "/api/payments/cards", {
        setupIntentId: begun.body.data.id,
        setDefault: nth % 8 === 0,
      });
      // A retried request is rejected as already done.
      const cardId = saved.body.data?.id ?? "";
      await changeStatus(cardId, nth % 8 === 0 ? "locked" : "canceled").catch(() => undefined);
      return conflictAsSuccess(saved.status);
    },
  },
  {
    collections: ["transactions", "accounts"],
    do: async ({ owner, nth }, step) =>
      nth % 4 > 0
        ? 404
        : status(
            owner.web("POST", "/api/payments", {
              ...{ amount: 5000, currency: "eur", description: `top-up ${step}` },
              paymentMethodId: "pm_card_visa",
            }),
          ),
  },
  {
    collections: ["profile"],
    async do({ owner, nth }, step) {
      const decision = {
        decisionId: `kyc-${nth}-${step}`,
        status: step % 2 ? "IN_REVIEW" : "REJECTED",
      } as const;
      await Kyc.decide("bank", owner.userId, decision).catch(() => undefined);
      return 200;
    },
  },
];
