import { withdrawal } from "../banking/withdrawals/entity.ts";
import { userPlan } from "../identity/plans/entity.ts";
import { STAFF } from "../identity/standing.ts";
import type { User } from "../identity/user.ts";
import * as Assets from "../kernel/assets/index.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import * as Pending from "../loyalty/saveback/pending.ts";
import { userMerchant } from "../payments/merchants/entity.ts";
import { transaction, unpaidDue } from "../payments/records/entity.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import { owned } from "../wallets/owned.ts";
import { positionsOf } from "./positions.ts";
import type { BlockerCode } from "./schema.ts";

/** What must be settled before somebody can be erased: what is still theirs, or somebody else's to get from them. */

export interface Blocker {
  readonly code: BlockerCode;
  /** What it is, and what to do. */
  readonly message: Text;
  /** Whole units of an asset, where it is about money. */
  readonly amounts?: readonly { readonly asset: string; readonly amount: string }[];
}

const blocker = (code: BlockerCode, en: string, fr: string, amounts?: Blocker["amounts"]): Blocker => ({
  code,
  message: text(en, fr),
  ...(amounts && { amounts }),
});

/** What is in the way of a user's erasure; nothing where all is settled. */
export async function blockersOf(user: User): Promise<Blocker[]> {
  const owner = { mode: "live", userId: user.userId } as const;
  const found = await Promise.all([
    money(owner),
    debts(owner),
    positions(owner),
    payments(user),
    subscription(user),
    rewards(user),
    Promise.resolve(
      STAFF.includes(user.role)
        ? [
            blocker(
              "STAFF",
              "You are of the staff: have another administrator take that role from you first.",
              "Vous faites partie du personnel : faites-vous d'abord retirer ce rôle par un autre administrateur.",
            ),
          ]
        : [],
    ),
  ]);
  return found.flat();
}

/**
 * All that is, open sales too: the index that tells of those is behind the table, so schedules may wait for it, and
 * requests do not ask it.
 */
export const allOf = async (user: User): Promise<Blocker[]> =>
  (await Promise.all([blockersOf(user), salesOf(user)])).flat();

/** What is in the way of it that is money: what may still come once the account is closed. */
export async function moneyOf(userId: string): Promise<Blocker[]> {
  const owner = { mode: "live", userId } as const;
  return (await Promise.all([money(owner), debts(owner)])).flat();
}

type Live = { readonly mode: "live"; readonly userId: string };

async function money(owner: Live): Promise<Blocker[]> {
  const left = (await owned(owner)).filter(({ available, held }) => available !== 0n || held !== 0n);
  if (left.length === 0) return [];
  const amounts = left.map(({ asset, available, held }) => ({
    asset: asset.symbol,
    amount: Assets.format(available + held, asset.symbol),
  }));
  const message = [
    "There is money in your accounts, free or held. Withdraw or send it; what is held comes free by itself, or once you release it.",
    "Il y a de l'argent sur vos comptes, disponible ou bloqué. Retirez-le ou envoyez-le ; ce qui est bloqué se libère de lui-même, ou dès que vous le libérez.",
  ] as const;
  return [blocker("MONEY", ...message, amounts)];
}

async function debts(owner: Live): Promise<Blocker[]> {
  const owing = (await Debts.ofUser(owner)).filter(({ owedMinor }) => owedMinor > 0n);
  if (owing.length === 0) return [];
  const amounts = owing.map(({ asset, owedMinor }) => ({ asset, amount: Assets.format(owedMinor, asset) }));
  const message = [
    "You owe the platform money. Pay it by adding money to the account.",
    "Vous devez de l'argent à la plateforme. Réglez-le en alimentant le compte.",
  ] as const;
  return [blocker("DEBT", ...message, amounts)];
}

async function positions({ userId }: Live): Promise<Blocker[]> {
  const { stakes, pools, farms } = await positionsOf(userId);
  return [
    ...(stakes.length > 0
      ? [
          blocker(
            "STAKES",
            "You have stakes, or rewards of some. Take them back.",
            "Vous avez des mises, ou des récompenses de mises. Reprenez-les.",
          ),
        ]
      : []),
    ...(pools.length > 0
      ? [
          blocker(
            "LIQUIDITY",
            "You have liquidity in pools. Remove it.",
            "Vous avez de la liquidité dans des pools. Retirez-la.",
          ),
        ]
      : []),
    ...(farms.length > 0
      ? [
          blocker(
            "FARMING",
            "You have shares or rewards in farms. Take them out.",
            "Vous avez des parts ou des récompenses dans des fermes. Retirez-les.",
          ),
        ]
      : []),
  ];
}

