import { queryOptions } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { type Text, text } from "../language.tsx";
import type { BadgeTone } from "../ui/surface.tsx";

export type Card = Schemas["MobileCard"];

export const cardsQuery = queryOptions({
  queryKey: ["cards"],
  queryFn: async () => (await dataOf(client.GET("/api/v1/mobile/cards"))).cards,
});

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: ["cards", id],
    queryFn: () => dataOf(client.GET("/api/v1/mobile/cards/{id}", { params: { path: { id } } })),
  });

export const cardStatuses: Readonly<Record<Card["status"], readonly [Text, BadgeTone]>> = {
  active: [text("Active", "Active"), "good"],
  frozen: [text("Frozen", "Bloquée"), "info"],
  inactive: [text("Not activated", "Non activée"), "warn"],
  canceled: [text("Canceled", "Résiliée"), "plain"],
};

export const cardTypes: Readonly<Record<Card["type"], Text>> = {
  virtual: text("Virtual card", "Carte virtuelle"),
  physical: text("Physical card", "Carte physique"),
};
