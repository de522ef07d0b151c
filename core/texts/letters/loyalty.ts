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
