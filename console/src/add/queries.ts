import { queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";

export type Card = Schemas["Card"];

export const savedCardsQuery = queryOptions({
  queryKey: ["saved-cards"],
  queryFn: async () => (await dataOf(client.GET("/api/payments/cards"))).data,
});

export const cardName = ({ brand, last4 }: Pick<Card, "brand" | "last4">): string =>
  `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} •••• ${last4}`;
