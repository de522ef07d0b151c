import * as z from "zod";
import { walletAdjusted } from "../../../defi/adjustments/events.ts";
import { stakeUnlocked } from "../../../defi/staking/events.ts";
import { debtCauses, debtIncurred, debtSettled } from "../../../policy/debts.ts";
import { transferReceived, transferSent } from "../../../transfers/api-events.ts";
import { securityTemplate, type Templates, transferTemplate, userId } from "./template.ts";

const ofSum = z.object({ userId, amount: z.string(), asset: z.string() });
const ofIncome = ofSum.extend({ settled: z.string() });
const ofAdjustment = ofIncome.extend({ operation: z.enum(["DEPOSIT", "WITHDRAW"]), reason: z.string() });

export const money: Templates = [
  transferTemplate(walletAdjusted, ofAdjustment, {
    fr: ({ operation, asset, reason, at, sum, paidOff, credited }) => {
      if (operation === "DEPOSIT")
        return {
          subject: "Un versement sur votre compte",
          short: `Un conseiller a versé ${sum} sur votre compte.${paidOff}`,
          body: `Le ${at}, un conseiller a versé ${sum} sur votre compte. ${credited}\nMotif : ${reason}`,
        };
      const what = `Un conseiller a débité votre portefeuille ${asset} de ${sum}`;
      return {
        subject: "Votre portefeuille a été débité",
        short: `${what}.`,
        body: `${what} le ${at}.\nMotif : ${reason}`,
      };
    },
    en: ({ operation, asset, reason, at, sum, paidOff, credited }) => {
      if (operation === "DEPOSIT")
        return {
          subject: "A payment into your account",
          short: `A member of our staff paid ${sum} into your account.${paidOff}`,
          body: `On ${at} a member of our staff paid ${sum} into your account. ${credited}\nReason: ${reason}`,
        };
      const what = `A member of our staff debited ${sum} from your ${asset} wallet`;
      return {
        subject: "Your wallet was debited",
        short: `${what}.`,
        body: `${what} on ${at}.\nReason: ${reason}`,
      };
    },
  }),
  transferTemplate(stakeUnlocked, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Votre placement est débloqué",
      short: `Vous pouvez retirer sans pénalité les ${sum} de votre placement.`,
      body:
        `Depuis le ${at}, vous pouvez retirer sans pénalité les ${sum} de votre placement. ` +
        "Tant que vous ne les retirez pas, les récompenses continuent de courir, au taux d'un placement sans blocage.",
    }),
    en: ({ at, sum }) => ({
      subject: "Your stake is unlocked",
      short: `You can withdraw the ${sum} of your stake without a penalty.`,
      body:
        `Since ${at} you can withdraw the ${sum} of your stake without a penalty. Until you do, rewards ` +
        "continue to accrue, at the rate of a stake without a lock.",
    }),
  }),
  securityTemplate(debtIncurred, ofSum.extend({ cause: z.enum(debtCauses) }), {
    fr: ({ asset, cause, at, sum }) => {
      const [short, what] =
        cause === "purchase"
          ? [
              `Un commerçant a débité votre carte d'un montant supérieur à votre solde : vous devez ${sum}.`,
              `Le ${at}, un commerçant a débité votre carte d'un montant supérieur à votre solde : vous devez la différence, soit ${sum}. `,
            ]
          : [
              `Un paiement que vous aviez reçu a été repris : vous devez ${sum}.`,
              `Le ${at}, un paiement ou un virement que vous aviez reçu a été repris, et ${sum} n'étaient plus ` +
                "sur votre portefeuille : vous les devez. ",
            ];
      return {
        subject: "Vous devez de l'argent à la plateforme",
        short,
        body:
          what +
          "L'argent qui arrive sur votre compte dans cette devise règle d'abord cette dette. " +
          `D'ici là, vous ne pouvez pas envoyer d'argent ; un échange vers ${asset} reste possible et règle votre dette.`,
      };
    },
    en: ({ asset, cause, at, sum }) => {
      const [short, what] =
        cause === "purchase"
          ? [
              `A merchant charged more to your card than your balance: you owe ${sum}.`,
              `On ${at} a merchant charged more to your card than your balance: you owe the difference of ${sum}. `,
            ]
          : [
              `A payment that you had received was taken back: you owe ${sum}.`,
              `On ${at} a payment or transfer that you had received was taken back, and ${sum} of it was no ` +
                "longer in your wallet: you owe this amount. ",
            ];
      return {
        subject: "You owe the platform money",
        short,
        body:
          what +
          "Incoming money in this currency settles this debt first. " +
          `Until then you cannot send money; a swap into ${asset} remains possible and settles your debt.`,
      };
    },
  }),
  transferTemplate(debtSettled, ofSum.extend({ owed: z.string() }), {
    fr: ({ asset, owed, at, sum }, say) => {
      const rest =
        owed === "0" ? "Vous ne devez plus rien." : `Vous devez encore ${say.amount(owed, asset)}.`;
      return {
        subject: owed === "0" ? "Votre dette est réglée" : "Votre dette est réglée en partie",
        short: `${sum} ont servi à régler votre dette. ${rest}`,
        body: `Le ${at}, ${sum} arrivés sur votre compte ont servi à régler votre dette. ${rest}`,
      };
    },
    en: ({ asset, owed, at, sum }, say) => {
      const rest = owed === "0" ? "You no longer owe anything." : `You still owe ${say.amount(owed, asset)}.`;
      return {
        subject: owed === "0" ? "Your debt is settled" : "Your debt is partly settled",
        short: `${sum} settled your debt. ${rest}`,
        body: `On ${at}, ${sum} of the money that came into your account settled your debt. ${rest}`,
      };
    },
  }),
  transferTemplate(transferSent, ofSum, {
    fr: ({ at, sum }) => ({
      subject: "Vous avez envoyé de l'argent",
      short: `Vous avez envoyé ${sum}.`,
      body:
        `Le ${at}, vous avez envoyé ${sum} à un autre utilisateur. Votre historique indique le bénéficiaire. ` +
        "Si ce n'était pas vous, changez votre mot de passe et contactez-nous immédiatement.",
    }),
    en: ({ at, sum }) => ({
      subject: "You have sent money",
      short: `You sent ${sum}.`,
      body:
        `On ${at} you sent ${sum} to another user. Your history shows the recipient. If this was not ` +
        "you, change your password and contact us immediately.",
    }),
  }),
  transferTemplate(transferReceived, ofIncome, {
    fr: ({ at, sum, paidOff, credited }) => ({
      subject: "Vous avez reçu de l'argent",
      short: `Un autre utilisateur vous a envoyé ${sum}.${paidOff}`,
      body: `Le ${at}, un autre utilisateur vous a envoyé ${sum}. ${credited}`,
    }),
    en: ({ at, sum, paidOff, credited }) => ({
      subject: "You have received money",
      short: `Another user sent you ${sum}.${paidOff}`,
      body: `On ${at} another user sent you ${sum}. ${credited}`,
    }),
  }),
];
