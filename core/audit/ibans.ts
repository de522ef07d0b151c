import * as z from "zod";
import { walletRef } from "../ledger/accounts.ts";
import { accountIban } from "../ledger/entity.ts";
import { type Checker, kindOf, reading, walletKind } from "./kinds.ts";
import { walletAccountOf } from "./words.ts";

const ibanKind = kindOf(accountIban, accountIban.schema.extend({ iban: z.string() }), { fromKey: ["iban"] });

/** IBANs: what is sent to one comes to the account that shows it, and every one that is shown brings in. */
export class Ibans implements Checker {
  readonly reads = [
    reading(walletKind, ({ walletId, iban }) => this.addWallet(walletRef(walletId).account, iban)),
    reading(ibanKind, ({ iban, walletId }) => this.addNaming(iban, walletAccountOf(walletId).account)),
  ];

  /** By IBAN and account: who says so. */
  private readonly shown = new Set<string>();
  private readonly named = new Set<string>();

  /** @param iban that the account shows; undefined where it has none */
  private addWallet(account: string, iban: string | undefined): void {
    if (iban !== undefined) this.add(this.shown, this.named, `${iban} ${account}`);
  }

  private addNaming(iban: string, account: string): void {
    this.add(this.named, this.shown, `${iban} ${account}`);
  }

  /** Forgets what both say, so that the past takes no space. */
  private add(one: Set<string>, other: Set<string>, name: string): void {
    if (!other.delete(name)) one.add(name);
  }

  compare(): string[] {
    const of = (name: string) => name.split(" ");
    return [
      ...[...this.shown].map((name) => {
        const [iban, account] = of(name);
        return `the account ${account} shows the IBAN ${iban}, which does not bring it in`;
      }),
      ...[...this.named].map((name) => {
        const [iban, account] = of(name);
        return `the IBAN ${iban} brings in to ${account}, which does not show it`;
      }),
    ];
  }
}
