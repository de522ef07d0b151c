import * as z from "zod";
import { text } from "../params.ts";
import type { Merchant } from "./authorizations.ts";

/** A merchant's parameters in test helpers. */
export const merchantFields = z
  .strictObject({
    category: text.optional(),
    city: text.optional(),
    country: text.optional(),
    name: text.optional(),
    network_id: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
    terminal_id: text.optional(),
    url: text.optional(),
  })
  .optional();

/** The codes of some categories (ISO 18245). The rest are shops. */
const CODES: Readonly<Record<string, string>> = {
  automated_cash_disburse: "6011",
  manual_cash_disburse: "6010",
  eating_places_restaurants: "5812",
  hotels_motels_and_resorts: "7011",
  grocery_stores_supermarkets: "5411",
  taxicabs_limousines: "4121",
};

export function merchantOf(given: z.output<typeof merchantFields> = {}): Merchant {
  const { category = "taxicabs_limousines" } = given;
  return {
    category,
    category_code: CODES[category] ?? "5999",
    city: given.city ?? "Paris",
    country: given.country ?? "FR",
    name: given.name ?? "Rocket Rides",
    network_id: given.network_id ?? "1234567890",
    postal_code: given.postal_code ?? "75002",
    state: given.state ?? null,
    tax_id: null,
    terminal_id: given.terminal_id ?? null,
    url: given.url ?? null,
  };
}
