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
      short: `Votre parrainage a réussi : vous gagnez ${say.number(points)} points.`,
      body: `Le compte parrainé est vérifié et a effectué un premier paiement : vous gagnez ${say.number(points)} points de fidélité, et la personne parrainée en reçoit autant.`,
    }),
    en: ({ points }, say) => ({
      subject: "Referral rewarded",
      short: `Your referral has succeeded: you have earned ${say.number(points)} points.`,
      body: `The referred account is verified and has made a first payment: you have earned ${say.number(points)} loyalty points, and the referred user receives as many.`,
    }),
  }),
  loyaltyTemplate(challengeCompleted, ofPoints, {
    fr: ({ points }, say) => ({
      subject: "Défi réussi",
      short: `Vous avez réussi un défi : vous gagnez ${say.number(points)} points.`,
      body:
        `Vous avez réussi un défi et gagnez ${say.number(points)} points de fidélité. Si un ` +
        "paiement compté est remboursé et que l'objectif n'est plus atteint, les points sont repris.",
    }),
    en: ({ points }, say) => ({
      subject: "Challenge completed",
      short: `You have completed a challenge and earned ${say.number(points)} points.`,
      body:
        `You have completed a challenge and earned ${say.number(points)} loyalty points. If a counted ` +
        "payment is refunded and the target is no longer met, the points are taken back.",
    }),
  }),
  loyaltyTemplate(pointsExpiring, ofExpiring, {
    fr: ({ points, expireAt }, say) => ({
      subject: "Des points de fidélité vont expirer",
      short: `${say.number(points)} points expireront à partir du ${say.day(expireAt)}.`,
      body:
        `${say.number(points)} points de fidélité, gagnés il y a près d'un an ou dans un programme que vous avez quitté, expireront à partir du ` +
        `${say.day(expireAt)}. Utilisez-les avant chez le commerçant, qui scanne le code-barres de votre carte de fidélité.`,
    }),
    en: ({ points, expireAt }, say) => ({
      subject: "Loyalty points are about to expire",
      short: `${say.number(points)} points will expire from ${say.day(expireAt)}.`,
      body:
        `${say.number(points)} loyalty points, earned nearly a year ago or in a program that you have left, will expire from ${say.day(expireAt)}. ` +
        "Use them before then at the merchant, who scans the barcode of your loyalty card.",
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