async function rewards({ userId }: User): Promise<Blocker[]> {
  let pending = false;
  await Pending.read(userId, (page) => {
    pending ||= page.length > 0;
  });
  if (!pending) return [];
  return [
    blocker(
      "SAVEBACK",
      "Your payments have earned you saveback that was not paid out yet. Wait for it, or ask the support to pay it.",
      "Vos paiements vous ont valu un saveback qui n'est pas encore versé. Attendez-le, ou demandez son versement au support.",
    ),
  ];
}

/** What customers may still pay to the merchant that somebody owns: each open payment is due until it is paid or over. */
export async function salesOf({ userId }: User): Promise<Blocker[]> {
  const owned = await Table.find(userMerchant, { userId });
  if (!owned || !(await isPaidSoon(owned.merchantId))) return [];
  return [
    blocker(
      "SALES",
      "A customer's payment to your business is open. Wait until it is paid: what nobody pays ends after 7 days.",
      "Un paiement d'un client à votre entreprise est ouvert. Attendez qu'il soit payé : ce que personne ne paie prend fin après 7 jours.",
    ),
  ];
}

async function isPaidSoon(merchantId: string): Promise<boolean> {
  for (const pk of unpaidDue.partitions)
    for await (const shown of Table.pages({ index: "due", pk })) {
      const items = await Table.getMany(shown.map(keyOfItem));
      const open = items.flatMap((item) => (item ? [transaction.parse(item)] : []));
      if (open.some((one) => one.merchantId === merchantId && one.entryId === undefined)) return true;
    }
  return false;
}

const OPEN_WITHDRAWALS = ["requested", "ordered"];
const OPEN_PAYMENTS = ["PENDING", "AWAITING_APPROVAL"];
/** Statuses of a dispute that is over: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const SETTLED = ["won", "lost", "warning_closed", "prevented"];

async function payments(user: User): Promise<Blocker[]> {
  let [open, disputed] = [false, false];
  const pk = transaction.partition(user);
  for await (const items of Table.pages({ pk, beginsWith: transaction.prefix })) {
    for (const one of items.map((item) => transaction.parse(item))) {
      open ||= OPEN_PAYMENTS.includes(one.status);
      disputed ||= one.disputed !== undefined && !SETTLED.includes(one.disputed);
    }
  }
  const withdrawals = await Table.queryAll({
    pk: withdrawal.partition(user),
    beginsWith: withdrawal.prefix,
  });
  const leaving = withdrawals.some((item) => OPEN_WITHDRAWALS.includes(withdrawal.parse(item).state));
  return [
    ...(leaving
      ? [
          blocker(
            "WITHDRAWALS",
            "A withdrawal is on its way. Wait for the bank to carry it out.",
            "Un retrait est en cours. Attendez que la banque l'exécute.",
          ),
        ]
      : []),
    ...(open
      ? [
          blocker(
            "PAYMENTS",
            "A payment waits to be paid or approved. Call it off, or wait: what nobody pays ends after 7 days.",
            "Un paiement attend d'être payé ou approuvé. Annulez-le, ou attendez : ce que personne ne paie prend fin après 7 jours.",
          ),
        ]
      : []),
    ...(disputed
      ? [
          blocker(
            "DISPUTES",
            "A payment is disputed. Wait until the banks have decided.",
            "Un paiement est contesté. Attendez la décision des banques.",
          ),
        ]
      : []),
  ];
}

/** Statuses in which nothing more is charged: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const ENDED = ["canceled", "incomplete_expired"];

async function subscription(user: User): Promise<Blocker[]> {
  const plan = await Table.find(userPlan, user);
  const runs = plan?.subscriptions.some(
    ({ ended, status }) => !ended && status !== undefined && !ENDED.includes(status),
  );
  if (!runs) return [];
  return [
    blocker(
      "SUBSCRIPTION",
      "You have a subscription. Cancel it, and wait for its end.",
      "Vous avez un abonnement. Résiliez-le et attendez sa fin.",
    ),
  ];
}
