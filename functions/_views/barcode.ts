import type { Enrolled } from "../../core/loyalty/cards/index.ts";
import * as Barcode from "../../core/platform/barcode.ts";
import * as View from "./loyalty.ts";

/** A loyalty card with its barcode: apart from the other views, for the library is only bundled where it is drawn. */
export async function withBarcode(one: Enrolled) {
  const card = View.card(one);
  return { ...card, barcode: await Barcode.pngUrl(card.number) };
}
