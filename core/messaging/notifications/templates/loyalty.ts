import * as z from "zod";
import {
  challengeCompleted,
  pointsExpiring,
  pointsSpent,
  referralRewarded,
} from "../../../loyalty/events.ts";
import { loyaltyTemplate, type Templates, userId } from "./template.ts";

/** Loyalty points. Merchants choose the names of their programs, so messages do not repeat them. */

const ofPoints = z.object({ userId, points: z.string() });

const ofExpiring = ofPoints
  .extend({ at: z.string() })
  .transform(({ at, ...more }) => ({ ...more, expireAt: at }));

export const loyalty: Templates = [
  loyaltyTemplate(referralRewarded, ofPoints, {
    fr: ({ points }, say) => ({
      subject: "Parrainage récompensé",
      short: `Votre parrainage a réussi : ${say.number(points)} points sont à vous.`,
      body: `Le compte parrainé est vérifié et a payé une première fois : ${say.number(points)} points de fidélité sont à vous, et la personne parrainée en reçoit autant.`,
    }),
    en: ({ points }, say) => ({
      subject: "Referral rewarded",
      short: `Your referral has succeeded: ${say.number(points)} points are yours.`,
      body: `The referred account is verified and has paid for the first time: ${say.number(points)} loyalty points are yours, and the referred user receives as many.`,
    }),
  }),
  loyaltyTemplate(challengeCompleted, ofPoints, {
    fr: ({ points }, say) => ({
      subject: "Défi réussi",
      short: `Vous avez réussi un défi : ${say.number(points)} points sont à vous.`,
      body:
        `Vous avez réussi un défi, et ${say.number(points)} points de fidélité sont à vous. Si un ` +
        "paiement compté est remboursé et que l'objectif n'est plus atteint, les points sont repris.",
    }),
    en: ({ points }, say) => ({
      subject: "Challenge completed",
      short: `You have completed a challenge: ${say.number(points)} points are yours.`,
      body:
        `You have completed a challenge, and ${say.number(points)} loyalty points are yours. If a counted ` +
        "payment is refunded and the target is no longer met, the points are taken back.",
    }),
  }),
  loyaltyTemplate(pointsExpiring, ofExpiring, {
    fr: ({ points, expireAt }, say) => ({
      subject: "Des points de fidélité vont expirer",
      short: `${say.number(points)} points expirent à partir du ${say.day(expireAt)}.`,
      body:
        `${say.number(points)} points de fidélité, gagnés il y a près d'un an ou dans un programme que vous avez quitté, expirent à partir du ` +
        `${say.day(expireAt)}. Utilisez-les avant chez le commerçant, qui scanne le code-barres de votre carte de fidélité.`,
    }),
    en: ({ points, expireAt }, say) => ({
      subject: "Loyalty points are about to expire",
      short: `${say.number(points)} points expire from ${say.day(expireAt)} on.`,
      body:
        `${say.number(points)} loyalty points, earned nearly a year ago or in a program that you have left, expire from ${say.day(expireAt)} on. ` +
        "Use them before at the merchant, who scans the barcode of your loyalty card.",
    }),
  }),
  loyaltyTemplate(pointsSpent, ofPoints, {
    fr: ({ points, at }, say) => ({
      subject: "Des points de fidélité ont été utilisés",
      short: `${say.number(points)} points ont été utilisés avec votre carte de fidélité.`,
      body:
        `Un commerçant a scanné votre carte de fidélité et utilisé ${say.number(points)} points le ${at}. Si ce ` +
        "n'était pas vous, contactez-le : son nom est dans l'historique de vos points.",
    }),
    en: ({ points, at }, say) => ({
      subject: "Loyalty points were used",
      short: `${say.number(points)} points were used with your loyalty card.`,
      body:
        `A merchant scanned your loyalty card and used ${say.number(points)} points on ${at}. If this was ` +
        "not you, contact the merchant, whose name is in the history of your points.",
    }),
  }),
];
