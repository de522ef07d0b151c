import { Link, type LinkProps } from "@tanstack/react-router";
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
import { type Text, text, useSay } from "../language.tsx";

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

const link =
  "flex h-10 items-center gap-3 rounded-md px-3 text-sm font-medium text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent";

const PlaceLink = ({
  place: { to, name, icon: Icon },
  onGo,
}: {
  readonly place: Place;
  readonly onGo?: () => void;
}) => {
  const say = useSay();
  return (
    <Link to={to} className={link} activeOptions={{ exact: to === "/" }} onClick={onGo}>
      <Icon className="size-4.5" aria-hidden />
      {say(name)}
    </Link>
  );
};

/** The links to all screens. */
export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  const say = useSay();
  return (
    <nav aria-label={say(text("Screens", "Écrans"))} className="flex flex-col gap-5">
      {groups.map(({ name, places }) => (
        <div key={name.en}>
          <p className="px-3 pb-1 text-xs font-medium text-soft">{say(name)}</p>
          <ul>
            {places.map((place) => (
              <li key={place.to}>
                <PlaceLink place={place} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
