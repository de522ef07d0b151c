import type { LinkProps } from "@tanstack/react-router";
import {
  ChartCandlestick,
  CreditCard,
  FileText,
  Gift,
  House,
  Landmark,
  type LucideIcon,
  Send,
  Settings,
  Sprout,
  Wallet,
} from "lucide-react";
import { type Text, text } from "../language.tsx";

/** The places of the console, for the sidebar and the command palette. */

export interface Place {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly name: Text;
  readonly icon: LucideIcon;
}

export const money: readonly Place[] = [
  { to: "/", name: text("Home", "Accueil"), icon: House },
  { to: "/wallets", name: text("Wallets", "Portefeuilles"), icon: Wallet },
  { to: "/send", name: text("Send", "Envoyer"), icon: Send },
  { to: "/cards", name: text("Cards", "Cartes"), icon: CreditCard },
  { to: "/loyalty", name: text("Loyalty", "Fidélité"), icon: Gift },
];
export const markets: readonly Place[] = [
  { to: "/trade", name: text("Trade", "Échanger"), icon: ChartCandlestick },
  { to: "/earn", name: text("Earn", "Gagner"), icon: Sprout },
  { to: "/governance", name: text("Governance", "Gouvernance"), icon: Landmark },
];
export const more: readonly Place[] = [
  { to: "/documents", name: text("Documents", "Documents"), icon: FileText },
  { to: "/settings", name: text("Settings", "Réglages"), icon: Settings },
];

export const groups: readonly { readonly name: Text; readonly places: readonly Place[] }[] = [
  { name: text("Money", "Argent"), places: money },
  { name: text("Markets", "Marchés"), places: markets },
  { name: text("Account", "Compte"), places: more },
];
export const places: readonly Place[] = groups.flatMap((group) => group.places);

/** The places of the bar at the bottom of narrow screens. */
export const tabs: readonly Place[] = [...money.slice(0, 4)];
