import type { Schemas } from "../api/client.ts";
import { formatIban } from "../wallets/detail.tsx";

/** Whom a payment goes to: a saved payee, or one that the user names for this payment. */

export type Payee = Schemas["Beneficiary"];

export type Target =
  | { readonly kind: "payee"; readonly id: string; readonly name: string; readonly iban: string | null }
  | { readonly kind: "email" | "phone" | "account"; readonly value: string }
  | { readonly kind: "bank"; readonly iban: string; readonly name: string };

export const targetOf = ({ id, name, iban }: Payee): Target => ({ kind: "payee", id, name, iban });

/** Returns whether a bank pays it, not the platform. */
export const isBank = (target: Target): boolean =>
  target.kind === "bank" || (target.kind === "payee" && target.iban !== null);

export const nameOf = (target: Target): string =>
  target.kind === "payee" || target.kind === "bank" ? target.name : target.value;

/** Returns what stands below the name, such as an IBAN. */
export function detailOf(target: Target): string | undefined {
  const { iban } = target as { readonly iban?: string | null };
  return iban ? formatIban(iban) : undefined;
}

/** Returns the recipient in a request for a transfer. */
export function transferFields(target: Target) {
  if (target.kind === "payee") return { toBeneficiaryId: target.id };
  if (target.kind === "email") return { toEmail: target.value };
  if (target.kind === "phone") return { toPhone: target.value };
  return { toAccountId: target.kind === "account" ? target.value : "" };
}

/** Returns the recipient in a request for a withdrawal. */
export const withdrawalFields = (target: Target) =>
  target.kind === "bank"
    ? { iban: target.iban, beneficiaryName: target.name }
    : { beneficiaryId: target.kind === "payee" ? target.id : "" };
