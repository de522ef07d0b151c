import { letter } from "../letter.ts";

/** Letters about loyalty points. */

interface Points {
  /** A whole number, as text. */
  readonly points: string;
}

export const expiring = letter<Points & { readonly at: string }>({
  fr: ({ points, at }, say) => ({
    subject: "Des points de fidélité vont expirer",
    short: `${say.number(points)} points expirent à partir du ${say.day(at)}.`,
    body:
      `${say.number(points)} points de fidélité, gagnés il y a près d'un an ou dans un programme que vous avez quitté, expirent à partir du ` +
      `${say.day(at)}. Utilisez-les avant chez le commerçant : il lit le code-barres de votre carte de fidélité.`,
  }),
  en: ({ points, at }, say) => ({
    subject: "Loyalty points are about to expire",
    short: `${say.number(points)} points expire from ${say.day(at)} on.`,
    body:
      `${say.number(points)} loyalty points, earned nearly a year ago or in a program that you have left, expire from ${say.day(at)} on. ` +
      "Use them before at the merchant's, who reads the barcode of your loyalty card.",
  }),
});

export const spent = letter<Points>({
  fr: ({ points, occurredAt }, say) => ({
    subject: "Des points de fidélité ont été utilisés",
    short: `${say.number(points)} points ont été utilisés avec votre carte de fidélité.`,
    body:
      `Un commerçant a lu votre carte de fidélité et pris ${say.number(points)} points le ${say.minute(occurredAt)}. ` +
      "Si ce n'était pas vous, dites-le-lui : l'historique de vos points le nomme.",
  }),
  en: ({ points, occurredAt }, say) => ({
    subject: "Loyalty points were used",
    short: `${say.number(points)} points were used with your loyalty card.`,
    body:
      `A merchant has read your loyalty card and taken ${say.number(points)} points on ${say.minute(occurredAt)}. If that was not you, ` +
      "tell the merchant: the history of your points has the name.",
  }),
});

export const completed = letter<Points>({
  fr: ({ points }, say) => ({
    subject: "Défi réussi",
    short: `Vous avez réussi un défi : ${say.number(points)} points sont à vous.`,
    body:
      `Vous avez réussi un défi, et ${say.number(points)} points de fidélité sont à vous. Si un des paiements qui comptent est remboursé, ` +
      "et que l'objectif n'est plus atteint, ils sont repris.",
  }),
  en: ({ points }, say) => ({
    subject: "Challenge completed",
    short: `You have completed a challenge: ${say.number(points)} points are yours.`,
    body:
      `You have completed a challenge, and ${say.number(points)} loyalty points are yours. Should one of the payments that count be refunded, ` +
      "and the target be missed then, they are taken back.",
  }),
});

export const referral = letter<Points>({
  fr: ({ points }, say) => ({
    subject: "Parrainage récompensé",
    short: `Votre parrainage a réussi : ${say.number(points)} points sont à vous.`,
    body: `Le compte parrainé est vérifié et a payé une première fois : ${say.number(points)} points de fidélité sont à vous, et autant à l'autre.`,
  }),
  en: ({ points }, say) => ({
    subject: "Referral rewarded",
    short: `Your referral has succeeded: ${say.number(points)} points are yours.`,
    body: `The referred account is verified and has paid for the first time: ${say.number(points)} loyalty points are yours, and as many the other's.`,
  }),
});
