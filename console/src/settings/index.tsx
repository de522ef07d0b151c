import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CreditCard, KeyRound, Link2, type LucideIcon, Smartphone } from "lucide-react";
import { profileQuery } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Loaded } from "../ui/list.tsx";
import { Card, Page } from "../ui/surface.tsx";
import { Display } from "./display.tsx";
import { Notifications } from "./notifications.tsx";
import { Profile } from "./profile.tsx";

/** The account: who its owner is, how it looks, what it is told, and how it is protected. */

export default function Settings() {
  const say = useSay();
  const profile = useQuery(profileQuery);
  return (
    <Page title={say(text("Settings", "Réglages"))}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={say(text("Profile", "Profil"))}>
            <Loaded query={profile}>{(loaded) => <Profile key={loaded.version} profile={loaded} />}</Loaded>
          </Card>
          <Security />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card
            title={say(text("Identity", "Identité"))}
            actions={
              <LinkButton to="/verify" kind="secondary" size="sm">
                {say(text("Open", "Ouvrir"))}
              </LinkButton>
            }
          >
            <p className="text-sm text-soft">
              {say(
                text(
                  "A verified identity raises your limits and lets you order cards.",
                  "Une identité vérifiée augmente vos plafonds et permet de commander des cartes.",
                ),
              )}
            </p>
          </Card>
          <Display />
          <Notifications />
        </div>
      </div>
    </Page>
  );
}

const pages: readonly (readonly [href: string, name: Text, detail: Text, icon: LucideIcon])[] = [
  [
    "/dashboard/security",
    text("Sign-in and data", "Connexion et données"),
    text(
      "Passkeys, password, address, phone, sessions, export, deletion",
      "Clés d'accès, mot de passe, adresse, téléphone, sessions, export, suppression",
    ),
    KeyRound,
  ],
  [
    "/dashboard/two-factor",
    text("Authenticator", "Application d'authentification"),
    text("Codes on your phone, recovery codes", "Codes sur votre téléphone, codes de secours"),
    Smartphone,
  ],
  [
    "/dashboard/accounts",
    text("Linked accounts", "Comptes liés"),
    text("Sign-in with other providers", "Connexion par d'autres fournisseurs"),
    Link2,
  ],
  [
    "/dashboard/billing",
    text("Billing", "Facturation"),
    text("Your plan and invoices", "Votre abonnement et vos factures"),
    CreditCard,
  ],
];

function Security() {
  const say = useSay();
  const title = say(text("Security", "Sécurité"));
  return (
    <Card flush title={title}>
      <ul className="divide-y" aria-label={title}>
        {pages.map(([href, name, detail, Icon]) => (
          <li key={href}>
            <a href={href} className="flex min-h-16 items-center gap-3 px-5 py-2.5 hover:bg-sunken">
              <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
                <Icon className="size-4.5 text-soft" />
              </span>
              <span className="min-w-0 grow">
                <span className="block text-sm font-medium">{say(name)}</span>
                <span className="block truncate text-sm text-soft">{say(detail)}</span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-soft" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
